import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { replacementEdits } from "../../../questions/mistakes/dead-values.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { inNamespaces, noneFulfils, someText } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/review.js";
import { unmatchedTogether } from "./together.js";
import type { MatchesNoNamespace } from "../../../cluster/problems/selection.js";

/** Asks each namespace selector of all namespaces of the input; unknown labels keep it silent (S-NS-1). */
export const namespaceSelectorMatchesNone = defineRule({
  id: "namespace-selector-matches-none",
  level: "warning",
  category: "never-works",
  summary: "a selector that matches no namespace",
  rationale:
    "Namespaces are selected by label, not by name. The only label every namespace has is `kubernetes.io/metadata.name`; any other, including `name`, exists only if someone set it. Unless the input is a whole cluster, anp reports two kinds: selectors that have the name of a Namespace of the input under another label, and selectors whose labels are on pods of the input and on no namespace. The others are notes of `absent-from-input`.",
  reference: "S-NS-1",
  needs: ["namespaces"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "namespace-selector-matches-none"),
  fix: { kind: "unsafe", edits: (problem) => replacementEdits(problem) },
  together: unmatchedTogether,
  word(facts, { related = [] }) {
    const { condition, labelledPods = [] } = facts;
    const help = helpFor(facts);
    const none =
      condition === undefined
        ? "no namespace in the input has all of these"
        : noneFulfils("namespace in the input", condition);
    return {
      message: "the selector matches no namespace",
      label: `${none}${labelledPods.length === 0 ? "" : `; pods ${inNamespaces(labelledPods)} have ${condition === undefined ? "them" : "it"}`}`,
      related: related.map(() => "here too"),
      ...(help === undefined ? {} : { help }),
    };
  },
});

/** What to write instead, where that is known. */
function helpFor({ condition, named, values, labelledPods = [] }: MatchesNoNamespace): string | undefined {
  if (named !== undefined)
    return `write ${code(`${NAMESPACE_NAME_LABEL}: ${named}`)}; the API server sets this label on every namespace`;
  const [only, ...more] = labelledPods;
  if (only !== undefined) {
    const name = more.length === 0 ? `${NAMESPACE_NAME_LABEL}: ${only}` : NAMESPACE_NAME_LABEL;
    return `these are labels of pods: write them below \`podSelector\`, and select the namespace by ${code(name)}`;
  }
  if (condition?.operator !== "In" || values.first.length === 0) return undefined;
  return `in the input, ${code(condition.key)} is ${someText(values)}`;
}
