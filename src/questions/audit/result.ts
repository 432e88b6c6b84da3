import type { AddedBy } from "../../cluster/model/service-path.js";
import type { AddressSet } from "../../base/net/address-set.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Direction, Policy } from "../../cluster/model/policy.js";
import type { Family } from "../../base/net/address.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { MissingController } from "../../cluster/model/route-controllers.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Traffic } from "../../base/net/traffic.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";

/** What a class comes to for some pods, the worst first (S-AUD-1). */
export const AUDIT_STATUSES = ["reachable", "bypassed", "undecided", "overridable", "blocked"] as const;

/**
 * `blocked`: proved, by the Admin tier. `overridable`: proved, but NetworkPolicies or the Baseline tier do it. `bypassed`: there
 * is a block, and a way round it. `undecided`: something is missing, or the texts leave it open.
 */
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

/** What was asked, and what came of it. */
export interface Audit {
  readonly classes: readonly AuditedClass[];
  /** What no policy of pods concerns, beside what the groups come to. */
  readonly beside: readonly BesideEntry[];
  /** Of what kinds of it the input has no object. */
  readonly notShown: readonly NotShown[];
  /** How many workloads or pods were excepted. */
  readonly excepted: number;
  /** False where a limit has ended it: what is undecided may be more. */
  readonly isWhole: boolean;
}

/**
 * What no policy of pods concerns, or a way on which none is asked. B-9: pods on the network of their nodes. B-10: pods
 * with powers over their node or network. B-11: other networks. B-12: egress gateways. B-13: service meshes. B-18: roles with which the API server connects for
 * somebody. B-19: what the API server calls. B-20: what nodes call for pods.
 */
export interface BesideEntry {
  readonly id: "B-9" | "B-10" | "B-11" | "B-12" | "B-13" | "B-18" | "B-19" | "B-20";
  readonly on:
    | { readonly type: "pods"; readonly id: string }
    | { readonly type: "object"; readonly kind: string; readonly name: string }
    | { readonly type: "objects"; readonly kind: string; readonly count: number };
  /** B-10: powers. B-18: subresources. B-20: `nfs` or `probe`, and the host. Of others nothing. */
  readonly what: readonly string[];
  readonly at: Origin | undefined;
}

/** A kind of ways of which the input has no object at all. */
export type NotShown = "B-18" | "B-19";

/** A class of destinations with what it comes to for each group of pods. */
export interface AuditedClass {
  readonly name: string;
  /** Those that are known. */
  readonly addresses: AddressSet;
  /** Every part of it as it is shown: `169.254.169.254/32`, `node/a`. */
  readonly parts: readonly string[];
  readonly notes: readonly ClassNote[];
  readonly groups: readonly AuditGroup[];
}

/** What is worth knowing about a class; none of these changes what a group comes to. */
export type ClassNote =
  /** Addresses of pods, Services or nodes among a block that are not looked at. */
  | { readonly code: "left-out"; readonly of: "pods" | "services" | "nodes"; readonly count: number }
  /** Nodes may have addresses that no object tells: bridges, other interfaces, public ones. */
  | { readonly code: "other-node-addresses" }
  /** Whoever is reachable there may be a proxy. */
  | { readonly code: "hosts-may-be-proxies" }
  /** Rules that accept names match addresses: what has one of theirs is accepted too (S-FQ-6). */
  | { readonly code: "names-may-share-addresses" }
  /** A slice adds endpoints to what a Service of the class selects. */
  | {
      readonly code: "added-endpoints";
      /** The Service, `shop/cart`. */
      readonly service: string;
      readonly addedBy: AddedBy;
      readonly endpoints: readonly string[];
    };

/** Pods that behave alike: their rows by id, `new/…` for those that do not exist yet. */
export interface AuditGroup {
  readonly endpoints: readonly string[];
  readonly status: AuditStatus;
  /** What decided; undefined where no single thing did. */
  readonly decidedBy: AuditStep | undefined;
  /** What is not denied when it is sent there at once. */
  readonly open: readonly OpenTraffic[];
  /** What is denied to all of the class when it is sent there at once. */
  readonly denied: Traffic;
  readonly witnesses: readonly FlowWitness[];
  readonly bypasses: readonly Bypass[];
  readonly missing: readonly Missing[];
}

/** What decided, in which direction. */
export interface AuditStep {
  readonly decider: Decider;
  readonly direction: Direction;
}

/** Traffic to a part of a class that is allowed, or of which that is open. */
export interface OpenTraffic {
  /** As they are shown: `169.254.169.254/32`, `node/a`. */
  readonly to: readonly string[];
  /** True where that is every part of the class. */
  readonly isWhole: boolean;
  readonly family: Family | undefined;
  /** True where it is the node that the pod is on. */
  readonly isOwnNode: boolean;
  readonly traffic: Traffic;
  readonly verdict: "allowed" | "undefined" | "unknown";
  readonly by: AuditStep;
}

/** B-2: addresses that somebody has listed for a Service lead there. B-3: one stands for a name of it. B-4: one takes over an address of it. B-5: as B-2, and it is published. */
export interface ServiceWay {
  readonly id: "B-2" | "B-3" | "B-4" | "B-5";
  readonly service: ObjectRef;
  readonly at: Origin;
  /** What it leads to: `169.254.169.254:80`, a name. */
  readonly to: string;
  /** The slice that leads there, beside what the Service selects. */
  readonly addedBy?: AddedBy | undefined;
  /** `outside`: whoever is outside of the cluster comes there, and no policy of pods concerns them. */
  readonly verdict: "allowed" | "undefined" | "unknown" | "outside";
}

/** A way round a block, or why there is none: the rows of the specification's table. */
export type Bypass =
  | ServiceWay
  /** B-7: a route to a Service that leads there: its controller connects. */
  | {
      readonly id: "B-7";
      readonly route: ObjectRef;
      readonly at: Origin;
      readonly service: ObjectRef;
      readonly controller: string;
      readonly to: string;
    }
  /** B-8: pods that policy lets them reach, the last of which is not kept from the class. */
  | {
      readonly id: "B-8";
      readonly hops: readonly string[];
      readonly at: Origin | undefined;
      readonly isOpen: boolean;
      readonly witnesses: readonly FlowWitness[];
    }
  /** B-14: a policy with a higher precedence, or the same one, that allows what another one denies. */
  | {
      readonly id: "B-14";
      readonly policy: Policy;
      readonly at: Origin;
      readonly masked: Policy | undefined;
      readonly isTie: boolean;
    }
  /** B-15: what blocks can be undone by whoever may write NetworkPolicies. */
  | {
      readonly id: "B-15";
      readonly at: Origin | undefined;
      readonly tier: "NetworkPolicy" | "Baseline";
      readonly policies: readonly Policy[];
      /** Set where a NetworkPolicy does so already. */
      readonly undoneBy?: Policy;
    }
  /** B-16: a policy that blocks the class for other pods does not select these. */
  | { readonly id: "B-16"; readonly policy: Policy; readonly at: Origin }
  /** B-17: protocols, ports, families or addresses that what blocks leaves out. */
  | {
      readonly id: "B-17";
      readonly at: Origin | undefined;
      readonly by: AuditStep;
      readonly gaps: readonly Gap[];
    };

/** Traffic to some parts of a class that a block leaves out. */
export interface Gap {
  readonly left: Traffic;
  readonly to: readonly string[];
  readonly families: readonly Family[];
}

/** What is missing for a proof, in either direction. */
export type Missing =
  | {
      readonly code: "unsettled";
      readonly reasons: readonly Unsettled[];
      readonly to: readonly string[];
      /** True where that is every part of the class. */
      readonly isWhole: boolean;
    }
  /** Only today's nodes are denied (S-AUD-4). */
  | { readonly code: "later-nodes" }
  | { readonly code: "no-control-plane" }
  | { readonly code: "no-api-server" }
  | { readonly code: "no-dns" }
  | { readonly code: "no-backends"; readonly service: string }
  /** A name may have other addresses tomorrow: a deny by name is never a proof. */
  | { readonly code: "addresses-of-name"; readonly name: string }
  | { readonly code: "controller"; readonly route: ObjectRef; readonly why: MissingController | "outside" };
