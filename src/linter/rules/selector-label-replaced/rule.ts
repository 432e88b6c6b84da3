import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { replacedLabels } from "./replaced.js";
import { someText } from "../words/selection.js";

/**
 * Compares selectors of policies, as a kustomization makes them, with what is written: those that were different by one label are the
 * same by it (S-SEL-1), and so may pods be that one of them told apart. Nothing where they differ by another label too.
 */
export const selectorLabelReplaced = defineRule({
  id: "selector-label-replaced",
  level: "warning",
  category: "misleading",
  summary: "a label of a kustomization that makes different selectors of policies the same",
  rationale:
    "`commonLabels`, and `labels` with `includeSelectors`, go into the selectors of policies too, and replace a value that is written there. If policies tell pods apart by the same key, all of them select the same pods afterwards: whoever was kept away is let in. The same holds for one selector, if the label makes it match pods whose own label was another one.",
  reference: "S-SEL-1",
  examples: { bad, good, reading: { asKustomization: true } },
  check: replacedLabels,
  noFix: "Workloads get the label too, and what selects them may rest on it.",
  word({ key, value, replaced, policies, others }) {
    return {
      message: `${code(`${key}=${value}`)} replaces ${someText(replaced, "and")} in selectors of ${someText(policies, "and")}: ${
        others === undefined
          ? "they select the same pods now"
          : `the pods of ${someText(others, "and")} are selected now, too`
      }`,
      label: "goes into selectors",
      help: "use `labels` with `includeSelectors: false`, or another key",
    };
  },
});
