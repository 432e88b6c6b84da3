import type { Action, Direction, Policy, Rule, Tier } from "../../cluster/model/policy.js";
import type { Namespace } from "../../cluster/model/cluster.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { RefusedPolicy, ServiceObject } from "../../cluster/model/objects.js";

/** Why a direction is not subject to policy at all (S-EV-4, S-LOOP-1). */
export type Exemption =
  | "loopback"
  | "outside"
  | "node"
  | "host-network"
  /** By what an implementation does: a pod that reaches itself through a Service. */
  | "hairpin"
  /** ICMP and other protocols. */
  | "other-protocol"
  /** A client that a node port or load balancer has let in with a node's address. */
  | "node-port";

/** Why a Service does not lead somewhere: it has no way in from outside, or its load balancer lets other sources in. */
export type Unreachable = "not-published" | "source-ranges";

/** A rule that decides what it matches. */
export interface RuleDecider {
  readonly type: "rule";
  readonly tier: Tier;
  readonly policy: Policy;
  readonly rule: Rule;
  /** What the rule does to what it matches; one that fails closed denies. */
  readonly action: Action;
  /** True where it matches only because a part of it is not known (S-FC-1). */
  readonly failsClosed: boolean;
}

/**
 * What can decide one direction of a flow, whoever asks: an entry of a walk is a decider with the regions of the answer, a
 * step of a chain is one as one result shows it. Every format words and writes this record.
 */
export type Decider =
  | RuleDecider
  /** No policy: the Service itself does not lead there from a source outside of the cluster (S-VIP-3). */
  | { readonly type: "service"; readonly why: Unreachable; readonly service: ServiceObject }
  /** The implementation does not carry the protocol, whatever policies say. */
  | { readonly type: "not-carried"; readonly protocol: "SCTP" }
  /** The implementation drops what a pod sends to its own node, whatever policies say. */
  | { readonly type: "own-node-closed" }
  /** The direction is not subject to policy. */
  | { readonly type: "exempt"; readonly why: Exemption }
  /** Policies isolate the subject, and no rule allows. */
  | { readonly type: "isolation"; readonly tier: Tier; readonly policies: readonly Policy[] }
  /** The same by the design of 2016, where a namespace isolates its pods. */
  | { readonly type: "namespace-isolation"; readonly tier: Tier; readonly namespace: Namespace }
  /** The isolation does not hold for the pod's own node (S-NODE-L1, S-NODE-L2). */
  | { readonly type: "own-node"; readonly tier: Tier }
  /** A policy that is missing might have decided; undefined for documents that could not be read. */
  | { readonly type: "refused"; readonly tier: Tier; readonly refused: RefusedPolicy | undefined }
  /** A limit has ended the walk. */
  | { readonly type: "limit" }
  /** No policy restricts the direction, and the implementation denies that. */
  | { readonly type: "default-deny" }
  /** No policy restricts the direction. */
  | { readonly type: "default" };

/** Where a decider is written, as far as it is. */
export function originOf(decider: Decider, direction: Direction): Origin | undefined {
  switch (decider.type) {
    case "rule":
      return decider.rule.origin;
    case "isolation": {
      const [first] = decider.policies;
      return first?.rules[direction]?.origin ?? first?.origin;
    }
    case "namespace-isolation":
      return decider.namespace.origin;
    case "refused":
      return decider.refused?.origin;
    case "service": {
      const { why, service } = decider;
      return (why === "source-ranges" ? service.sourceRanges?.origin : undefined) ?? service.origin;
    }
    case "own-node":
    case "own-node-closed":
    case "not-carried":
    case "exempt":
    case "limit":
    case "default-deny":
    case "default":
      return undefined;
  }
}

const KEYS = new WeakMap<Decider, string>();

/** The same text for what is decided by the same rule of the same policy, in whichever walk of whichever cluster. */
export function deciderKey(decider: Decider, direction: Direction): string {
  const known = KEYS.get(decider);
  if (known !== undefined) return known;
  const key = JSON.stringify([decider.type, direction, ...factsOf(decider)]);
  KEYS.set(decider, key);
  return key;
}

function factsOf(decider: Decider): readonly unknown[] {
  switch (decider.type) {
    case "rule":
      return [...nameOf(decider.policy), decider.rule.index, decider.failsClosed];
    case "isolation":
      return decider.policies.map(nameOf);
    case "namespace-isolation":
      return [decider.namespace.name];
    case "refused":
      return [decider.tier, decider.refused === undefined ? null : nameOf(decider.refused)];
    case "not-carried":
      return [decider.protocol];
    case "exempt":
      return [decider.why];
    case "service":
      return [decider.why, ...nameOf(decider.service)];
    case "own-node":
      return [decider.tier];
    case "own-node-closed":
    case "limit":
    case "default-deny":
    case "default":
      return [];
  }
}

function nameOf({ ref }: { readonly ref: ObjectRef }): readonly unknown[] {
  return [ref.apiVersion, ref.kind, ref.namespace, ref.name];
}
