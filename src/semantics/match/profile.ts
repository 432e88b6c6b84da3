import { readingOf, type ChoiceCode } from "./unsettled.js";
import { settled } from "./split.js";
import type { Split, World } from "./world.js";

/** How the points are read that the sources leave open but lean on (S-V-1). */
export type LeaningPoint = Extract<
  ChoiceCode,
  | "host-network"
  | "in-cluster-address"
  | "own-node-egress"
  | "baseline-fallthrough-direction"
  | "empty-ports-list"
  | "empty-protocol"
  | "address-rewriting"
>;

/** The answer to a question about an open point; "open" where both answers count. */
export type PointReading = boolean | "open";

/**
 * For each leaning point the answer to its question. The questions: are host-network pods treated as pods? do CIDRs match
 * in-cluster addresses? is egress to the pod's own node exempt? is Baseline asked although a policy isolates the pod in the
 * other direction? does `ports: []` mean all? does `protocol: ""` mean TCP? are pods behind a Service's cluster address judged
 * by their own address (S-VIP-1)?
 */
type LeaningReadings = Readonly<Record<LeaningPoint, PointReading>>;

/**
 * What implementations do beside the leaning points: where the texts leave something open without leaning on it, and where
 * one of them does not do what the texts say. Each is asked for in one place.
 */
interface Practice {
  /** Kinds of policy that are not enforced, as `kind` names them. */
  readonly "unenforced-kinds": readonly string[];
  /** The last priority of an AdminNetworkPolicy that is enforced: one behind it has no effect at all. */
  readonly "last-priority": number;
  /** Whether `endPort` of NetworkPolicy counts; else `port` alone does. */
  readonly "end-port": boolean;
  /** A port name in an ordered tier: what the pod declares, or read as if the rule had no ports. */
  readonly "admin-port-name": "resolved" | "every-port";
  /** Whether a NetworkPolicy that has a port name is enforced. */
  readonly "port-name": boolean;
  /** Whether a port name in an egress rule matches that pods of the cluster declare with several numbers. */
  readonly "repeated-port-name": boolean;
  /** A rule of an ordered tier that has a `nodes` peer. */
  readonly "node-peer": PeerPractice;
  /** The same for domain names; or only rules that accept may have them, and a policy with another one is not enforced. */
  readonly "domain-peer": PeerPractice | "accept-only";
  /** Whether a Pass rule that fails closed denies everything (S-FC-1); else it matches nothing. */
  readonly "closed-pass-denies": boolean;
  /** Whether SCTP is carried at all to and from pods. */
  readonly sctp: boolean;
  /** Whether `ipBlock` matches nodes and host pods: as it does pods, or otherwise. */
  readonly "node-in-block": "as-pods" | boolean;
  /** Whether networks of an ordered tier match the cluster's own addresses; a node's only where `node-in-block` is not false. */
  readonly "network-in-cluster": boolean;
  /** Whether a node reaches the pods on it whatever NetworkPolicy says (S-NODE-L1). */
  readonly "own-node-ingress": PointReading;
  /** What a pod sends to itself through a Service, at an isolating NetworkPolicy: allowed, judged by the rules, or subject to no policy of any kind (S-LOOP-2). */
  readonly "hairpin-egress": HairpinPractice;
  readonly "hairpin-ingress": HairpinPractice;
  /** ICMP and other protocols: at an isolating NetworkPolicy open or judged by the rules (S-ICMP-3), or subject to no policy. */
  readonly "other-protocol": "open" | "by-rules" | "not-subject";
  /** Whether policy comes after rewriting for the addresses of Services about which the texts do not lean (U-5, U-17). */
  readonly "other-rewriting": PointReading;
  /** What an egress rule sees of traffic to a Service's cluster address: its backend, or the Service with its selector. */
  readonly "service-peer": "backend" | "selector";
  /** Where it sees the Service: whether a port of it counts that is not the one of its pods. */
  readonly "service-port": "any" | "same-as-pods";
  /** Policies of one priority: any may be applied, or the first by name (S-PRI-1). */
  readonly "equal-priority": "open" | "by-name";
  /** Whether ingress policy is asked about clients that a node port or load balancer lets in with a node's address. */
  readonly "node-port-ingress": boolean;
  /** What becomes of a direction of a pod that no policy restricts (U-26); denied, it is as if an empty policy isolated the pod. */
  readonly unrestricted: "allowed" | "denied";
  /** Whether a pod reaches its own node where its policies let it: what passes them may be dropped there. */
  readonly "own-node-entry": boolean;
  /** Host pods as peers of NetworkPolicy: as their subject, or selected wherever a podSelector is written. */
  readonly "host-peer": "as-subject" | "with-pod-selector";
}

type PeerPractice = "matched" | "fails-closed" | "unenforced";
type HairpinPractice = "open" | "by-rules" | "allowed" | "not-subject";

/** Everything that an implementation may do differently, by name. */
export type Readings = LeaningReadings & Practice;

/** A record of readings, which matching and the walk receive. */
export interface Profile {
  readonly name: string;
  readonly readings: Readings;
}

/** What the texts say where they say it; open where they leave it so. */
const BY_THE_TEXTS: Practice = {
  "unenforced-kinds": [],
  "last-priority": Infinity,
  "end-port": true,
  "admin-port-name": "resolved",
  "port-name": true,
  "repeated-port-name": true,
  "node-peer": "matched",
  "domain-peer": "matched",
  "closed-pass-denies": true,
  sctp: true,
  "node-in-block": "as-pods",
  "network-in-cluster": true,
  "own-node-ingress": true,
  "hairpin-egress": "open",
  "hairpin-ingress": "open",
  "other-protocol": "open",
  "other-rewriting": "open",
  "service-peer": "backend",
  "service-port": "any",
  "equal-priority": "open",
  "node-port-ingress": true,
  unrestricted: "allowed",
  "own-node-entry": true,
  "host-peer": "as-subject",
};

/** What the texts lean to and nearly all implementations do. */
export const REFERENCE: Profile = {
  name: "reference",
  readings: {
    ...BY_THE_TEXTS,
    "host-network": false,
    "in-cluster-address": true,
    "own-node-egress": true,
    "baseline-fallthrough-direction": true,
    "empty-ports-list": true,
    "empty-protocol": true,
    "address-rewriting": true,
  },
};

/** The leaning points, each open. */
const OPEN: LeaningReadings = {
  "host-network": "open",
  "in-cluster-address": "open",
  "own-node-egress": "open",
  "baseline-fallthrough-direction": "open",
  "empty-ports-list": "open",
  "empty-protocol": "open",
  "address-rewriting": "open",
};

/** Every open point counts with all of its outcomes. */
export const STRICT: Profile = { name: "strict", readings: { ...BY_THE_TEXTS, ...OPEN } };

/** The profiles by name. */
export const PROFILES: ReadonlyMap<string, Profile> = new Map(
  [REFERENCE, STRICT].map((each) => [each.name, each]),
);

/** True for a choice that the texts lean on. */
export function isLeaning(code: string): code is LeaningPoint {
  return Object.hasOwn(OPEN, code);
}

/** Asks how a profile reads an open point. An implementation reads it the same way everywhere. */
export function splitByReading(world: World, profile: Profile, point: LeaningPoint): Split {
  return splitAsRead(world, profile.readings[point], point);
}

/** Asks about an open point to which an answer may be given. */
export function splitAsRead(world: World, reading: PointReading, point: ChoiceCode): Split {
  return reading === "open" ? world.ask(readingOf(point)) : settled(world, reading);
}
