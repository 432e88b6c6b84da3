import { clusterDns } from "../../cluster/model/cluster-dns.js";
import { oncePer } from "../../base/collections/once-per.js";
import { destinationsOf } from "./destinations.js";
import { podsBehind, targetOn, type Listening } from "../../cluster/model/services.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DirectedRule, Policy, PortMatch, Rule } from "../../cluster/model/policy.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { ProblemOf } from "../../cluster/problems/problem.js";
import type { ServiceObject, ServicePort } from "../../cluster/model/objects.js";

/** Rules that name the port of a Service, or the one that it opens on nodes, whose pods listen on another one. */
export function* servicePorts(
  cluster: Cluster,
  policies: readonly Policy[] = cluster.policies,
): Generator<ProblemOf<"service-port-not-target-port">> {
  const destinations = destinationsOf(cluster);
  const { opened } = servicesOf(cluster);
  for (const directed of policies.flatMap(rulesOf).filter(isAboutPods)) {
    for (const item of singlePorts(directed.rule)) {
      if (!opened.has(`${item.protocol} ${item.first}`)) continue;
      const pods = destinations.of(directed).flatMap((each) => each.pods);
      const found = misnamed(cluster, pods, directed, item);
      if (found === undefined) continue;
      const { service, port, targets } = found;
      yield {
        code: "service-port-not-target-port",
        facts: {
          direction: directed.direction,
          protocol: item.protocol,
          port: item.first,
          service: qualifiedName(service.ref),
          targets,
          ...(port.port === item.first ? {} : { isNodePort: true as const }),
        },
        at: item.origin,
        object: directed.policy.ref,
        related: [{ at: port.origin, role: "target" }],
      };
    }
  }
}

/** Addresses and names that egress leads to may listen on any port. */
function isAboutPods({ direction, rule }: DirectedRule): boolean {
  return direction === "ingress" || peersOf(rule).every(({ type }) => type === "pods" || type === "compared");
}

type Range = Extract<PortMatch, { type: "range" }>;

function singlePorts({ ports, failsClosed }: Rule): Range[] {
  if (ports.all || failsClosed !== undefined) return [];
  return ports.items.filter((item) => item.type === "range").filter(({ first, last }) => first === last);
}

interface Misnamed {
  readonly service: ServiceObject;
  readonly port: ServicePort;
  readonly targets: readonly number[];
}

/** The Service whose port is named, where none of some pods listens on that port itself. */
function misnamed(
  cluster: Cluster,
  pods: readonly PodEndpoint[],
  { rule }: DirectedRule,
  { protocol, first: number }: Range,
): Misnamed | undefined {
  const { behind, targets } = servicesOf(cluster);
  if (pods.length === 0) return undefined;
  let found: { service: ServiceObject; port: ServicePort } | undefined;
  const listening = new Set<number>();
  for (const pod of pods) {
    const declared = pod.ports ?? [];
    const isThere = [...declared, ...(targets.get(pod.id) ?? [])].some(
      (each) => each.protocol === protocol && each.port === number,
    );
    if (isThere) return undefined;
    const named = (behind.get(pod.id) ?? []).filter(
      ({ port }) => port.protocol === protocol && (port.port === number || port.nodePort === number),
    );
    // A pod that tells no port may listen on any.
    if (named.length === 0 && declared.length === 0) return undefined;
    for (const { service, port } of named) {
      const target = targetOn(pod, service, port);
      if (target === undefined) continue;
      found ??= { service, port };
      listening.add(target.port);
    }
  }
  const isAllowedToo = [...listening].every((each) => holds(rule, protocol, each));
  if (found === undefined || isAllowedToo) return undefined;
  return { ...found, targets: [...listening].toSorted((a, b) => a - b) };
}

/** True for a rule that names the port behind the Service beside it. */
function holds({ ports }: Rule, protocol: Listening["protocol"], port: number): boolean {
  return (
    !ports.all &&
    ports.items.some(
      (item) =>
        item.type === "name" ||
        (item.type === "range" && item.protocol === protocol && item.first <= port && port <= item.last),
    )
  );
}

interface PodServices {
  /** The ports of Services that are led on, by the ids of the pods behind them. */
  readonly behind: ReadonlyMap<string, readonly { service: ServiceObject; port: ServicePort }[]>;
  /** The numbers of these ports, and those that they open on nodes, each with its protocol: `TCP 80`. */
  readonly opened: ReadonlySet<string>;
  /** The ports to which they are led. */
  readonly targets: ReadonlyMap<string, readonly Listening[]>;
}

/** What Services lead to pods; the ports of cluster DNS are told by the rules about DNS. */
export const servicesOf = oncePer((cluster: Cluster): PodServices => {
  const behind = new Map<string, { service: ServiceObject; port: ServicePort }[]>();
  const targets = new Map<string, Listening[]>();
  const opened = new Set<string>();
  const dns = clusterDns(cluster)?.service;
  for (const service of cluster.services) {
    for (const { pod } of podsBehind(cluster, service)) {
      for (const port of service.ports) {
        const target = targetOn(pod, service, port);
        if (target !== undefined) add(targets, pod.id, target);
        if (service.isHeadless || service === dns) continue;
        add(behind, pod.id, { service, port });
        opened.add(`${port.protocol} ${port.port}`);
        if (port.nodePort !== undefined) opened.add(`${port.protocol} ${port.nodePort}`);
      }
    }
  }
  return { behind, opened, targets };
});

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
