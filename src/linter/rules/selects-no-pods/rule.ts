import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { replacementEdits } from "../../../questions/mistakes/dead-values.js";
import { alikeInFile } from "../with-places.js";
import { addedNotes, addedText, helpForNoPods, whyNoPods } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/review.js";

/** Asks each subject of the pods of the input; a selector without conditions is for pods to come (S-SEL-4). */
export const selectsNoPods = defineRule({
  id: "selects-no-pods",
  level: "warning",
  category: "never-works",
  summary: "a policy that selects no pods",
  rationale:
    "A policy applies only to the pods that its selector selects. If it selects none, it protects nothing, and the API server silently accepts it. anp doesn't report selectors without conditions, which are meant for future pods. Unless the input is a whole cluster, it reports only what is nearly there: the value under another label, pods in one other namespace, all labels but one that no pod has, or a label that a kustomization adds to selectors. The rest is a note (`absent-from-input`).",
  reference: "S-SEL-4",
  needs: ["pods"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "selects-no-pods"),
  fix: { kind: "unsafe", edits: (problem) => replacementEdits(problem) },
  together: alikeInFile<"selects-no-pods">(),
  word(facts, { related = [] }) {
    const help = helpForNoPods(facts);
    const alike = related.length + 1;
    return {
      message:
        addedText(facts) ?? (alike === 1 ? "the policy selects no pod" : `${alike} policies select no pod`),
      label: whyNoPods(facts),
      related: related.map(() => "here too"),
      notes: addedNotes(facts),
      ...(help === undefined ? {} : { help }),
    };
  },
});
