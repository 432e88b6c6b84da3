import { byPlugin, knownPlugin, rowAmong, rowReading } from "./known-plugin.js";
import { isHostPod } from "../../../semantics/match/party.js";
import { keyOf } from "../../../source/manifest/origin.js";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { podsBehind } from "../../../cluster/model/services.js";
import { isWholeFamily, portItem, peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { selects } from "../../../semantics/match/selector.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, PodPeer, Policy, Rule } from "../../../cluster/model/policy.js";
import type { PluginFacts } from "../../../cluster/problems/plugins.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { ServiceObject } from "../../../cluster/model/objects.js";

/** Services that let clients past the ingress policies of their pods. */
export function* bypassedPolicies(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "node-port-ingress");
  if (known === undefined || row === undefined) return;
  for (const service of cluster.services) {
    if (!letsClientsPast(cluster, service)) continue;
    const policy = isolatingIngress(cluster, service);
    if (policy === undefined) continue;
    const facts = {
      ...byPlugin(known, row),
      service: qualifiedName(service.ref),
      policy: qualifiedName(policy.ref),
    };
    const related = [{ at: nameOrigin(policy), role: "policy" }];
    yield { code: "node-port-bypass", facts, at: nameOrigin(service), object: service.ref, related };
  }
}

/** True for a Service whose clients meet no ingress policy, by the plugin that is named or that the input runs. */
export function letsClientsPast(cluster: Cluster, { type, keepsClientAddress }: ServiceObject): boolean {
  const known = knownPlugin(cluster);
  if (known === undefined || rowReading(known, "node-port-ingress") === undefined) return false;
  return (type === "NodePort" || type === "LoadBalancer") && !keepsClientAddress;
}

/** A policy that isolates pods behind a Service for ingress; undefined where one of them lets in everybody anyway. */
function isolatingIngress(cluster: Cluster, service: ServiceObject): Policy | undefined {
  const behind = new Set(podsBehind(cluster, service).map(({ pod }) => pod.id));
  const isolating = cluster.policies.filter(
    ({ tier, rules, subject, isolates }) =>
      tier === "NetworkPolicy" &&
      isolates &&
      rules.ingress !== undefined &&
      podIndexOf(cluster)
        .select(subject, tier)
        .some(({ pods }) => pods.some((pod) => behind.has(pod.id) && !isHostPod(pod))),
  );
  const letsIn = ({ rules }: Policy): boolean => rules.ingress?.rules.some(isForEverybody) ?? false;
  return isolating.some(letsIn) ? undefined : isolating[0];
}

function isForEverybody(rule: Rule): boolean {
  return rule.peers.all || peersOf(rule).some(isWholeFamily);
}

/** Services whose pods an egress rule selects, and which a plugin that sees only the Service does not let be reached. */
export function* unmatchedServices(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const rows = known && [rowAmong(known, ["AWS-4"]), rowAmong(known, ["AWS-5"])];
  const [bySelector, byPort] = rows ?? [];
  if (known === undefined || bySelector === undefined || byPort === undefined) return;
  for (const directed of cluster.policies.flatMap(rulesOf)) {
    const { policy, direction, rule } = directed;
    if (direction !== "egress" || policy.tier !== "NetworkPolicy") continue;
    for (const peer of peersOf(rule)) {
      if (peer.type !== "pods") continue;
      for (const service of cluster.services) {
        const why = mismatch(cluster, service, peer, directed);
        if (why === undefined) continue;
        const facts = {
          ...byPlugin(known, why.type === "label" ? bySelector : byPort),
          service: qualifiedName(service.ref),
          why,
        };
        const at = peer.pods?.origin === undefined ? peer.origin : keyOf(peer.pods.origin);
        yield { code: "service-selector-mismatch", facts, at, object: policy.ref };
      }
    }
  }
}

type Mismatched = PluginFacts["service-selector-mismatch"]["why"];

/** Why a peer that selects pods behind a Service does not take in the Service. */
function mismatch(
  cluster: Cluster,
  service: ServiceObject,
  peer: PodPeer,
  { rule }: DirectedRule,
): Mismatched | undefined {
  const { selector, isHeadless, ref } = service;
  if (selector === undefined || isHeadless) return undefined;
  const behind = new Set(podsBehind(cluster, service).map(({ pod }) => pod.id));
  const isMeant = podIndexOf(cluster)
    .select(peer, "NetworkPolicy")
    .some(({ pods }) => pods.some(({ id }) => behind.has(id)));
  if (!isMeant || !isInNamespace(cluster, peer, ref.namespace ?? "")) return undefined;
  if (peer.pods !== undefined && !selects(peer.pods, selector)) {
    const missing = peer.pods.requirements.find(
      ({ key, operator }) => operator === "In" && selector[key] === undefined,
    );
    return missing && { type: "label", label: `${missing.key}=${missing.values[0] ?? ""}` };
  }
  if (rule.ports.all) return undefined;
  const other = service.ports.find(
    ({ port, target, protocol }) =>
      typeof target === "number" && target !== port && portItem(rule, protocol, target)?.type === "range",
  );
  return other && { type: "port", port: other.port, target: other.target };
}

function isInNamespace(cluster: Cluster, { namespaces }: PodPeer, name: string): boolean {
  if (namespaces.own !== undefined) return namespaces.own === name;
  const known = cluster.namespaces.get(name);
  return known !== undefined && selects(namespaces.selector, known.labels);
}
