import { addressKey, addressOwners } from "./address-owners.js";
import { AddressSet } from "../../base/net/address-set.js";
import { formatAddress, type Address } from "../../base/net/address.js";
import { hostPortsOf, type HostPort } from "./host-ports.js";
import { groupBy } from "../../base/collections/group-by.js";
import { podsOfNamespaceWith, type ServicePod } from "./labelled-pods.js";
import { NO_TRAFFIC, trafficOf, unionTraffic, type Protocol, type Traffic } from "../../base/net/traffic.js";
import { oncePer, oncePerAsked } from "../../base/collections/once-per.js";
import { outsideEndpoint } from "./outside.js";
import type { AddedBy } from "./service-path.js";
import type { Cluster } from "./cluster.js";
import type { Endpoint, NodeEndpoint, PodEndpoint } from "./endpoint.js";

import type { EndpointsObject, EndpointsPort, ServiceObject, ServicePort } from "./objects.js";

/**
 * The pods behind a Service: those that it selects in its namespace, by the labels that the input tells; none without a
 * selector. Pods that are being deleted are sent nothing any more while there are others.
 */
export function podsBehind(
  cluster: Pick<Cluster, "workloads">,
  { selector, ref }: ServiceObject,
): readonly ServicePod[] {
  if (selector === undefined || ref.namespace === undefined) return [];
  const selected = podsOfNamespaceWith(cluster, ref.namespace, selector);
  const staying = selected.filter(({ pod }) => pod.isTerminating !== true);
  return staying.length > 0 ? staying : selected;
}

/** A port on which something listens. */
export interface Listening {
  readonly protocol: Protocol;
  readonly port: number;
}

/**
 * The port of a pod that a port of its Service leads to, the protocol included; undefined where the pod does not declare
 * the name (S-VIP-4). Behind a headless Service nothing is rewritten: clients use the Service's own port (S-VIP-2).
 */
export function targetOn(
  { ports = [] }: PodEndpoint,
  { isHeadless }: Pick<ServiceObject, "isHeadless">,
  { protocol, port, target }: ServicePort,
): Listening | undefined {
  if (isHeadless) return { protocol, port };
  if (typeof target === "number") return { protocol, port: target };
  const declared = ports.find((each) => each.name === target && each.protocol === protocol);
  return declared === undefined ? undefined : { protocol, port: declared.port };
}

/** True for a pod of which it is not known where a port of its Service leads to on it: something no server takes stands there. */
export function isTargetUntold(
  { ports }: PodEndpoint,
  { isHeadless }: Pick<ServiceObject, "isHeadless">,
  { target, isTargetUntold: isUntold }: ServicePort,
): boolean {
  return !isHeadless && typeof target === "string" && (isUntold === true || ports === undefined);
}

/** Who connects by endpoints, as controllers, Prometheus and the API server do, uses the target port behind every Service. */
export const BY_ENDPOINTS: Pick<ServiceObject, "isHeadless"> = { isHeadless: false };

/** Something that traffic to a Service ends at. */
export interface Backend {
  readonly endpoint: Endpoint;
  /** Set where the Service selects pods, and a slice beside them leads here. */
  readonly addedBy?: AddedBy | undefined;
  /** Where a port of the Service leads to on it; undefined where it leads nowhere there. */
  portFor(port: ServicePort): Listening | undefined;
}

/**
 * What stands behind a Service: the pods that it selects, ready or not, and the addresses that are listed for it (S-EV-1a,
 * S-VIP-2).
 * @param client how clients find them
 */
export function backendsOf(
  cluster: Cluster,
  service: ServiceObject,
  client: Pick<ServiceObject, "isHeadless"> = service,
): Backend[] {
  const selected = podsBehind(cluster, service).map(({ pod }): Backend => ({
    endpoint: pod,
    portFor: (port) => targetOn(pod, client, port),
  }));
  return [...selected, ...listedBackends(cluster, service, client)];
}

/**
 * The addresses that somebody has listed for a Service, in Endpoints and EndpointSlices, each as what has it: of a Service without
 * a selector all of them, of another one those of slices that the control plane does not keep. Where such a slice lists what the
 * Service leads to by its selector, nothing is added.
 */
export function listedBackends(
  cluster: Cluster,
  service: ServiceObject,
  client: Pick<ServiceObject, "isHeadless">,
): Backend[] {
  const { ref, selector } = service;
  const all = listsOf(cluster).get(`${ref.namespace} ${ref.name}`) ?? [];
  const lists = selector === undefined ? all : all.filter(({ isKept }) => !isKept);
  if (lists.length === 0 || service.type === "ExternalName") return [];
  const selected = new Map(podsBehind(cluster, service).map(({ pod }) => [pod.id, pod]));
  const listed = lists.flatMap((by) => by.addresses.map((address) => ({ address, by })));
  const found = [...groupBy(listed, ({ address }) => addressKey(address)).values()].map((of): Backend => {
    const [first] = of;
    const ports = of.flatMap(({ by }) => by.ports);
    return {
      endpoint: endpointAt(cluster, first.address),
      ...(selector === undefined ? {} : { addedBy: first.by }),
      portFor: (port) => (client.isHeadless ? port : listeningFor(port, ports)),
    };
  });
  return found.filter(({ endpoint, portFor }) => {
    const pod = selected.get(endpoint.id);
    return (
      pod === undefined ||
      service.ports.some((port) => leadsElsewhere(portFor(port), targetOn(pod, client, port)))
    );
  });
}

function leadsElsewhere(listed: Listening | undefined, selected: Listening | undefined): boolean {
  return listed !== undefined && (listed.port !== selected?.port || listed.protocol !== selected.protocol);
}

/** What is listed for Services, by their namespaces and names. */
const listsOf = oncePer(({ endpoints }: Cluster): ReadonlyMap<string, readonly EndpointsObject[]> =>
  groupBy(endpoints, ({ namespace, service }) => `${namespace} ${service}`),
);

/** Whatever has an address. Nothing leads on from the address of another Service: it is nobody's. */
function endpointAt(cluster: Cluster, address: Address): Endpoint {
  const owner = addressOwners(cluster).get(addressKey(address))?.owner;
  if (owner !== undefined && owner !== "service") return owner;
  const text = formatAddress(address);
  return outsideEndpoint(cluster, AddressSet.single(address), text, `ip/${text}`);
}

/** The port of the same name; addresses behind the only port of a Service need no name. */
function listeningFor(
  { name, protocol }: ServicePort,
  ports: readonly EndpointsPort[],
): Listening | undefined {
  const found = ports.find((each) => each.protocol === protocol && (each.name ?? "") === (name ?? ""));
  return found === undefined ? undefined : { protocol, port: found.port };
}

/** The Services that have each address, by `addressKey`: several may share an external one. */
export const servicesByAddress = oncePer(
  ({ services }: Cluster): ReadonlyMap<string, readonly ServiceObject[]> => {
    const found = new Map<string, ServiceObject[]>();
    for (const service of services)
      for (const key of new Set(service.addresses.map(addressKey)))
        found.set(key, [...(found.get(key) ?? []), service]);
    return found;
  },
);

/** The ports of nodes that lead on to pods: those that Services have opened on every node, and those that pods have on theirs. */
export const nodePortsOf = oncePer((cluster: Cluster): Traffic => leading(cluster, hostPortsOf(cluster)));

/** The same of one node. */
export const nodePortsOn = oncePerAsked(
  ({ name }: NodeEndpoint) => name,
  (cluster: Cluster, { name }): Traffic => {
    const own = hostPortsOf(cluster).filter(({ pod }) => pod.node === undefined || pod.node === name);
    return leading(cluster, own);
  },
);

function leading({ services }: Cluster, held: readonly HostPort[]): Traffic {
  const opened = services.flatMap(({ ports }) =>
    ports.flatMap(({ protocol, nodePort: number }) => (number === undefined ? [] : [{ protocol, number }])),
  );
  return [...opened, ...held]
    .map(({ protocol, number }) => trafficOf(protocol, [[number, number]]))
    .reduce(unionTraffic, NO_TRAFFIC);
}
