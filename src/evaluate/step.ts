import type { Action, Direction, Policy, Rule, Tier } from "../model/policy.js";
import type { Exemption, Unreachable } from "./entry.js";
import type { Match, Mismatch } from "../match/why.js";
import type { Namespace } from "../model/cluster.js";
import type { Origin } from "../manifest/origin.js";
import type { RefusedPolicy, ServiceObject } from "../model/objects.js";
import type { Unsettled } from "../match/world.js";

/**
 * One step of a chain, in the order of evaluation. `decides` marks the steps that made the outcome (several where it is
 * undefined or unknown), `at` is the value that mattered.
 */
export type Step = { readonly decides: boolean } &
  /** The direction is not subject to policy. */
  (
    | { readonly type: "exempt"; readonly why: Exemption }
    /** No policy: the Service itself does not lead there (S-VIP-3). */
    | {
        readonly type: "service";
        readonly why: Unreachable;
        readonly service: ServiceObject;
        readonly at: Origin;
      }
    /** No policy of the tier selects the subject in this direction. */
    | { readonly type: "no-policy"; readonly tier: Tier }
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
    | {
        readonly type: "rule";
        readonly tier: Tier;
        readonly policy: Policy;
        readonly rule: Rule;
        /** What the rule does where it matches; a rule that fails closed denies. */
        readonly action: Action;
        readonly outcome: "matched" | "missed" | "may-match" | "failed-closed";
        /** What it hangs on where it may match. */
        readonly unsettled: readonly Unsettled[];
        readonly because: Match | Mismatch;
        readonly nearest: boolean;
        /** Set where another policy of the same priority matches too and disagrees. */
        readonly tied: boolean;
        readonly at: Origin;
      }
    | {
        readonly type: "isolated";
        readonly tier: Tier;
        readonly policies: readonly Policy[];
        readonly at: Origin;
      }
    | {
        readonly type: "namespace-isolated";
        readonly tier: Tier;
        readonly namespace: Namespace;
        readonly at: Origin | undefined;
      }
    /** The isolation does not hold for the pod's own node. */
    | { readonly type: "own-node"; readonly tier: Tier }
    | {
        readonly type: "refused";
        readonly tier: Tier;
        readonly refused: RefusedPolicy | undefined;
        readonly at: Origin | undefined;
      }
    /** A limit has ended the walk. */
    | { readonly type: "limit" }
    | { readonly type: "default" }
  );

/** The chain of one direction of one part. */
export interface Chain {
  readonly direction: Direction;
  readonly steps: readonly Step[];
}

/** The policies that a step is about. */
export function policiesOf(step: Step): readonly Policy[] {
  return "policies" in step ? step.policies : "policy" in step ? [step.policy] : [];
}
