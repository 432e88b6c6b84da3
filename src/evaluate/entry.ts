import type { Action, Policy, Rule, Tier } from "../model/policy.js";
import type { Namespace } from "../model/cluster.js";
import type { RefusedPolicy, ServiceObject } from "../model/objects.js";
import type { Region } from "../match/region.js";

/** What one direction of a flow can come to. */
export type Outcome = "allowed" | "denied";

/** Why a direction is not subject to policy at all (S-EV-4, S-LOOP-1). */
export type Exemption = "loopback" | "outside" | "node" | "host-network";

/** Why a Service does not lead somewhere: it has no way in from outside, or its load balancer lets other sources in. */
export type Unreachable = "not-published" | "source-ranges";

/**
 * What the walk did, in order. Regions say for which traffic, in which world: a chain of steps for one result is the
 * entries that its region meets, so that one evaluation explains every part of a set.
 */
export type Entry =
  /** A Service does not lead there from a source outside of the cluster. */
  | {
      readonly type: "service";
      readonly why: Unreachable;
      readonly service: ServiceObject;
      readonly regions: readonly Region[];
    }
  | { readonly type: "exempt"; readonly why: Exemption; readonly regions: readonly Region[] }
  /** A policy was asked: where it selects the subject. */
  | {
      readonly type: "policy";
      readonly tier: Tier;
      readonly policy: Policy;
      readonly regions: readonly Region[];
    }
  /** A rule was asked: where it matched, and where it did not. */
  | {
      readonly type: "rule";
      readonly tier: Tier;
      readonly policy: Policy;
      readonly rule: Rule;
      readonly action: Action;
      readonly matched: readonly Region[];
      /** Matched because it fails closed: there it denies. */
      readonly failedClosed: readonly Region[];
      readonly missed: readonly Region[];
    }
  /** Policies isolate the subject and no rule allows; `regions` are where that stands. */
  | {
      readonly type: "isolation";
      readonly tier: Tier;
      readonly policies: readonly Policy[];
      readonly regions: readonly Region[];
    }
  | {
      readonly type: "namespace-isolation";
      readonly tier: Tier;
      readonly namespace: Namespace;
      readonly regions: readonly Region[];
    }
  /** The isolation does not hold for the pod's own node (S-NODE-L1, S-NODE-L2). */
  | { readonly type: "own-node"; readonly tier: Tier; readonly regions: readonly Region[] }
  /** A policy that the server refuses might have decided. */
  | {
      readonly type: "refused";
      readonly tier: Tier;
      readonly refused: RefusedPolicy | undefined;
      readonly matched: readonly Region[];
    }
  /** A limit has ended the walk: the regions are not decided. */
  | { readonly type: "limit"; readonly regions: readonly Region[] }
  | { readonly type: "default"; readonly regions: readonly Region[] };

/** A region with what it comes to, and the entry that decided. */
export interface Leaf {
  readonly region: Region;
  readonly outcome: Outcome;
  readonly by: Entry;
}

/** A region that a rule decided. */
export interface Decided {
  readonly region: Region;
  readonly action: Action;
  readonly by: Entry;
  /** Names the answer where an implementation may choose between several. */
  readonly option: string;
}
