/** The reference evaluator: brute force over worlds, from the rules of docs/semantics.md alone. */

import type { Address, Family } from "./addresses.js";
import { parseAddress } from "./addresses.js";
import type { Direction, End, Flow, Protocol } from "./facts.js";
import { Scene } from "./facts.js";
import type { Cluster, PodSource } from "./cluster.js";
import { backendsOf, passageOf, type Passage, type ServiceQuery } from "./services.js";
import type { ServicePort } from "./kubernetes.js";
import type { Tier } from "./tiers.js";
import { decide } from "./tiers.js";
import type { Exploration, Outcome, Verdict, World } from "./worlds.js";
import { explore } from "./worlds.js";

export type QueryEnd =
  | { readonly pod: string; readonly via?: string }
  | { readonly workload: string }
  /** A pod of which nothing but its labels is known. */
  | { readonly labels: Readonly<Record<string, string>>; readonly namespace: string }
  | { readonly node: string; readonly via?: string }
  | { readonly address: string; readonly via?: string }
  | { readonly domain: string };

export interface Query {
  readonly from: QueryEnd;
  readonly to: QueryEnd;
  readonly family: Family;
  readonly protocol: Protocol;
  /** Required for TCP, UDP and SCTP. */
  readonly port?: number;
  /** Both ends are the same pod; if not given, S-LOOP-3 decides. */
  readonly loopback?: boolean;
}

export interface Side {
  readonly verdict: Verdict;
  readonly outcomes: readonly Outcome[];
  /** In how many runs (a world with a vector of choices) each tier decided. */
  readonly tiers: Readonly<Partial<Record<Tier, number>>>;
  /** Names of the unknown facts and open choices that were asked for. */
  readonly facts: readonly string[];
  readonly choices: readonly string[];
}

export interface Answer {
  readonly verdict: Verdict;
  /** Empty if the ends have no IP family in common. */
  readonly outcomes: readonly Outcome[];
  readonly egress: Side;
  readonly ingress: Side;
  /** Of both sides. */
  readonly facts: readonly string[];
  readonly choices: readonly string[];
}

/** Answers one query of a cluster. */
export function evaluate(cluster: Cluster, query: Query): Answer {
  return evaluateFlow(cluster, readEnd(cluster, query.from, "from"), readEnd(cluster, query.to, "to"), query);
}

/** What a Service is asked on one of its ports: an answer for each of its backends. */
export interface ServiceAnswer {
  readonly backend: string;
  /** Set for the answer about a pod that is its own backend (S-LOOP-2). */
  readonly isItself: boolean;
  readonly answer: Answer;
}

/** Answers a query about a port of a Service; `via` is a domain name by which it was asked for. */
export function evaluateService(
  cluster: Cluster,
  query: {
    readonly from: QueryEnd;
    readonly to: ServiceQuery & { readonly via?: string };
    readonly family: Family;
    readonly port: ServicePort;
  },
): ServiceAnswer[] {
  const { family, port } = query;
  const from = readEnd(cluster, query.from, "from");
  const service = find(cluster.services, query.to.service);
  const passage = passageOf(service, query.to, port, family, from);
  if (passage === undefined) return [];
  const ownerAt = (address: Address): End =>
    ownerOf(cluster, address, "to") ?? { kind: "address", id: "to", address };
  return backendsOf(cluster, service, port, ownerAt).flatMap((backend) =>
    selvesOf(from, backend.end).flatMap((isItself): ServiceAnswer[] => {
      const { via } = query.to;
      const to: End =
        via === undefined || backend.end.kind === "domain" ? backend.end : { ...backend.end, via };
      const answer = evaluateFlow(
        cluster,
        from,
        to,
        {
          family,
          protocol: (port.protocol ?? "TCP") as Protocol,
          port: backend.port,
          loopback: isItself && passage === "none", // S-LOOP-1: it sends to its own address
        },
        passage === "none" ? undefined : { ...passage, isItself },
        isItself,
      );
      return answer.outcomes.length === 0 ? [] : [{ backend: backend.id, isItself, answer }];
    }),
  );
}

/** Whether the backend is the pod that asks, another one like it, or either (S-LOOP-3). */
function selvesOf(from: End, to: End): readonly boolean[] {
  if (from.kind !== "pod" || to.kind !== "pod" || from.source !== to.source) return [false];
  return from.source.replicas === 1 ? [true] : [false, true];
}

function evaluateFlow(
  cluster: Cluster,
  from: End,
  to: End,
  query: Pick<Query, "family" | "protocol" | "port" | "loopback">,
  passage?: Passage,
  isItself = false,
): Answer {
  if ((query.port === undefined) !== (query.protocol === "other"))
    throw new Error("a port goes with TCP, UDP and SCTP");
  if (![from, to].every((end) => familiesOf(cluster, end).has(query.family))) {
    const side: Side = {
      verdict: "unknown",
      outcomes: [],
      tiers: {},
      facts: ["no common IP family"],
      choices: [],
    };
    const { verdict, outcomes, facts, choices } = side;
    return { verdict, outcomes, egress: side, ingress: side, facts, choices }; // S-EV-6
  }
  // What is unknown of one pod is unknown on both sides of what it sends to itself.
  const flow: Flow = {
    from,
    to: isItself && to.kind === "pod" ? { ...to, id: "from" } : to,
    family: query.family,
    protocol: query.protocol,
    port: query.port,
    loopback: query.loopback ?? isSamePod(from, to),
    ...(passage === undefined ? {} : { passage }),
  };
  const egress = exploreSide(cluster, flow, "egress");
  const ingress = exploreSide(cluster, flow, "ingress");
  const { verdict, outcomes } = bothOf(cluster, flow, egress, ingress);
  return {
    verdict,
    outcomes,
    egress,
    ingress,
    facts: [...new Set([...egress.facts, ...ingress.facts])],
    choices: [...new Set([...egress.choices, ...ingress.choices])],
  };
}

/** S-EV-3. A side that is definite leaves the answer to the other one; two open ones share their facts and choices. */
function bothOf(
  cluster: Cluster,
  flow: Flow,
  egress: Side,
  ingress: Side,
): Pick<Side, "verdict" | "outcomes"> {
  for (const [side, other] of [
    [egress, ingress],
    [ingress, egress],
  ] as const) {
    if (side.outcomes.length === 1) return side.outcomes[0] === "denied" ? side : other;
  }
  return exploreFlow(cluster, (world) => {
    const scene = new Scene(cluster, flow, world);
    return decide("egress", scene).allowed && decide("ingress", scene).allowed;
  });
}

function exploreFlow(cluster: Cluster, run: (world: World) => boolean): Exploration {
  return explore(run, cluster.options.limit ?? 200_000);
}

function exploreSide(cluster: Cluster, flow: Flow, direction: Direction): Side {
  const tiers: Partial<Record<Tier, number>> = {};
  const { verdict, outcomes, facts, choices } = exploreFlow(cluster, (world) => {
    const { allowed, tier } = decide(direction, new Scene(cluster, flow, world));
    tiers[tier] = (tiers[tier] ?? 0) + 1;
    return allowed;
  });
  return { verdict, outcomes, tiers, facts, choices };
}

function readEnd(cluster: Cluster, end: QueryEnd, id: "from" | "to"): End {
  if ("domain" in end) {
    if (id === "from") throw new Error("a domain name can only be a destination");
    return { kind: "domain", id, domain: end.domain };
  }
  const via = "via" in end && end.via !== undefined ? { via: end.via } : {};
  if ("labels" in end) return { kind: "pod", id, source: hypotheticalPod(end) };
  if ("workload" in end) return { kind: "pod", id, source: find(cluster.workloads, end.workload) };
  if ("pod" in end) return { kind: "pod", id, source: endpoint(find(cluster.pods, end.pod)), ...via };
  if ("node" in end) return { kind: "node", id, node: find(cluster.nodes, end.node).name, ...via };
  const address = parseAddress(end.address);
  if (address === undefined) throw new Error(`not an address: ${end.address}`);
  const known = ownerOf(cluster, address, id);
  return { ...(known ?? { kind: "address", id, address }), ...via };
}

/** S-EV-1a: a known pod's address is that pod, a known node's that node. */
function ownerOf(cluster: Cluster, address: Address, id: "from" | "to"): End | undefined {
  const has = (addresses: readonly Address[]) =>
    addresses.some((item) => item.family === address.family && item.value === address.value);
  const nameOf = (pod: PodSource): string => `${pod.namespace}/${pod.name}`;
  const pods = [...cluster.pods.values()]
    .filter((pod) => !pod.finished && has(pod.addresses))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const pod = pods.find((item) => !item.host);
  if (pod !== undefined) return { kind: "pod", id, source: pod, asked: address };
  // A host pod's address is its node's; of a node without an object only the pods on it tell.
  const nodes = [...cluster.nodes.values()].filter((item) => has(item.addresses));
  const node = nodes.find((item) => item.labels !== undefined);
  if (node !== undefined) return { kind: "node", id, node: node.name, asked: address };
  if (pods[0] !== undefined) return { kind: "pod", id, source: pods[0], asked: address };
  if (nodes[0] !== undefined) return { kind: "node", id, node: nodes[0].name, asked: address };
  return undefined;
}

function find<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`not in the input: ${name}`);
  return found;
}

function hypotheticalPod({ labels, namespace }: Extract<QueryEnd, { readonly labels: object }>): PodSource {
  return {
    name: "",
    namespace,
    labels: new Map(Object.entries(labels)),
    untoldLabels: new Map(),
    host: false,
    finished: false,
    node: undefined,
    addresses: [],
    hostAddresses: [],
    ports: undefined, // S-PORT-7
    replicas: undefined,
  };
}

/** A finished pod is no endpoint (S-SEL-7). */
function endpoint(pod: PodSource): PodSource {
  if (pod.finished) throw new Error(`finished: ${pod.namespace}/${pod.name}`);
  return pod;
}

/** S-EV-6: an end without IPs has the families seen in the input, IPv4 if there are none; a name may have both. */
function familiesOf(cluster: Cluster, end: End): ReadonlySet<Family> {
  if (end.kind === "domain" || end.kind === "entrance") return new Set(["IPv4", "IPv6"]);
  if (end.kind === "address") return new Set([end.address.family]);
  const addresses = end.asked === undefined ? addressesOf(cluster, end) : [end.asked];
  if (addresses.length > 0) return new Set(addresses.map((address) => address.family));
  return cluster.families.size > 0 ? cluster.families : new Set(["IPv4"]);
}

/** A host pod without status has the addresses of its node. */
function addressesOf(cluster: Cluster, end: End & { kind: "pod" | "node" }): readonly Address[] {
  if (end.kind === "pod" && (end.source.addresses.length > 0 || !end.source.host))
    return end.source.addresses;
  const node = end.kind === "node" ? end.node : end.source.node;
  return node === undefined ? [] : (cluster.nodes.get(node)?.addresses ?? []);
}

/** S-LOOP-1, S-LOOP-3: the same Pod object, or a workload of exactly one replica. */
function isSamePod(from: End, to: End): boolean {
  return from.kind === "pod" && to.kind === "pod" && from.source === to.source && from.source.replicas === 1;
}
