import { check, Mismatch } from "./run.js";
import { describe, scenario } from "./generate/scenario.js";
import { explain } from "../../src/questions/explain/explain.js";
import { explainRoute } from "../../src/questions/explain/route.js";
import { load } from "./program.js";
import { matchesDomain } from "../../src/semantics/match/domain.js";
import { nameOfService } from "../../src/cluster/model/cluster-names.js";
import { NO_LABELS } from "../../src/cluster/model/labels.js";
import { peersOf, rulesOf } from "../../src/cluster/model/policy-parts.js";
import { REFERENCE } from "../../src/semantics/match/profile.js";
import { serviceByName } from "../../src/questions/query/service.js";
import { smaller } from "./generate/smaller.js";
import { trafficOf } from "../../src/base/net/traffic.js";
import type { AskedRoute } from "../../src/questions/query/route.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { PodEndpoint } from "../../src/cluster/model/endpoint.js";
import type { Resolved } from "../../src/questions/query/resolution.js";
import type { Result } from "../../src/questions/explain/result.js";
import type { RouteController } from "../../src/cluster/model/route-controllers.js";
import type { ServiceObject, ServicePort } from "../../src/cluster/model/objects.js";
import type { ServicePod } from "../../src/cluster/model/labelled-pods.js";
import type { TrafficQuestion } from "../../src/questions/query/traffic.js";

/** How many answers were compared. */
export interface Compared {
  ofPods: number;
  ofAnybody: number;
}

/** Holds what is said of routes against the same question about each pod by itself, in generated clusters. */
export async function checkRoutes(runs: number): Promise<Compared> {
  const compared: Compared = { ofPods: 0, ofAnybody: 0 };
  await check({
    name: "routes",
    arbitrary: scenario,
    runs,
    part: 500,
    holds: async (made) => {
      const loaded = await load(made);
      const services = [...loaded.cluster.services, ...servicesOfAll(loaded.cluster)];
      const cluster: Cluster = { ...loaded.cluster, services };
      const pods = cluster.workloads.flatMap((workload) =>
        workload.members.map((pod) => ({ workload, pod })),
      );
      for (const service of services.filter(({ type }) => type !== "ExternalName")) {
        // A pod asks for the Service by its name, which rules may accept (S-FQ-5); a controller knows where the backends are.
        if (isNamedByRule(cluster, service)) continue;
        for (const port of service.ports.filter(({ protocol }) => protocol === "TCP").slice(0, 1)) {
          requireSameAsPods(cluster, pods, service, port, compared);
          requireTrueOfAnybody(cluster, pods, service, port, compared);
        }
      }
    },
    smaller,
    show: describe,
  });
  return compared;
}

/** True where a rule is about the name of a Service. */
function isNamedByRule(cluster: Cluster, service: ServiceObject): boolean {
  const name = nameOfService(cluster, service);
  const peers = cluster.policies.flatMap(rulesOf).flatMap(({ rule }) => peersOf(rule));
  return peers.some((peer) => peer.type === "domains" && matchesDomain(peer.pattern, name));
}

/** A Service of all pods of each namespace, with addresses that nothing tells. */
function servicesOfAll({ workloads }: Cluster): ServiceObject[] {
  const firsts = new Map(workloads.map((workload) => [workload.namespace, workload]));
  return [...firsts.values()].flatMap(({ namespace, origin }): ServiceObject[] => {
    if (origin === undefined) return [];
    const port = {
      name: undefined,
      origin,
      protocol: "TCP",
      port: 90,
      target: 80,
      nodePort: undefined,
    } as const;
    return [
      {
        ref: { apiVersion: "v1", kind: "Service", namespace, name: "all" },
        labels: NO_LABELS,
        type: "ClusterIP",
        isHeadless: false,
        addresses: [],
        addressesOf: { cluster: [], external: [], balancer: [] },
        balancerNames: [],
        sourceRanges: undefined,
        untoldPorts: [],
        hasWaysPastBalancer: false,
        keepsClientAddress: false,
        staysOnNode: false,
        families: undefined,
        externalName: undefined,
        isPublished: false,
        selector: NO_LABELS,
        ports: [port],
        scraped: undefined,
        origin,
      },
    ];
  });
}

const ROUTE = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: "shop", name: "route" };

function routeTo({ ref, origin }: ServiceObject, port: ServicePort, by: RouteController): AskedRoute {
  const { namespace = "default", name } = ref;
  const route = {
    ref: ROUTE,
    backends: [{ namespace, name, port: port.port, origin }],
    otherBackends: [],
    implementedBy: { type: "class", name: undefined },
    origin,
  } as const;
  return { ref: ROUTE, routes: [{ route, controllers: [by] }], notes: [] };
}

function resultsOf(cluster: Cluster, from: AskedRoute): readonly Result[] {
  const traffic = { ranges: trafficOf("TCP", [[1, 65_535]]), names: [] };
  return resultsIn(explainRoute(cluster, { from, to: undefined, traffic, profile: REFERENCE }));
}

function resultsIn(explained: ReturnType<typeof explain>): readonly Result[] {
  if (!explained.ok) throw new Error(explained.problem.code);
  return explained.value.results;
}

function aPod({ workload, pod }: ServicePod): Resolved {
  return { shownAs: pod.id, kind: workload.kind, workload: undefined, endpoints: [pod], notes: [] };
}

function throughService(cluster: Cluster, service: ServiceObject): Resolved {
  const asked = serviceByName(cluster, service);
  const endpoints = asked.backends.map(({ endpoint }) => endpoint);
  return {
    shownAs: service.ref.name,
    kind: "Service",
    workload: undefined,
    endpoints,
    services: [asked],
    notes: [],
  };
}

/** The verdicts of results by what they are about: a source, a backend, the family, and whether both are one pod. */
function verdictsOf(results: readonly Result[]): ReadonlyMap<string, string> {
  const verdicts = new Map<string, Set<string>>();
  for (const { from, to, family, verdict, isHairpin, isLoopback } of results) {
    for (const source of from.members) {
      for (const destination of to.members.length === 0 ? [to.id] : to.members) {
        if ((isHairpin || isLoopback) && source !== destination) continue;
        const key = `${source} -> ${destination} ${family ?? ""} ${isHairpin || isLoopback ? "itself" : ""}`;
        verdicts.set(key, (verdicts.get(key) ?? new Set()).add(verdict));
      }
    }
  }
  return new Map([...verdicts].map(([key, found]) => [key, [...found].toSorted().join()]));
}

/** A route whose controller is some pods says what is said of each of them and the Service. */
function requireSameAsPods(
  cluster: Cluster,
  pods: readonly ServicePod[],
  service: ServiceObject,
  port: ServicePort,
  compared: Compared,
): void {
  // Behind a headless Service, a controller uses the target port and other clients the Service's.
  if (service.isHeadless || pods.length === 0) return;
  const asked = routeTo(service, port, { type: "pods", pods, by: {} });
  const ofRoute = verdictsOf(resultsOf(cluster, asked));
  const to = throughService(cluster, service);
  const traffic: TrafficQuestion = { ranges: trafficOf("TCP", [[port.port, port.port]]), names: [] };
  for (const each of pods) {
    const results = resultsIn(explain(cluster, { from: aPod(each), to, traffic, profile: REFERENCE }));
    for (const [key, verdict] of verdictsOf(results)) {
      compared.ofPods++;
      if (ofRoute.get(key) !== verdict)
        throw new Mismatch(
          `${key} through ${service.ref.name}: ${verdict}, for the route ${ofRoute.get(key)}`,
        );
    }
  }
}

/** What is said though nothing is known of the controller is true of every pod, whichever it is. */
function requireTrueOfAnybody(
  cluster: Cluster,
  pods: readonly ServicePod[],
  service: ServiceObject,
  port: ServicePort,
  compared: Compared,
): void {
  const unknown = { type: "unknown", missing: { code: "no-class" }, by: {} } as const;
  const byId = new Map(pods.map(({ pod }) => [pod.id, pod]));
  for (const { to, traffic, verdict, family } of resultsOf(cluster, routeTo(service, port, unknown))) {
    if (verdict !== "allowed" && verdict !== "denied") continue;
    for (const destination of to.members.flatMap((id) => byId.get(id) ?? [])) {
      for (const each of pods) {
        if (each.pod.id === destination.id || (verdict === "denied" && mayBeOwnNode(each.pod, destination)))
          continue;
        const backend: Resolved = { ...aPod(each), endpoints: [destination] };
        const question = { from: aPod(each), to: backend, traffic: { ranges: traffic, names: [] } };
        const results = resultsIn(explain(cluster, { ...question, profile: REFERENCE }));
        for (const own of results) {
          if (own.family !== family) continue;
          compared.ofAnybody++;
          if (own.verdict !== verdict)
            throw new Mismatch(
              `${verdict} for anybody, and ${own.verdict} for ${each.pod.id} -> ${destination.id}`,
            );
        }
      }
    }
  }
}

/** A pod's own node is let in whatever policies say (S-NODE-L4). */
function mayBeOwnNode(from: PodEndpoint, to: PodEndpoint): boolean {
  return from.hostNetwork && (from.node === undefined || to.node === undefined || from.node === to.node);
}
