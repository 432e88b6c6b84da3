import type { Unenforced } from "../match/enforced.js";
import type { Decider, RuleDecider } from "./decider.js";
import type { Direction, Policy, Tier } from "../../cluster/model/policy.js";
import type { Match, Mismatch } from "../match/why.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Unsettled } from "../match/unsettled.js";

/** A rule as the traffic of one result meets it. */
export interface RuleStep extends RuleDecider {
  readonly decides: boolean;
  readonly outcome: "matched" | "missed" | "may-match" | "failed-closed";
  /** What it hangs on where it may match. */
  readonly unsettled: readonly Unsettled[];
  readonly because: Match | Mismatch;
  readonly nearest: boolean;
  /** Set where another policy of the same priority matches too and disagrees. */
  readonly tied: boolean;
  readonly at: Origin;
}

/**
 * One step of a chain, in the order of evaluation. `decides` marks the steps that made the outcome (several where it is
 * undefined or unknown), `at` is the value that mattered, as far as it is written.
 */
export type Step =
  | RuleStep
  | (Exclude<Decider, RuleDecider> & { readonly decides: boolean; readonly at: Origin | undefined })
  | UndecidingStep;

/** A step that never decides. */
type UndecidingStep = {
  readonly decides: false;
} & /** No policy of the tier selects the subject in this direction. */ (
  | {
      readonly type: "no-policy";
      readonly tier: Tier;
      /** Policies that select it, and that an implementation does not enforce. */
      readonly unenforced?: Unenforced;
    }
  /** The tier was not reached, though policies of it select the subject. */
  | { readonly type: "tier-not-reached"; readonly tier: Tier; readonly policies: readonly Policy[] }
  /** A policy of an ordered tier none of whose rules matches, or one that isolates and whose rules are asked next. */
  | {
      readonly type: "policy";
      readonly tier: Tier;
      readonly policy: Policy;
      readonly outcome: "no-rule-matches" | "isolates";
      readonly at: Origin;
    }
  | {
      readonly type: "policy-not-reached";
      readonly tier: Tier;
      readonly policy: Policy;
      readonly at: Origin;
    }
);

/** The chain of one direction of one part. */
export interface Chain {
  readonly direction: Direction;
  readonly steps: readonly Step[];
}

/** The policies that a step or decider is about. */
export function policiesOfStep(step: Step | Decider): readonly Policy[] {
  return "policies" in step ? step.policies : "policy" in step ? [step.policy] : [];
}
