import { refKey } from "../../cluster/model/object-ref.js";
import type { Direction, Policy, Rule } from "../../cluster/model/policy.js";

/** The same text for the same rule of the same policy, in whichever cluster. */
export function ruleKey({ ref }: Policy, direction: Direction, { index }: Rule): string {
  return `${refKey(ref)} ${direction} ${index}`;
}
