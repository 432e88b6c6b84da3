import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { replacementEdits } from "../../../questions/mistakes/dead-values.js";
import { alikeInFile } from "../with-places.js";
import { addedNotes, addedText, helpForNoPods, whyNoPods } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/review.js";

/** Asks each peer of the pods of the input; silent where it may mean pods that the input lacks (S-SEL-4). */
export const peerSelectsNoPods = defineRule({
  id: "peer-selects-no-pods",
  level: "warning",
  category: "never-works",
  summary: "a peer that selects no pods",
  rationale:
    "A peer that selects no pods allows, denies or passes nothing. A `podSelector` without a `namespaceSelector` selects only pods in the policy's own namespace. anp doesn't report peers whose pods may be missing from the input, such as those of `kube-system`. Unless the input is a whole cluster, it reports only what is nearly there: the value under another label, all labels but one that no pod has, or a label that a kustomization adds to selectors. The rest is a note (`absent-from-input`).",
  reference: "S-SEL-4",
  examples: { bad, good },
  check(cluster) {
    const found = selectionProblems(cluster, "peer-selects-no-pods");
    if (cluster.workloads.length > 0) return found;
    // That a kustomization labels no pods of an installer needs no pods to be seen.
    return found.filter(
      ({ code, facts }) => code === "peer-selects-no-pods" && facts.added?.foreign !== undefined,
    );
  },
  fix: { kind: "unsafe", edits: (problem) => replacementEdits(problem) },
  together: alikeInFile<"peer-selects-no-pods">(),
  word(facts, { related = [] }) {
    const help = helpForNoPods(facts);
    const alike = related.length + 1;
    return {
      message: addedText(facts) ?? (alike === 1 ? "the peer selects no pod" : `${alike} peers select no pod`),
      label: whyNoPods(facts),
      related: related.map(() => "here too"),
      notes: addedNotes(facts),
      ...(help === undefined ? {} : { help }),
    };
  },
});
