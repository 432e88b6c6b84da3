import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { noneFulfils, someText } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/findings.js";

/** Asks each namespace selector of all namespaces of the input; unknown labels keep it silent (S-NS-1). */
export const namespaceSelectorMatchesNone = defineRule({
  id: "namespace-selector-matches-none",
  level: "warning",
  category: "never-works",
  summary: "a selector that matches none of the namespaces",
  rationale:
    "Namespaces are selected by their labels, not by their names. The one label that every namespace has is `kubernetes.io/metadata.name`; any other, `name` included, is there only if somebody has set it.",
  reference: "S-NS-1",
  needs: ["namespaces"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "namespace-selector-matches-none"),
  word({ condition, named, values }) {
    const help =
      named === undefined
        ? condition?.operator === "In" && values.first.length > 0
          ? `in the input, ${code(condition.key)} is ${someText(values)}`
          : undefined
        : `write ${code(`${NAMESPACE_NAME_LABEL}: ${named}`)}: every namespace has this label, set by the API server`;
    return {
      message: "the selector matches no namespace",
      label:
        condition === undefined
          ? "no namespace of the input has all of it"
          : noneFulfils("namespace of the input", condition),
      ...(help === undefined ? {} : { help }),
    };
  },
});
