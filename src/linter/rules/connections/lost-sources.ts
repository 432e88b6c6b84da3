import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { AddressSet } from "../../../base/net/address-set.js";
import { addressesOf } from "../../../semantics/match/peer.js";
import { destinationsOf } from "../../../questions/mistakes/destinations.js";
import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  trafficOf,
  unionTraffic,
} from "../../../base/net/traffic.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { ownedAddresses } from "../../../cluster/model/address-owners.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { podsBehind, targetOn, type Listening } from "../../../cluster/model/services.js";
import { PRIVATE } from "../../../base/net/special-ranges.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { trafficOfPort } from "../../../semantics/match/ports.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { AddressRange, Rule } from "../../../cluster/model/policy.js";
import type { PodEndpoint } from "../../../cluster/model/endpoint.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { ServiceObject } from "../../../cluster/model/objects.js";

/** CIDRs of clients in ingress rules, of pods whose Services may show a node's address instead (S-VIP-3, U-5). */
export function* lostSources(cluster: Cluster): Generator<Problem> {
  for (const directed of cluster.policies.flatMap(rulesOf)) {
    const { policy, rule, direction } = directed;
    if (direction === "egress") continue;
    for (const peer of peersOf(rule)) {
      if (peer.type !== "addresses") continue;
      const effect = effectOf(cluster, peer.block);
      if (effect === undefined) continue;
      const pods = destinationsOf(cluster)
        .of(directed)
        .flatMap((each) => each.pods);
      const found = publishedAmong(cluster, pods, rule);
      const [first] = found;
      if (first === undefined) continue;
      const { service } = first;
      const names = [...new Set(found.map(({ workload: each }) => qualifiedName(each)))];
      yield {
        code: "load-balancer-source-lost",
        facts: {
          cidr: peer.block.text,
          service: qualifiedName(service.ref),
          effect,
          concerned: { first: names[0] ?? "", count: names.length },
        },
        at: peer.origin,
        object: policy.ref,
        related: [{ at: nameOrigin(service), role: "service" }],
      };
    }
  }
}

/**
 * What a CIDR of clients no longer does where a node's address stands for theirs: let them in, or where nodes are let in
 * too, keep its exceptions out. Undefined where it makes no difference, or may be about the cluster's own addresses.
 */
function effectOf(cluster: Cluster, range: AddressRange): "not-let-in" | "not-kept-out" | undefined {
  const own = ownAddresses(cluster);
  if (!addressesOf(range).meets(own)) return "not-let-in";
  const excepted = AddressSet.of(range.except.map(({ block }) => block));
  return excepted.subtract(own).isEmpty ? undefined : "not-kept-out";
}

/** The addresses of the cluster itself; any private one may be a node's where the input tells none of those. */
const ownAddresses = oncePer((cluster: Cluster): AddressSet => {
  const { nodeAddresses, facts } = cluster;
  const nodes = AddressSet.ofEach(nodeAddresses.all.flatMap(([, addresses]) => addresses)).union(
    AddressSet.of(facts.nodeBlocks),
  );
  const others = ownedAddresses(cluster).union(AddressSet.of(facts.podBlocks));
  return others.union(nodes.isEmpty ? PRIVATE : nodes);
});

/** The pods among some that a Service publishes on a port of a rule without keeping its clients' addresses. */
function publishedAmong(cluster: Cluster, pods: readonly PodEndpoint[], rule: Rule): HidingService[] {
  const hiding = hidingServices(cluster);
  return pods.flatMap(
    (pod) => (hiding.get(pod.id) ?? []).find(({ listening }) => allows(rule, pod, listening)) ?? [],
  );
}

function allows({ ports }: Rule, pod: PodEndpoint, { protocol, port }: Listening): boolean {
  if (ports.all) return true;
  const named = ports.items
    .map((item) => trafficOfPort(item, pod.ports ?? "unknown").sure)
    .reduce(unionTraffic, NO_TRAFFIC);
  return !isNoTraffic(intersectTraffic(named, trafficOf(protocol, [[port, port]])));
}

interface HidingService {
  readonly service: ServiceObject;
  readonly workload: Workload;
  readonly listening: Listening;
}

/** The Services that publish pods, by the pods' ids, where a node may pass connections on under its own address. */
const hidingServices = oncePer((cluster: Cluster): ReadonlyMap<string, readonly HidingService[]> => {
  const found = new Map<string, HidingService[]>();
  for (const service of cluster.services) {
    if (!isOnNodes(service) || service.keepsClientAddress) continue;
    for (const { pod, workload } of podsBehind(cluster, service)) {
      const led = service.ports.flatMap((port): HidingService[] => {
        const listening = targetOn(pod, service, port);
        return listening === undefined ? [] : [{ service, workload, listening }];
      });
      found.set(pod.id, [...(found.get(pod.id) ?? []), ...led]);
    }
  }
  return found;
});

function isOnNodes({ type }: ServiceObject): boolean {
  return type === "LoadBalancer" || type === "NodePort";
}
