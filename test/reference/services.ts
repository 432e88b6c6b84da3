/** Services as destinations: S-SVC-1, S-VIP-1 … S-VIP-4, S-LOOP-2, U-5, U-6, U-17. */

import type { Address, Block, Family } from "./addresses.js";
import { contains, parseAddress, parseBlock } from "./addresses.js";
import type { Cluster, PodSource } from "./cluster.js";
import type { End, Flow, Scene } from "./facts.js";
import type {
  EndpointList,
  EndpointsPort,
  EndpointsSubset,
  KubernetesObject,
  ServicePort,
  ServiceSpec,
  ServiceStatus,
} from "./kubernetes.js";

export interface Service {
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  readonly isHeadless: boolean;
  readonly addresses: Readonly<Record<Way, readonly Address[]>>;
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly ports: readonly ServicePort[];
  readonly ranges: readonly Block[] | undefined;
  readonly keepsClient: boolean;
}

/** What leads to a Service: its cluster address, an external one, its load balancer's, a port on a node. */
type Way = "cluster" | "external" | "balancer";

/** What a Service without a selector leads to. */
export interface Listed {
  /** "namespace/name" of the Service. */
  readonly service: string;
  readonly addresses: readonly Address[];
  readonly ports: readonly EndpointsPort[];
}

/** What a flow is sent to before it gets to the backend that is its destination. */
export interface Passage {
  readonly service: Service;
  readonly way: Way | "node";
  /** Undefined where the input does not hold the address. */
  readonly address: Address | undefined;
  readonly port: number;
  /** The pod has sent this to itself. */
  readonly isItself: boolean;
}

/** How a Service is asked for: by its name, by an address of it, or by a node's address and a node port. */
export type ServiceQuery =
  | { readonly by: "name"; readonly service: string }
  | { readonly by: "address"; readonly service: string; readonly address: string }
  | { readonly by: "node port"; readonly service: string; readonly address: string };

export function readService(object: KubernetesObject, namespace: string): Service {
  const spec = (object.spec ?? {}) as ServiceSpec;
  const balancers = (object.status as ServiceStatus | null | undefined)?.loadBalancer?.ingress ?? [];
  const read = (texts: readonly (string | null | undefined)[]) =>
    texts.flatMap((text) => (text ? (parseAddress(text) ?? []) : []));
  const type = spec.type ?? "ClusterIP";
  const ranges = type === "LoadBalancer" ? (spec.loadBalancerSourceRanges ?? []) : [];
  return {
    name: object.metadata?.name ?? "",
    namespace,
    type,
    isHeadless: spec.clusterIP === "None",
    addresses: {
      cluster: read([spec.clusterIP, ...(spec.clusterIPs ?? [])]),
      external: read(spec.externalIPs ?? []),
      balancer: read(balancers.map((item) => item.ip)),
    },
    selector: spec.selector && Object.keys(spec.selector).length > 0 ? spec.selector : undefined,
    ports: spec.ports ?? [],
    ranges: ranges.length > 0 ? ranges.map(parseBlock) : undefined,
    keepsClient: spec.externalTrafficPolicy === "Local",
  };
}

/** An Endpoints object or an EndpointSlice; all of its addresses, ready or not. */
export function readListed(object: KubernetesObject, namespace: string): Listed[] {
  const read = (texts: readonly string[]) => texts.flatMap((text) => parseAddress(text) ?? []);
  if (object.kind === "Endpoints") {
    const { subsets } = object as { subsets?: readonly EndpointsSubset[] };
    return (subsets ?? []).map(({ addresses, ports }) => ({
      service: `${namespace}/${object.metadata?.name}`,
      addresses: read((addresses ?? []).map(({ ip }) => ip)),
      ports: ports ?? [],
    }));
  }
  const { endpoints, ports } = object as { endpoints?: EndpointList; ports?: Listed["ports"] };
  const service = object.metadata?.labels?.["kubernetes.io/service-name"];
  if (!service) return [];
  const addresses = read((endpoints ?? []).flatMap((item) => item.addresses));
  return [{ service: `${namespace}/${service}`, addresses, ports: ports ?? [] }];
}

/** Something behind a Service, and the port on which it is sent what goes to one of the Service's ports. */
export interface Backend {
  /** A pod "namespace/pod/name", a template "namespace/kind/name", "node/name", or an address. */
  readonly id: string;
  readonly end: End;
  readonly port: number;
}

export function backendsOf(
  cluster: Cluster,
  service: Service,
  port: ServicePort,
  ownerOf: (address: Address) => End,
): Backend[] {
  if (service.selector === undefined) return listedBackends(cluster, service, port, ownerOf);
  const wanted = Object.entries(service.selector);
  const isSelected = (pod: PodSource) =>
    !pod.finished &&
    pod.namespace === service.namespace &&
    wanted.every(([key, value]) => pod.labels.get(key) === value);
  const pods = [...cluster.pods].map(([name, pod]) => [name.replace("/", "/pod/"), pod] as const);
  const templates = [...cluster.workloads].map(([name, pod]) => {
    const [namespace, kind, ...rest] = name.split("/");
    return [`${namespace}/${kind!.toLowerCase()}/${rest.join("/")}`, pod] as const;
  });
  return [...pods, ...templates].flatMap(([id, source]): Backend[] => {
    if (!isSelected(source)) return [];
    const number = service.isHeadless ? port.port : targetOn(source, port); // S-VIP-2
    return number === undefined ? [] : [{ id, end: { kind: "pod", id: "to", source }, port: number }];
  });
}

/** S-VIP-4: a name is the one of a container port of the same protocol; missing, the Service's own number. */
function targetOn({ ports }: PodSource, { port, targetPort, protocol }: ServicePort): number | undefined {
  if (typeof targetPort !== "string") return targetPort ?? port;
  const same = (ports ?? []).find(
    (item) => item.name === targetPort && (item.protocol ?? "TCP") === (protocol ?? "TCP"),
  );
  return same?.containerPort ?? undefined;
}

function listedBackends(
  cluster: Cluster,
  service: Service,
  port: ServicePort,
  ownerOf: (address: Address) => End,
): Backend[] {
  const lists = cluster.listed.filter((item) => item.service === `${service.namespace}/${service.name}`);
  const found = new Map<string, Backend>();
  for (const { addresses, ports } of lists) {
    const same = ports.find(
      (item) =>
        (item.name ?? "") === (port.name ?? "") && (item.protocol ?? "TCP") === (port.protocol ?? "TCP"),
    );
    const number = service.isHeadless ? port.port : same?.port;
    if (!number) continue;
    for (const address of addresses) {
      const key = `${address.family} ${address.value}`;
      if (found.has(key)) continue;
      const end = ownerOf(address);
      found.set(key, { id: idOf(end), end, port: number });
    }
  }
  return [...found.values()];
}

function idOf(end: End): string {
  if (end.kind === "pod") return `${end.source.namespace}/pod/${end.source.name}`;
  if (end.kind === "node") return `node/${end.node}`;
  return end.kind === "address" ? `${end.address.family} ${end.address.value}` : end.id;
}

/** Where a client sends what is for a Service, over one family; undefined where there is no address of it. */
export function passageOf(
  service: Service,
  query: ServiceQuery,
  port: ServicePort,
  family: Family,
  from: End,
): Omit<Passage, "isItself"> | "none" | undefined {
  if (service.isHeadless) return "none"; // S-VIP-2: nothing is rewritten
  if (query.by === "node port") {
    const address = parseAddress(query.address)!;
    return address.family === family ? { service, way: "node", address, port: port.nodePort! } : undefined;
  }
  if (query.by === "address") {
    const address = parseAddress(query.address)!;
    const has = (way: Way) => service.addresses[way].some((item) => isSame(item, address));
    const way = (["cluster", "external", "balancer"] as const).find(has)!;
    return address.family === family ? { service, way, address, port: port.port } : undefined;
  }
  const way = from.kind === "address" ? wayIn(service) : "cluster";
  if (way === "node") return { service, way, address: undefined, port: port.nodePort ?? port.port };
  const known = service.addresses[way];
  const address = known.find((item) => item.family === family);
  return known.length > 0 && address === undefined ? undefined : { service, way, address, port: port.port };
}

function wayIn({ type, addresses }: Service): Way | "node" {
  if (type === "LoadBalancer") return "balancer";
  if (addresses.external.length > 0) return "external";
  return type === "NodePort" ? "node" : "cluster";
}

function isSame(a: Address, b: Address): boolean {
  return a.family === b.family && a.value === b.value;
}

// ---- what policy sees ----

const isFromElsewhere = ({ way }: Passage) => way === "external" || way === "balancer";

/** S-VIP-2: a pod's traffic to the address of a load balancer may leave the cluster and come back. */
export function leavesCluster(scene: Scene): boolean {
  const { passage } = scene.flow;
  if (passage === undefined || !isFromElsewhere(passage) || !scene.isInside(scene.flow.from)) return false;
  return scene.world.choose("S-VIP-2", ["short-circuit", "out and back"]) === "out and back";
}

/** S-VIP-3: whether the Service leads the source in at all, whatever policies say. */
export function isLedIn(scene: Scene): boolean {
  const { passage, from } = scene.flow;
  if (passage === undefined) return true;
  const isInside = scene.isInside(from);
  if (passage.way === "cluster" && !isInside) return false;
  const { ranges } = passage.service;
  if (passage.way !== "balancer" || ranges === undefined) return true;
  const isIn = (address: Address) => ranges.some((block) => contains(block, address));
  if (!isInside) return scene.address(from, isIn);
  return !leavesCluster(scene) || scene.someSource("any", isIn);
}

/** The flow as its destination's policies see it once it has come back: from somebody outside. */
export function returning({ passage: _past, ...flow }: Flow): Flow {
  const from: End = { kind: "entrance", id: "from", name: "", way: "external", address: undefined };
  return { ...flow, from };
}

/** The flow as its source's policies see it once it leaves the cluster: to an address outside, with the port sent to. */
export function leaving(flow: Flow): Flow {
  const passage = { ...flow.passage!, isItself: false }; // it is no pod's way to itself any more
  return { ...flow, to: entranceOf(flow), port: passage.port, passage };
}

export function entranceOf({ passage, to }: Flow): End {
  const { address, service, way } = passage!;
  const via = "via" in to && to.via !== undefined ? { via: to.via } : {};
  return { kind: "entrance", id: "to", name: `${service.namespace}/${service.name}`, way, address, ...via };
}

export type BlockTest = (address: Address) => boolean;

/**
 * Whether a peer of blocks matches, with its ports. Behind a Service it sees the backend with its port or, where address
 * rewriting comes after policy, what was sent to with that port: open where the two addresses differ (U-5, U-17).
 */
export function blocksMatch(
  isIn: BlockTest,
  matchesEnd: (scene: Scene) => boolean,
  portsMatch: (scene: Scene) => boolean,
  direction: "egress" | "ingress",
  scene: Scene,
): boolean {
  const { passage } = scene.flow;
  if (direction === "ingress" && passage !== undefined)
    return portsMatch(scene) && sourceMatches(isIn, matchesEnd, scene);
  if (passage === undefined || scene.flow.to.kind === "entrance")
    return portsMatch(scene) && matchesEnd(scene);
  const before = scene.withFlow(leaving(scene.flow));
  const seesBackend = matchesEnd(scene);
  const seesEntrance = before.address(before.flow.to, isIn);
  if (seesBackend === seesEntrance) return seesBackend && portsMatch(scene);
  // S-VIP-1: a pod behind the cluster's own address is judged by its own, but in profile strict.
  const isLeaning = passage.way === "cluster" && scene.flow.to.kind === "pod" && !scene.flow.to.source.host;
  const isAfter = isLeaning
    ? scene.leans("U-5")
    : (scene.practice.afterRewriting ?? scene.world.choose("U-5", [true, false]));
  return isAfter ? seesBackend && portsMatch(scene) : seesEntrance && portsMatch(before);
}

/** S-IP-8, S-VIP-3: the client, or the node that let it in, or somebody else where the flow came back from outside. */
function sourceMatches(isIn: BlockTest, matchesEnd: (scene: Scene) => boolean, scene: Scene): boolean {
  const { passage, from, family } = scene.flow;
  const isHidden = passage!.way !== "cluster" && !passage!.service.keepsClient && !scene.isInside(from);
  if (!isHidden || from.kind !== "address") return matchesEnd(scene);
  const nodes = [...scene.cluster.nodes.values()].flatMap(
    ({ addresses }) => addresses.find((address) => address.family === family) ?? [],
  );
  const seen = scene.world.choose<Address | "client" | "node">("S-VIP-3", [
    "client",
    ...(nodes.length > 0 ? nodes : (["node"] as const)),
  ]);
  if (seen === "client") return matchesEnd(scene);
  return seen === "node" ? scene.someSource("node", isIn) : isIn(seen);
}
