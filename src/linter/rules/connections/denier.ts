import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { isolationOf } from "../proofs/bypassing.js";
import type { Direction, Policy } from "../../../cluster/model/policy.js";
import type { Entry } from "../../../semantics/evaluate/entry.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** A policy that denies, with the place where it does: a rule, or what isolates. */
export interface Denier {
  readonly policy: Policy;
  readonly at: Problem["at"];
}

/** The policy behind what decided, where it is one. */
export function denierOf(by: Entry | undefined, direction: Direction): Denier | undefined {
  if (by?.type === "rule") return { policy: by.policy, at: ruleOrigin(by.rule) };
  const [policy] = by?.type === "isolation" ? by.policies : [];
  return policy === undefined ? undefined : { policy, at: isolationOf(policy, direction) };
}
