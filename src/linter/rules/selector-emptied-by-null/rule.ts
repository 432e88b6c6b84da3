import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { ProblemFacts } from "../../../cluster/problems/facts.js";

type Effect = ProblemFacts["selector-emptied-by-null"]["effect"];

/** Raised where null stands in place of a selector or a label, with what the server stores instead (S-NULL). */
export const selectorEmptiedByNull = defineRule({
  id: "selector-emptied-by-null",
  level: "warning",
  category: "misleading",
  summary: "a selector, or a label in a selector, without a value",
  rationale:
    "A key without a value is null, often because of a lost line or an empty template value. The API server treats it as missing: the selector then selects everything, or disappears from its peer. A label without a value is dropped in cluster-wide policies; in a NetworkPolicy it means the empty value. The `podSelector:` of a policy without a value is how some write every pod of the namespace: it is reported only to who asks for it (`--rule selector-emptied-by-null=info`); labels that stand one level too far to the left of it are unknown fields, and reported as such.",
  reference: "S-NULL",
  foundBy: [
    "kinds/review/null-selectors.ts",
    "kinds/admin-policies/review/selectors.ts",
    "kinds/network-policy/review/null-selectors.ts",
  ],
  examples: { bad, good },
  levelOf: ({ effect }) => (effect === "selects-every-pod-of-namespace" ? "off" : "warning"),
  noFix: "What was to be selected is not in the text.",
  word({ field, effect }, { object }) {
    const namespace = object?.namespace ?? "default";
    return {
      message: `${code(field)} has no value: ${consequence(effect, field, namespace)}`,
      label: "no value",
      help: helpFor(effect, field),
    };
  },
});

function consequence(effect: Effect, field: string, namespace: string): string {
  switch (effect) {
    case "selects-every-pod-of-namespace":
      return `the policy selects every pod of namespace ${code(namespace)}`;
    case "selects-every-pod":
      return "the peer is every pod of the selected namespaces";
    case "selects-own-namespace":
      return `the peer selects only pods of the policy's own namespace, ${code(namespace)}`;
    case "selects-every-namespace":
      return "it selects pods of every namespace";
    case "selects-everything":
      return "the selector selects everything";
    case "last-label-dropped":
      return "the server drops the label, so the selector selects everything";
    case "label-dropped":
      return "the server drops the label, so the selector selects more";
    case "label-empty":
      return `the selector requires ${code(field)} with an empty value`;
  }
}

function helpFor(effect: Effect, field: string): string {
  switch (effect) {
    case "selects-own-namespace":
      return "write which namespaces to select, or `{}` for all; remove it for the policy's own namespace";
    case "last-label-dropped":
    case "label-dropped":
    case "label-empty":
      return `write a value after ${code(`${field}:`)}, or ${code('""')} for an empty one`;
    default:
      return `write what to select, or ${code(`${field}: {}`)} for everything`;
  }
}
