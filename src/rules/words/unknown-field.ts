import { code } from "./code.js";
import { helpWithReleases } from "./releases.js";
import type { DropEffect } from "../../diagnostics/violation.js";
import type { Problem, ProblemOf } from "../../diagnostics/problem.js";
import type { Wording } from "../../diagnostics/diagnostic.js";

/** What an unknown field is, what it should be, and what the object does without it. */
export function unknownFieldWording(
  facts: ProblemOf<"unknown-field">["facts"],
  { object }: Problem,
): Wording {
  const { name, parent, meant, belongsUnder, effect } = facts;
  const note = effectNote(effect, object?.namespace);
  const help = belongsUnder === undefined ? undefined : `indent it below ${code(belongsUnder)}`;
  return {
    message: `unknown field ${code(name)}${parent === "" ? "" : ` in ${code(parent)}`}`,
    label: labelOf(meant, belongsUnder),
    ...(note === undefined ? {} : { notes: [note] }),
    ...helpWithReleases(
      facts,
      help ?? rewriteOf(facts) ?? (meant === undefined ? undefined : `write ${code(meant)}`),
    ),
  };
}

/** What a field of an older shape is in the newer ones (S-OBJ-3, S-ANP-1). */
function rewriteOf({ name, parent, shapeOf }: ProblemOf<"unknown-field">["facts"]): string | undefined {
  if (shapeOf === undefined) return undefined;
  switch (name) {
    case "namespaceSelector":
      return parent.endsWith("subject")
        ? `write ${code("namespaces")}`
        : `write what is in it directly below ${code("namespaces")}`;
    case "namespaces":
      return `move its ${code("namespaceSelector")} up, directly below ${code("pods")}`;
    case "sameLabels":
    case "notSameLabels":
      return "later releases do not compare namespaces: write one policy for each value of the label";
    case "related":
      return "later releases do not compare namespaces: write one policy for each namespace";
    default:
      return undefined;
  }
}

function labelOf(meant: string | undefined, belongsUnder: string | undefined): string {
  if (belongsUnder !== undefined) return `does it belong below ${code(belongsUnder)}?`;
  return meant === undefined ? "no such field here" : `did you mean ${code(meant)}?`;
}

function effectNote(effect: DropEffect, namespace: string | undefined): string | undefined {
  const without = "without strict checking the field is dropped,";
  switch (effect) {
    case "selects-every-pod-of-namespace":
      return `${without} and this policy selects every pod of namespace ${code(namespace ?? "default")}`;
    case "selector-selects-everything":
      return `${without} and the selector that is left selects everything`;
    case "matches-every-peer":
      return `${without} and the rule matches every peer`;
    case "matches-every-port":
      return `${without} and the rule matches every port`;
    case "selects-only-own-namespace":
      return `${without} and the peer selects pods of the policy's own namespace only`;
    case "no-rules":
      return `${without} and its rules are gone`;
    case "is-ignored":
      return `${without} and nothing says so`;
    case "is-refused":
      return undefined;
  }
}
