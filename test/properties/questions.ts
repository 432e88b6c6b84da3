import type { Protocol } from "../../src/base/net/traffic.js";
import type { Family } from "../../src/base/net/address.js";
import type { ServiceQuery } from "../reference/services.js";
import type {
  KubernetesObject,
  NodeStatus,
  PodStatus,
  ServicePort,
  ServiceSpec,
  ServiceStatus,
} from "../reference/kubernetes.js";
import type { QueryEnd } from "../reference/reference.js";
import type { Scenario } from "./generate/scenario.js";

/** One end of a flow in the words of both sides. */
export interface End {
  /** As a person types it. */
  readonly text: string;
  readonly query: QueryEnd;
  /** False for what no object of the input has: traffic between two such ends is nobody's. */
  readonly isOfObject: boolean;
  /** True for what policies may select: a pod, or pods of a template. */
  readonly isPod?: true;
}

/** Traffic that no object of a scenario cuts further: a range of ports, or what has no ports. */
export type Atom =
  | { readonly protocol: Protocol; readonly port: number; readonly last: number }
  | { readonly protocol: "other"; readonly port?: never };

export const FAMILIES: readonly Family[] = ["IPv4", "IPv6"];

/** Every pair of ends of which one is a pod: policies have no say in other traffic. */
export function pairsOf(scenario: Scenario): readonly (readonly [from: End, to: End])[] {
  const { sources, destinations } = endsOf(scenario);
  return sources.flatMap((from) =>
    destinations
      .filter((to) => from.isPod === true || to.isPod === true)
      .filter((to) => from.isOfObject || to.isOfObject)
      .map((to) => [from, to] as const),
  );
}

/** Every end of a scenario that can be a source, and those that can only be a destination. */
export function endsOf(scenario: Scenario): {
  readonly sources: readonly End[];
  readonly destinations: readonly End[];
} {
  const { objects, addresses, hypothetical, domains, facts } = scenario;
  const others = addresses.map(addressEnd);
  const labelled = hypothetical === undefined ? [] : [labelsEnd(hypothetical)];
  const sources = [...objects.flatMap(endsOfObject), ...labelled, ...others];
  return {
    sources,
    destinations: [
      ...sources,
      ...domains
        .filter((domain) => !isOfCluster(domain) || facts.dns?.[normalised(domain)] !== undefined)
        .flatMap((domain) => domainEnds(domain, facts.dns)),
    ],
  };
}

/** Names that only the DNS of a cluster has: nothing of a scenario is called so, and that is an error. */
function isOfCluster(domain: string): boolean {
  return /\.(svc|cluster\.local)$/.test(normalised(domain));
}

function normalised(domain: string): string {
  return domain.toLowerCase().replace(/\.$/, "");
}

const WORKLOADS: ReadonlySet<string> = new Set([
  "Deployment",
  "StatefulSet",
  "DaemonSet",
  "ReplicaSet",
  "ReplicationController",
  "Job",
  "CronJob",
]);

function endsOfObject(object: KubernetesObject): End[] {
  const name = object.metadata?.name ?? "";
  const namespace = object.metadata?.namespace ?? "default";
  if (WORKLOADS.has(object.kind)) {
    return [
      {
        text: `${namespace}/${object.kind.toLowerCase()}/${name}`,
        query: { workload: `${namespace}/${object.kind}/${name}` },
        isOfObject: true,
        isPod: true,
      },
    ];
  }
  if (object.kind === "Pod") return podEnds(namespace, name, object.status as PodStatus | undefined);
  if (object.kind !== "Node") return [];
  return nodeEnds(name, object.status as NodeStatus | undefined);
}

/** A pod by its name; the address of the first one too. */
function podEnds(namespace: string, name: string, status: PodStatus | undefined): End[] {
  if (status?.phase === "Succeeded") return [];
  const pod: End = {
    text: `${namespace}/pod/${name}`,
    query: { pod: `${namespace}/${name}` },
    isOfObject: true,
    isPod: true,
  };
  // Host pods share the address of their node: whose it is depends on what else there is.
  return name === "pod-0" && status?.podIP?.startsWith("10.")
    ? [pod, { ...addressEnd(status.podIP), isOfObject: true }]
    : [pod];
}

/** A node by its name where each family has one address, and by each of several addresses. */
function nodeEnds(name: string, status: NodeStatus | undefined): End[] {
  const all = (status?.addresses ?? [])
    .filter(({ type }) => type !== "Hostname")
    .map(({ address }) => address!);
  const isOne = all.filter((address) => !address.includes(":")).length <= 1;
  return isOne
    ? [{ text: `node/${name}`, query: { node: name }, isOfObject: true }]
    : all.map((address) => ({ ...addressEnd(address), isOfObject: true }));
}

function addressEnd(address: string): End {
  return { text: address, query: { address }, isOfObject: false };
}

function labelsEnd({ namespace, labels }: NonNullable<Scenario["hypothetical"]>): End {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return {
    text: `${namespace}/${pairs.join(",")}`,
    query: { labels, namespace },
    isOfObject: false,
    isPod: true,
  };
}

/** A name that is mapped stands for its addresses, of which each is asked for (S-EV-2). */
function domainEnds(domain: string, dns: Scenario["facts"]["dns"]): End[] {
  const normal = normalised(domain);
  const addresses = dns?.[normal];
  if (addresses === undefined) return [{ text: domain, query: { domain }, isOfObject: false }];
  if (addresses.length > 1) return [];
  return addresses.map((address) => ({ text: domain, query: { address, via: domain }, isOfObject: false }));
}

/** All traffic, cut at every port that the objects of any of the scenarios mention. */
export function atomsOf(...scenarios: readonly Scenario[]): readonly Atom[] {
  const mentioned = [...numbersIn(scenarios.map(({ objects }) => objects))];
  const starts = [...new Set([1, ...mentioned.flatMap((port) => [port, port + 1])])]
    .filter((port) => port <= 65_535)
    .toSorted((a, b) => a - b);
  const ranges = starts.map((port, index) => ({ port, last: (starts[index + 1] ?? 65_536) - 1 }));
  return [
    ...(["TCP", "UDP", "SCTP"] as const).flatMap((protocol) =>
      ranges.map((range): Atom => ({ protocol, ...range })),
    ),
    { protocol: "other" },
  ];
}

/** A Service in the words of both sides, by one of the ways in which it can be named. */
export interface ServiceEnd {
  readonly text: string;
  /** With the name that its own is in DNS, where it is asked for by that. */
  readonly query: ServiceQuery & { readonly via?: string };
  /** Ports of the Service that are asked for so; by a node's address each needs its node port. */
  readonly ports: readonly ServicePort[];
}

/** The Services of a scenario by their names, by each of their addresses, and by the node ports on an address of a node. */
export function servicesOf({ objects }: Scenario): readonly ServiceEnd[] {
  const node = objects.find(({ kind }) => kind === "Node");
  const own = ((node?.status as NodeStatus | undefined)?.addresses ?? []).filter(
    ({ type }) => type === "InternalIP",
  );
  return objects
    .filter((object) => object.kind === "Service" && !leadsToShared(object, objects))
    .flatMap(({ metadata, spec, status }): ServiceEnd[] => {
      const service = `${metadata?.namespace ?? "default"}/${metadata?.name}`;
      const { ports = [], clusterIPs, externalIPs, clusterIP } = (spec ?? {}) as ServiceSpec;
      const balancers = (status as ServiceStatus | undefined)?.loadBalancer?.ingress ?? [];
      const addresses = [
        ...new Set([
          clusterIP,
          ...(clusterIPs ?? []),
          ...(externalIPs ?? []),
          ...balancers.map(({ ip }) => ip),
        ]),
      ].filter((text): text is string => typeof text === "string" && text !== "None");
      const named = (ports ?? []).filter(({ nodePort }) => typeof nodePort === "number");
      return [
        {
          text: service.replace("/", "/svc/"),
          query: {
            by: "name",
            service,
            via: `${service.split("/").toReversed().join(".")}.svc.cluster.local`,
          },
          ports: ports ?? [],
        },
        ...addresses.map((address): ServiceEnd => ({
          text: address,
          query: { by: "address", service, address },
          ports: ports ?? [],
        })),
        ...own.flatMap(({ address = "" }) =>
          named.map((port): ServiceEnd => ({
            text: address,
            query: { by: "node port", service, address },
            ports: [port],
          })),
        ),
      ];
    });
}

/** True where what lists a Service's endpoints names an address of several host pods: whose it is depends on what else there is. */
function leadsToShared({ metadata }: KubernetesObject, objects: readonly KubernetesObject[]): boolean {
  const all = objects
    .filter(({ kind }) => kind === "Pod")
    .flatMap(({ status }) => {
      const { podIP, podIPs } = (status ?? {}) as PodStatus;
      return [...new Set([podIP, ...(podIPs ?? []).map(({ ip }) => ip)])];
    })
    .filter((address) => address !== undefined);
  const shared = all.filter((address, index) => all.indexOf(address) !== index);
  const lists = objects.filter(
    (each) =>
      ["Endpoints", "EndpointSlice"].includes(each.kind) &&
      each.metadata?.namespace === metadata?.namespace &&
      each.metadata?.name?.startsWith(metadata?.name ?? "") === true,
  );
  return shared.some((address) => JSON.stringify(lists).includes(`"${address}"`));
}

const PORT_FIELDS: ReadonlySet<string> = new Set([
  "port",
  "endPort",
  "number",
  "start",
  "end",
  "containerPort",
]);

function* numbersIn(value: unknown): Generator<number> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (PORT_FIELDS.has(key) && typeof child === "number") yield child;
    else yield* numbersIn(child);
  }
}
