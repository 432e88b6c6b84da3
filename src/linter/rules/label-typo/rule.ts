import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { replacementEdits } from "../../../questions/mistakes/dead-values.js";
import { inNamespaces, labelText } from "../words/selection.js";
import { selectionProblems } from "../../../questions/mistakes/review.js";
import type { LabelTypo } from "../../../cluster/problems/selection.js";

/** Compares keys and values of selectors with those that the input has, as people mistype them, and with names of objects (S-SEL-1). */
export const labelTypo = defineRule({
  id: "label-typo",
  level: "warning",
  category: "never-works",
  summary: "a label in a selector that looks misspelt, or is the name of an object",
  rationale:
    "Selectors see labels, not the names of workloads and Services. A misspelt label silently selects nothing: the server accepts the policy, but it doesn't apply to the pods you meant. In a `NotIn` it is worse: it selects what should be excluded.",
  reference: "S-SEL-1",
  needs: ["pods", "namespaces"],
  examples: { bad, good },
  check: (cluster) => selectionProblems(cluster, "label-typo"),
  fix: { kind: "unsafe", edits: (problem) => replacementEdits(problem) },
  word(facts) {
    const { part, written, meant, bearer, of, namespaces, namedAs } = facts;
    const what = of === "pods" ? `pod ${inNamespaces(namespaces)}` : "namespace in the input";
    const missing = part === "key" ? `a label ${code(written)}` : labelText(bearer.key, written);
    return {
      message:
        namedAs === undefined
          ? `${code(written)} looks like a misspelling of ${code(meant)}: ${effectText(facts)}`
          : `${code(written)} is the name of a ${namedAs}, not a label of its pods: ${effectText(facts)}`,
      label: `no ${what} has ${missing}; ${code(bearer.name)} has ${labelText(bearer.key, bearer.value)}`,
      help: `write ${code(meant)}`,
    };
  },
});

function effectText({ effect, of }: LabelTypo): string {
  const one = of === "pods" ? "pod" : "namespace";
  switch (effect) {
    case "selects-nothing":
      return `the selector selects no ${one}`;
    case "selects-less":
      return `it selects no ${one}`;
    case "excludes-nothing":
      return `it excludes no ${one}`;
  }
}
