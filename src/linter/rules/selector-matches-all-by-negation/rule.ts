import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conditionText } from "../words/condition.js";
import { defineRule } from "../define.js";
import { otherKey } from "../../../questions/mistakes/dead-values.js";
import { emptyExclusions } from "../../../questions/mistakes/empty-exclusions.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";

/** Asks of each `NotIn` whether something has the label at all, since without it everything is selected (S-SEL-1). */
export const selectorMatchesAllByNegation = defineRule({
  id: "selector-matches-all-by-negation",
  level: "warning",
  category: "misleading",
  summary: "an exclusion by a label that nothing has",
  rationale:
    "`NotIn` also selects what lacks the label. If nothing has it, the condition excludes nothing: `name NotIn [kube-system]` includes `kube-system`, which has no label `name`. anp reports namespaces that are meant by their name, and other labels only if the input is a whole cluster.",
  reference: "S-SEL-1",
  examples: { bad, good },
  check: emptyExclusions,
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { condition, meant } }) =>
      meant !== undefined && "step" in at
        ? otherKey(at, [condition.key, meant], NAMESPACE_NAME_LABEL)?.edits
        : undefined,
  },
  word({ condition, of, meant }) {
    const { key } = condition;
    return {
      message:
        meant === undefined
          ? `${conditionText(key, condition)} excludes nothing: no ${of === "pods" ? "pod" : "namespace"} has a label ${code(key)}`
          : `this doesn't exclude ${code(meant)}: nothing sets the label ${code(key)} on a namespace`,
      label: "selects what lacks the label, too",
      help:
        of === "namespaces" && meant !== undefined
          ? `write ${code(NAMESPACE_NAME_LABEL)} as the key`
          : "use a label that they have",
    };
  },
});
