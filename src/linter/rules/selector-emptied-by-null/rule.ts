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
  summary: "a selector, or a label in one, without a value",
  rationale:
    "A key with nothing behind it is null, often the rest of a lost line or of an empty value in a template. The API server takes it as not written: a selector then selects everything, or is no part of its peer. A label without a value is dropped from the policies for the whole cluster; in a NetworkPolicy it asks for the empty value.",
  reference: "S-NULL",
  foundBy: [
    "kinds/review/null-selectors.ts",
    "kinds/admin-policies/review/selectors.ts",
    "kinds/network-policy/review/null-selectors.ts",
  ],
  examples: { bad, good },
  word({ field, effect }, { object }) {
    const namespace = object?.namespace ?? "default";
    return {
      message: `${code(field)} has no value: ${consequence(effect, field, namespace)}`,
      label: "nothing stands behind it",
      help: helpFor(effect, field),
    };
  },
});

function consequence(effect: Effect, field: string, namespace: string): string {
  switch (effect) {
    case "selects-every-pod-of-namespace":
      return `the policy selects every pod of namespace ${code(namespace)}`;
    case "selects-every-pod":
      return "the peer is every pod of the namespaces beside it";
    case "selects-own-namespace":
      return `the peer is only pods of the policy's own namespace, ${code(namespace)}`;
    case "selects-every-namespace":
      return "pods of every namespace are selected";
    case "selects-everything":
      return "the selector selects everything";
    case "last-label-dropped":
      return "the server drops the label, and the selector selects everything";
    case "label-dropped":
      return "the server drops the label, and the selector asks for less";
    case "label-empty":
      return `the selector asks for ${code(field)} with the empty value`;
  }
}

function helpFor(effect: Effect, field: string): string {
  switch (effect) {
    case "selects-own-namespace":
      return "write which namespaces it should select, `{}` for all of them; remove it for the own one";
    case "last-label-dropped":
    case "label-dropped":
    case "label-empty":
      return `write the value behind ${code(`${field}:`)}; ${code('""')} asks for the empty one`;
    default:
      return `write what it should select, or ${code(`${field}: {}`)} if everything is meant`;
  }
}
