import type { Concerned } from "./exposure.js";
import type { Direction } from "../model/policy.js";
import type { Protocol } from "../../base/net/traffic.js";

/** The facts of problems about connections that objects of the input are meant to make, and about Services. */
export interface ConnectionFacts {
  "service-port-not-target-port": ServicePortNotTargetPort;
  "load-balancer-source-lost": LoadBalancerSourceLost;
  "ingress-backend-blocked": IngressBackendBlocked;
  "webhook-port-blocked": WebhookPortBlocked;
  "published-service-blocked": PublishedServiceBlocked;
  "closed-service": ClosedService;
  "metrics-scrape-blocked": MetricsScrapeBlocked;
  "api-server-unreachable": ApiServerUnreachable;
  "configured-address-blocked": ConfiguredAddressBlocked;
  "domain-name-unlisted": DomainNameUnlisted;
}

/** A Service that nobody may reach on any of its ports. */
interface ClosedService extends Pick<BlockedPort, "protocol" | "port"> {
  readonly service: string;
  /** On how many ports its pods listen for it, the one above included. */
  readonly ports: number;
}

/** A Service that pods are configured with, and that policies keep them from. */
interface ConfiguredAddressBlocked {
  /** The workloads that are, at what denies them. */
  readonly concerned: Concerned;
  /** Of the first, the environment variable, flag or key that gives it; "argument" for one without a name. */
  readonly setting: string;
  /** As it is configured there, without whatever else stands with it. */
  readonly host: string;
  readonly port: number;
  /** `shop/redis`. */
  readonly service: string;
  /** On which its pods listen. */
  readonly listening: { readonly protocol: Protocol; readonly port: number };
  /** The direction that is denied: egress of the workload, or ingress of the Service's pods. */
  readonly side: Direction;
  /** Where ingress is denied, the workloads whose egress is denied too. */
  readonly egressDenied?: Concerned;
  /** How many other Services are denied to the same workload alike, where its own policy is missing; undefined for none. */
  readonly more?: number;
}

/** A Service for clients outside of the cluster, of which no pod lets any address in on any of its ports. */
interface PublishedServiceBlocked extends BlockedPort {
  /** `shop/web`. */
  readonly service: string;
  /** How many ports of its pods are closed. */
  readonly ports: number;
  /** False where a node may pass clients on under its own address. */
  readonly keepsClientAddress: boolean;
}

/** A name outside of the cluster that pods are configured with, and that the names they may reach do not hold. */
interface DomainNameUnlisted {
  readonly workload: string;
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  /** Names that the pods may reach on that port or another, the first few as they are written. */
  readonly listed: readonly string[];
  readonly moreListed: number;
}

/** A rule that names the port of a Service, where policy sees that of its pods. */
interface ServicePortNotTargetPort {
  readonly direction: Direction;
  readonly protocol: Protocol;
  readonly port: number;
  /** Set where it is not the Service's own port, but the one that it opens on nodes. */
  readonly isNodePort?: true;
  /** `shop/cart`. */
  readonly service: string;
  /** The ports on which its pods listen, in order. */
  readonly targets: readonly number[];
}

/** A rule about addresses of clients that a Service replaces by those of nodes. */
export interface LoadBalancerSourceLost {
  readonly cidr: string;
  readonly service: string;
  /** What the rule does not do: let its clients in, or keep its exceptions out. */
  readonly effect: "not-let-in" | "not-kept-out";
  readonly concerned: Concerned;
}

/** Who makes a connection: pods of the input, something outside of the cluster, or nobody that the input tells. */
export type Connecting =
  | { readonly type: "pods"; readonly first: string; readonly more: number }
  | { readonly type: "outside"; readonly controller: string }
  | { readonly type: "unknown" };

/** A port of pods on which those are not reached who are meant to be. */
interface BlockedPort {
  readonly protocol: Protocol;
  readonly port: number;
  /** The workloads that are not reached. */
  readonly concerned: Concerned;
}

interface IngressBackendBlocked extends BlockedPort {
  /** `Ingress shop/web`. */
  readonly route: string;
  /** `shop/web`. */
  readonly service: string;
  readonly connecting: Connecting;
  /** The direction that is denied: egress of who connects, or ingress of the pods. */
  readonly side: Direction;
  /** Set where policies of the pods let somebody in from beyond their namespace, on other ports alone. */
  readonly allows?: AllowedPorts;
  /** A policy that lets somebody in and selects no pod. */
  readonly meant?: string;
  /** The namespace of the pods, where policies let in pods of it and nobody else, and nothing shows who the controller is. */
  readonly within?: string;
}

/** The ports on which pods are reached, where another one is meant. */
export interface AllowedPorts {
  /** In order, the first few. */
  readonly ports: readonly { readonly protocol: Protocol; readonly port: number }[];
  /** The Service's own port, where it is one of them: that of the pods is another one. */
  readonly servicePort?: number;
}

interface WebhookPortBlocked extends BlockedPort {
  readonly webhook: string;
  readonly service: string;
  /** The nodes from which the API server calls, or where the input has none, any address outside. */
  readonly from: "control-plane" | "anywhere";
}

interface MetricsScrapeBlocked extends BlockedPort {
  /** `ServiceMonitor shop/web`. */
  readonly monitor: string;
  /** Set where it is no monitor, and asks by an annotation. */
  readonly isAnnotated?: true;
  readonly connecting: Connecting;
  readonly side: Direction;
}

/** Facts about a workload that uses the API and cannot reach the API server (S-VIP-1). */
export interface ApiServerUnreachable {
  readonly port: number;
  /**
   * Policies isolate the pods and no rule is about the API server; one allows the Service's port, which is not that of the
   * nodes; one allows the Service's address, which policy mostly does not see; a rule denies it.
   */
  readonly cause: "no-rule" | "service-port" | "service-address" | "denied";
  readonly concerned: Concerned;
}
