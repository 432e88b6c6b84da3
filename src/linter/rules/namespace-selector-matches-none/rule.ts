import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { replacementEdits } from "../../../questions/mistakes/dead-values.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { noneFulfils, someText } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/review.js";
import { unmatchedTogether } from "./together.js";

/** Asks each namespace selector of all namespaces of the input; unknown labels keep it silent (S-NS-1). */
export const namespaceSelectorMatchesNone = defineRule({
  id: "namespace-selector-matches-none",
  level: "warning",
  category: "never-works",
  summary: "a selector that matches no namespace",
  rationale:
    "Namespaces are selected by label, not by name. The only label every namespace has is `kubernetes.io/metadata.name`; any other, including `name`, exists only if someone set it. Unless the input is a whole cluster, anp reports only selectors with the name of a Namespace of the input under another label; the rest is a note (`absent-from-input`).",
  reference: "S-NS-1",
  needs: ["namespaces"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "namespace-selector-matches-none"),
  fix: { kind: "unsafe", edits: (problem) => replacementEdits(problem) },
  together: unmatchedTogether,
  word({ condition, named, values }, { related = [] }) {
    const help =
      named === undefined
        ? condition?.operator === "In" && values.first.length > 0
          ? `in the input, ${code(condition.key)} is ${someText(values)}`
          : undefined
        : `write ${code(`${NAMESPACE_NAME_LABEL}: ${named}`)}; the API server sets this label on every namespace`;
    return {
      message: "the selector matches no namespace",
      label:
        condition === undefined
          ? "no namespace in the input has all of these"
          : noneFulfils("namespace in the input", condition),
      related: related.map(() => "here too"),
      ...(help === undefined ? {} : { help }),
    };
  },
});
