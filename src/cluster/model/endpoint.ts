import type { Address, Family } from "../../base/net/address.js";
import type { AddressSet } from "../../base/net/address-set.js";
import type { Cluster } from "./cluster.js";
import type { Labels } from "./labels.js";
import type { UntoldLabel } from "./untold-label.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Protocol } from "../../base/net/traffic.js";

/** One end of a flow. */
export type Endpoint = PodEndpoint | NodeEndpoint | AddressEndpoint | DomainEndpoint;

/** A declared container port, the only thing that a port name resolves to (S-WL-4). */
export interface ContainerPort {
  readonly name: string | undefined;
  readonly protocol: Protocol;
  readonly port: number;
  /** The port of its node that leads to it; of a pod on the pod network traffic to it is rewritten to the pod. */
  readonly hostPort?: number;
}

/** A pod, or the pods that a workload's template will make: replicas that nothing tells apart are one endpoint. */
export interface PodEndpoint {
  readonly type: "pod";
  /** `ns/kind/name`, kind in lower case. */
  readonly id: string;
  /** The kind that the endpoint is shown as: Pod, Deployment …, or "hypothetical pod". */
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  /**
   * Labels that the input cannot tell in whole (S-WL-1): those that controllers add to the pods of a template, and those that are
   * written with a placeholder, or masked. `always` keys exist on every pod; the others may be missing.
   */
  readonly untoldLabels: readonly UntoldLabel[];
  readonly hostNetwork: boolean;
  /** Its addresses; undefined where the input does not tell. */
  readonly addresses: readonly Address[] | undefined;
  /** Undefined where the input does not tell. */
  readonly node: string | undefined;
  /** Addresses of its node that its own status tells. */
  readonly hostAddresses: readonly Address[];
  /** Undefined for a pod that is given by its labels alone, and where what is written is no port that a server takes: `${PORT}`. */
  readonly ports: readonly ContainerPort[] | undefined;
  /** The names of the pods that it stands for; empty for a template without pods in the input. */
  readonly pods: readonly string[];
  /** How many pods it stands for; undefined where nothing tells. */
  readonly replicas: number | undefined;
  readonly origin: Origin | undefined;
  /** Set where a Pod has a status but no address (S-SEL-7). */
  readonly noAddressYet?: true;
  /** Set where it has been deleted and has not ended yet. */
  readonly isTerminating?: true;
}

/** A node as an end of a flow: what `nodes` peers select, and what NetworkPolicy exempts for the pods on it. */
export interface NodeEndpoint {
  readonly type: "node";
  /** `node/name`. */
  readonly id: string;
  readonly name: string;
  /** Undefined for a node that only pods tell of. */
  readonly labels: Labels | undefined;
  /** Empty where nothing tells any. */
  readonly addresses: readonly Address[];
  readonly origin: Origin | undefined;
}

/** Addresses that no object of the input has, and that no policy tells apart. */
export interface AddressEndpoint {
  readonly type: "addresses";
  /** `ip/…`. */
  readonly id: string;
  /** What was asked for: an address, a CIDR, `internet`. */
  readonly name: string;
  readonly addresses: AddressSet;
  /** Set where the addresses may be those of pods that the input does not hold (S-EV-1a). */
  readonly mayBePod: boolean;
}

/** A name without an address: one external endpoint (S-FQ-8). */
export interface DomainEndpoint {
  readonly type: "domain";
  /** `domain/…`; of the end of a route `controller/…` or `load-balancer/…`. */
  readonly id: string;
  readonly name: string;
  /** Set where it is no name but whoever connects for a route. */
  readonly standsFor?: RouteEnd;
  /** Set for names of the cluster's own DNS, behind which there may be a pod (S-FQ-8). */
  readonly mayBePod: boolean;
}

/** Who connects to the backends of a route, where the input does not hold it. */
export interface RouteEnd {
  readonly kind: "controller" | "load balancer";
  readonly route: { readonly kind: string; readonly namespace: string; readonly name: string };
}

/** The families of which an endpoint has an address; undefined where nothing tells. */
export function familiesOf(endpoint: Endpoint): readonly Family[] | undefined {
  switch (endpoint.type) {
    case "pod":
    case "node": {
      const { addresses } = endpoint;
      if (addresses === undefined || addresses.length === 0) return undefined;
      return [...new Set(addresses.map(({ family }) => family))].toSorted();
    }
    case "addresses":
      return endpoint.addresses.families;
    case "domain":
      return undefined;
  }
}

/** The families that an input shows; IPv4 where it shows none (S-EV-6). */
export function familiesOfCluster({ facts }: Pick<Cluster, "facts">): readonly Family[] {
  return facts.families.length > 0 ? facts.families : ["IPv4"];
}

/** The families over which an endpoint can talk; one without addresses has those of the input (S-EV-6). */
export function reachableFamilies(cluster: Pick<Cluster, "facts">, endpoint: Endpoint): readonly Family[] {
  return familiesOf(endpoint) ?? familiesOfCluster(cluster);
}

/** The families over which two endpoints can talk; none where they have none in common (S-EV-6). */
export function flowFamilies(
  cluster: Pick<Cluster, "facts">,
  from: Endpoint,
  to: Endpoint,
): readonly Family[] {
  const others = reachableFamilies(cluster, to);
  return reachableFamilies(cluster, from).filter((family) => others.includes(family));
}

/** The node that an endpoint is, or is on; undefined where that is unknown, or it is on none. */
export function nodeOf(endpoint: Endpoint): string | undefined {
  if (endpoint.type === "node") return endpoint.name;
  return endpoint.type === "pod" ? endpoint.node : undefined;
}

/** True for a node, and for a pod on a node's network. */
export function isOnHostNetwork(endpoint: Endpoint): boolean {
  return endpoint.type === "node" || (endpoint.type === "pod" && endpoint.hostNetwork);
}

/** A pod that the input does not hold: its labels are all that is known of it. */
export function hypotheticalPod(namespace: string, labels: Labels): PodEndpoint {
  const name = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
  return {
    type: "pod",
    id: `${namespace}/labels/${name}`,
    kind: "hypothetical pod",
    namespace,
    name,
    labels,
    untoldLabels: [],
    hostNetwork: false,
    addresses: undefined,
    node: undefined,
    hostAddresses: [],
    ports: undefined,
    pods: [],
    replicas: undefined,
    origin: undefined,
  };
}
