import type { Address } from "../../base/net/address.js";

/**
 * One line of a log of traffic, as every format says it. A record is one hook's opinion: what was seen at one place in the
 * network, in one direction. Times are milliseconds since 1970 (UTC), with fractions.
 *
 * Ends are values that are never changed. A reader returns the same object for ends that its log describes with the same bytes, so
 * that whoever reads millions of records can keep what an end stands for by the object.
 */
export interface FlowRecord {
  /** When the first packet was seen. Undefined for a log without times, such as a table of connections. */
  readonly first: number | undefined;
  /** When the last packet was seen: `first`, where a record is about one moment. */
  readonly last: number | undefined;
  /** How many connections or events the record stands for, at least 1. */
  readonly count: number;
  /** Who opened the connection, as far as the log knows: in a reply, ends are swapped. */
  readonly source: RecordedEnd;
  readonly destination: RecordedEnd;
  /** The Service that the client dialled, where the log says it. */
  readonly via: RecordedService | undefined;
  readonly protocol: RecordedProtocol;
  /** The number of a protocol that is `other`. */
  readonly protocolNumber?: number;
  readonly sourcePort: number | undefined;
  /** The destination's port, 0 to 65535; undefined for protocols without ports, and where the log leaves it out. */
  readonly port: number | undefined;
  readonly icmp?: { readonly type: number; readonly code: number | undefined };
  /** True for a TCP packet with SYN and without ACK, false for other flags, undefined where the log has no flags. */
  readonly opens: boolean | undefined;
  readonly seen: RecordedFate;
  /** Why it was dropped or would have been; undefined for what passed, or whose fate the log doesn't say. */
  readonly cause: DropCause | undefined;
  readonly point: RecordedPoint;
  readonly reply: "yes" | "no" | "unknown";
  /** What the log names as deciding, in the log's order. */
  readonly deciders: readonly RecordedRule[];
  /** What policies that are only staged would have decided. */
  readonly staged: readonly RecordedRule[];
}

/** `other` has a number but neither ports nor a name here; `unknown` is a protocol that the log doesn't say. */
export type RecordedProtocol = "TCP" | "UDP" | "SCTP" | "ICMP" | "other" | "unknown";

/**
 * What became of it. `would-drop` passed, and a policy that isn't enforced yet would have dropped it; `none`: the packet was
 * seen, and nothing says what a policy made of it.
 */
export type RecordedFate = "allowed" | "dropped" | "would-drop" | "none";

/**
 * Why something was dropped: by a rule or an isolation of a policy; by something else, in the log's own word; or the log doesn't say.
 */
export type DropCause =
  | { readonly code: "policy" }
  /** Nothing allowed it: the log knows that no rule denied it. */
  | { readonly code: "policy-default" }
  | { readonly code: "other"; readonly reason: string }
  | { readonly code: "unknown" };

/**
 * The half of the walk that the hook stands for. `connection`: both were passed, or the log doesn't tell them apart.
 * `unknown`: one of them, and the log doesn't say which.
 */
export type RecordedPoint = "egress" | "ingress" | "connection" | "unknown";

/** The Service that a client dialled; a reader leaves out what its log does. */
export interface RecordedService {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The virtual address. */
  readonly address: Address | undefined;
  readonly port: number | undefined;
}

/** One end of recorded traffic, with everything the log says about it. */
export type RecordedEnd =
  | RecordedPod
  | RecordedPods
  | RecordedHost
  | RecordedAddress
  | RecordedSet
  | UnknownEnd;

/** A pod by name, by its address, or by its labels. */
export interface RecordedPod {
  readonly kind: "pod";
  readonly namespace: string;
  /** Undefined where the log knows that it is a pod of the namespace, and not which. */
  readonly name: string | undefined;
  readonly address: Address | undefined;
  readonly workload: RecordedWorkload | undefined;
  /** The pod's own labels at that time, all of them; undefined where the log has none. */
  readonly labels: ReadonlyMap<string, string> | undefined;
  /** The labels of its namespace at that time, all of them. */
  readonly namespaceLabels: ReadonlyMap<string, string> | undefined;
}

/** Pods that the log put together: an aggregate without a pod's name or address. */
export interface RecordedPods {
  readonly kind: "pods";
  readonly namespace: string;
  /** What their names begin with: `web-7d9f-`. Undefined for all of the namespace. */
  readonly prefix: string | undefined;
  readonly workload: RecordedWorkload | undefined;
  /** The labels that all of them have. */
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/** A node, or a pod on its network, which policies see as the node. */
export interface RecordedHost {
  readonly kind: "host";
  /** The node's name. */
  readonly name: string | undefined;
  readonly address: Address | undefined;
  /** True for the node that the other end's pod runs on, false for another one, undefined where the log doesn't say. */
  readonly isLocal: boolean | undefined;
}

/** An address, and all the log knows: it may be a pod's. */
export interface RecordedAddress {
  readonly kind: "address";
  readonly address: Address;
  /** True where the log says that it is outside of the cluster. */
  readonly isOutside: boolean;
  /** The names by which DNS knew it, lower case, without the last dot. */
  readonly domains: readonly string[];
}

/** Addresses that the log gives a name only: a set of networks, or `pub` and `pvt`. */
export interface RecordedSet {
  readonly kind: "set";
  readonly name: string;
  readonly namespace: string | undefined;
}

/** An end of which the log says nothing. */
export interface UnknownEnd {
  readonly kind: "unknown";
}

/** The owner of a pod; its kind where the log knows it: `Deployment`, `ReplicaSet`. */
export interface RecordedWorkload {
  readonly kind: string | undefined;
  readonly name: string;
}

/** A rule or policy that a log names as deciding; a reader leaves out what its log does. */
export interface RecordedRule {
  /** `NetworkPolicy`, `ClusterNetworkPolicy` …; undefined for a kind that isn't one of Kubernetes' own. */
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  /** Undefined for a default: isolation, or the end of a tier. */
  readonly name: string | undefined;
  readonly tier: "Admin" | "NetworkPolicy" | "Baseline" | undefined;
  /** The index of the rule in its list, from 0. */
  readonly rule: number | undefined;
  readonly direction: "egress" | "ingress" | undefined;
  readonly action: "allow" | "deny" | "pass" | undefined;
}
