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

/**
 * Of several policies that isolate, the one to look at: who selects pods by labels is about them, and of policies for all pods the
 * one without rules is there to deny.
 */
function tellingOf(policies: readonly Policy[], direction: Direction): Policy | undefined {
  return (
    policies.find(({ subject }) => (subject.pods?.requirements.length ?? 0) > 0) ??
    policies.find(({ rules }) => rules[direction]?.rules.length === 0) ??
    policies[0]
  );
}

/** The policy behind what decided, where it is one. */
export function denierOf(by: Entry | undefined, direction: Direction): Denier | undefined {
  if (by?.type === "rule") return { policy: by.policy, at: ruleOrigin(by.rule) };
  const policy = by?.type === "isolation" ? tellingOf(by.policies, direction) : undefined;
  return policy === undefined ? undefined : { policy, at: isolationOf(policy, direction) };
}
