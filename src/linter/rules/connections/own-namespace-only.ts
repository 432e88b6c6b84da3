import { ingressRulesFor, mayBe } from "./ingress-rules.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { namespaceNamed } from "../../../semantics/match/named-namespace.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { podsBehind } from "../../../cluster/model/services.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { distinctBackends, serviceNamed } from "../../../cluster/model/route-backends.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { ConnectionTarget } from "./targets.js";
import type { Listening } from "../../../cluster/model/services.js";
import type { ServicePod } from "../../../cluster/model/labelled-pods.js";
import type { Peer, Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** How pods of ingress controllers are called. */
const CONTROLLERS = /ingress|proxy|traefik|nginx|envoy|haproxy|contour|kong|caddy|apisix|tunnel|cloudflared/i;

/** How they may be called, and many an application, such as a payment gateway. */
const FORWARDING = /gateway|router/i;

/**
 * A rule that lets pods of the own namespace in, where the policies of a target's pods let in such pods, which the input has, and
 * nobody else: a controller that is not among them is shut out. Undefined where somebody else may be let in, or where one of these
 * may be the controller.
 */
export function ownNamespaceOnly(
  cluster: Cluster,
  { listening, pods }: ConnectionTarget,
): Problem["at"] | undefined {
  const { policies, facts, workloads } = cluster;
  // Whatever else decides is not asked here.
  if (facts.mayMissPolicies || policies.some(({ tier }) => tier !== "NetworkPolicy")) return undefined;
  const namespaces = new Set(pods.map(({ workload }) => workload.namespace));
  if ([...namespaces].some((name) => mayBeDecidedByForeign(cluster, name))) return undefined;
  if (workloads.some(({ namespace, name }) => namespaces.has(namespace) && CONTROLLERS.test(name)))
    return undefined;
  const places = pods.map((each) => ruleFor(cluster, each, listening));
  return places.includes(undefined) ? undefined : places[0];
}

/** A rule that lets pods of the own namespace in at a port; undefined where there is none, or another one may let in others. */
function ruleFor(cluster: Cluster, { pod }: ServicePod, listening: Listening): Problem["at"] | undefined {
  const rules = ingressRulesFor(cluster, pod).filter(
    ({ rule: { ports } }) => ports.all || ports.items.some((each) => mayBe(each, listening)),
  );
  const isWithin = rules.every(
    ({ policy, rule }) => !rule.peers.all && peersOf(rule).every((peer) => isOwnPods(cluster, policy, peer)),
  );
  return isWithin ? rules[0]?.rule.origin : undefined;
}

/** True for pods of the policy's own namespace, at least one of which the input has, and none of which may be a controller. */
function isOwnPods(cluster: Cluster, { ref, tier }: Policy, peer: Peer): boolean {
  if (peer.type !== "pods" || namespaceNamed(peer.namespaces) !== ref.namespace) return false;
  const selected = podIndexOf(cluster).select(peer, tier);
  const fronted = frontedWorkloads(cluster);
  const mayForward = (each: Workload): boolean =>
    FORWARDING.test(each.name) && !fronted.has(qualifiedName(each));
  return selected.length > 0 && !selected.some(({ workloads }) => workloads.some(mayForward));
}

/** The workloads behind the backends of routes, which are none of their controllers. */
const frontedWorkloads = oncePer((cluster: Cluster): ReadonlySet<string> => {
  const services = cluster.fronts.routes.flatMap((route) =>
    distinctBackends(route).flatMap((ref) => serviceNamed(cluster, ref) ?? []),
  );
  return new Set(
    services.flatMap((service) =>
      podsBehind(cluster, service).map(({ workload }) => qualifiedName(workload)),
    ),
  );
});
