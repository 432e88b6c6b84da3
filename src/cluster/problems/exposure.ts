import type { Direction } from "../model/policy.js";
import type { Protocol, Traffic } from "../../base/net/traffic.js";

/** The facts of problems about what is reachable, and about names. */
export interface ExposureFacts {
  "open-to-world": OpenToWorld;
  "sensitive-port-exposed": SensitivePortExposed;
  "metadata-address-reachable": MetadataReachable;
  "dns-egress-missing": DnsEgressMissing;
  "domain-names-without-dns": DomainNamesWithoutDns;
  "domain-names-without-deny": DomainNamesWithoutDeny;
  "domain-names-shadowed-by-networks": DomainNamesShadowed;
  "deny-hits-cluster-services": DenyHitsClusterServices;
}

/** The workloads that a finding is about: one of them, `shop/web`, and how many there are. */
export interface Concerned {
  readonly first: string;
  readonly count: number;
}

/** Whom a rule lets in: everybody, or every pod of every namespace. */
export type Audience = "world" | "cluster";

/** A rule that lets everybody in. */
interface OpenToWorld {
  /** The CIDR that does; undefined for a rule without peers. */
  readonly cidr: string | undefined;
  /** The ports that are open and that no Service publishes. */
  readonly traffic: Traffic;
  /** True where some pods are kept out: by another tier, or by exceptions of the rule. */
  readonly isClosedToSomePods: boolean;
  readonly concerned: Concerned;
}

/** A port that few should reach, and that a rule opens to many. */
export interface SensitivePort {
  readonly protocol: Protocol;
  readonly port: number;
  /** What usually listens there. */
  readonly service: string;
  readonly reason: string;
}

interface SensitivePortExposed {
  readonly breadth: Audience;
  /** True where a Service publishes one of the ports. */
  readonly isPublished: boolean;
  /** True where some pods are kept out: by another tier, or by exceptions of the rule. */
  readonly isClosedToSomePods: boolean;
  /** At least one. */
  readonly ports: readonly SensitivePort[];
  readonly concerned: Concerned;
}

interface MetadataReachable {
  readonly address: string;
  /** The CIDR that holds it; undefined for a rule without peers. */
  readonly cidr: string | undefined;
  /** True where the CIDR can have exceptions. */
  readonly takesExceptions: boolean;
  /** True where it has some. */
  readonly hasExceptions: boolean;
  readonly concerned: Concerned;
  /** Other addresses of the service that rules of the same policy open. */
  readonly also?: readonly string[];
}

/** Pods that cannot ask the cluster's DNS. */
export interface DnsEgressMissing {
  /** `kube-system/kube-dns`. */
  readonly dns: string;
  /** The protocols over which they cannot, and the ports on which the DNS pods listen. */
  readonly missing: readonly { readonly protocol: Protocol; readonly port: number }[];
  /** True where they can over another protocol. */
  readonly isPartial: boolean;
  /**
   * Policies isolate the pods and no rule is about DNS; one allows the Service's port, which is not the pods'; one allows
   * the Service's address, which policy mostly does not see; one is about DNS over another protocol alone; a rule denies it.
   */
  readonly cause: "no-rule" | "service-port" | "service-address" | "other-protocol" | "denied";
  readonly concerned: Concerned;
}

/** A rule that accepts names for pods that cannot resolve them. */
interface DomainNamesWithoutDns {
  readonly name: string;
  readonly dns: string;
  readonly missing: DnsEgressMissing["missing"];
  /** A policy that isolates the pods, or a rule that denies. */
  readonly denies: "isolation" | "rule";
  readonly concerned: Concerned;
}

/** A rule that accepts names where everything else is allowed too. */
interface DomainNamesWithoutDeny {
  readonly name: string;
  readonly traffic: Traffic;
  readonly concerned: Concerned;
}

/** A rule that accepts names behind a rule that denies every address. */
interface DomainNamesShadowed {
  readonly name: string;
  /** `ClusterNetworkPolicy no-internet`. */
  readonly by: string;
  readonly isSamePolicy: boolean;
  readonly concerned: Concerned;
}

/** What every cluster needs, and what a rule for every namespace denies of it. */
export type ClusterNeed =
  /** Questions to the cluster's DNS. */
  | "dns"
  /** The API server behind its Service. */
  | "api-server"
  /** What the pods of `kube-system` send or get. */
  | "kube-system";

/** Facts about a deny for every namespace that takes away what a cluster needs to run (S-IP-3). */
export interface DenyHitsClusterServices {
  readonly direction: Direction;
  readonly needs: readonly ClusterNeed[];
  /** The cluster's DNS, where the input shows it. */
  readonly dns: string | undefined;
  /** Set where DNS is denied over one protocol alone. */
  readonly dnsOver: string | undefined;
  /** The workloads that cannot reach it, or that are not reached. */
  readonly concerned: Concerned;
}
