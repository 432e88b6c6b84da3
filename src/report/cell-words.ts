import { encode } from "./encode.js";
import { pathOf, type Origin, type PathStep } from "../source/manifest/origin.js";
import { policyText } from "./describe.js";
import type { CellState } from "../questions/cover/coverage.js";
import type { RuleCell } from "../questions/cover/cells.js";

/** What tests make of a cell, in words. */
export const STATE_WORDS: Readonly<Record<CellState, string>> = {
  decided: "decides",
  matched: "matches, but never decides",
  missed: "never matches",
  "cannot-decide": "can't decide anything",
};

/** `NetworkPolicy payments/db ingress[0].from[1], ports[0]`. */
export function cellText(cell: RuleCell): string {
  return `${policyText(cell.policy.ref)} ${cellPath(cell)}`;
}

/** Where in its policy a cell is written: `ingress[0].from[1], ports[0]`; of an isolation, its direction. */
export function cellPath({ type, direction, at, portAt }: RuleCell): string {
  if (type === "isolation") return `isolation for ${direction}`;
  const port =
    portAt === undefined ? "" : `, ${fieldText(stepsOf(portAt).slice(RULE_STEPS, RULE_STEPS + PORT_STEPS))}`;
  return `${specPath(at)}${port}`;
}

/** The path of a field below the spec: `ingress[0].from[1]`. */
export function specPath(origin: Origin): string {
  return fieldText(stepsOf(origin));
}

/** The path of the item of a list that a field is in, or is: `ingress[0].ports[1]`. */
export function itemPath(origin: Origin): string {
  const steps = stepsOf(origin);
  const last = steps.findLastIndex((step) => typeof step === "number");
  return fieldText(last === -1 ? steps : steps.slice(0, last + 1));
}

/** A list of ports, and the number of an item. */
const PORT_STEPS = 2;

/** The direction and the number of the rule. */
const RULE_STEPS = 2;

/** The steps to a field below the spec. */
function stepsOf(origin: Origin): readonly PathStep[] {
  const path = pathOf(origin);
  return path[0] === "spec" ? path.slice(1) : path;
}

function fieldText(steps: readonly PathStep[]): string {
  const text = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return encode(text.replace(/^\./, "")) || "spec";
}
