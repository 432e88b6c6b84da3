import { excludesPods } from "../../../semantics/match/implies.js";
import type { Policy } from "../../../cluster/model/policy.js";

/** True where no pod has the labels that the subjects of two policies of one namespace ask for. */
export function areApart({ subject: a }: Policy, { subject: b }: Policy): boolean {
  return excludesPods(a, b);
}
