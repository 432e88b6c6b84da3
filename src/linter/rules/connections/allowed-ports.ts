import { ingressRulesFor, mayBe } from "./ingress-rules.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import type { AllowedPorts } from "../../../cluster/problems/connections.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { Peer, Policy, PortMatch, Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Listening } from "../../../cluster/model/services.js";
import type { ServicePort } from "../../../cluster/model/objects.js";

/** How many ports are named. */
const NAMED = 3;

/** Ports on which policies let in somebody, with the first place where one is written. */
export interface OtherPorts {
  readonly allows: AllowedPorts;
  readonly at: Problem["at"];
}

type SinglePort = Extract<PortMatch, { type: "range" }>;

/**
 * The ports on which NetworkPolicies let pods be reached from beyond their own namespace, where none of them is the one that
 * is meant: then it is the port that is wrong, not the source. Undefined where nobody from there is let in.
 */
export function otherPorts(
  cluster: Cluster,
  pod: Endpoint,
  service: ServicePort,
  listening: Listening,
): OtherPorts | undefined {
  const rules = ingressRulesFor(cluster, pod)
    .map(({ rule }) => rule)
    .filter(isFromBeyond);
  // A rule for every port lets in whom it names: the source is what is wrong.
  if (rules.some(({ ports }) => ports.all)) return undefined;
  const items = rules.flatMap(({ ports }) => (ports.all ? [] : ports.items)).filter(isSingle);
  // Who lets in somebody else on the right port names the wrong source.
  if (rules.some(({ ports }) => !ports.all && ports.items.some((item) => mayBe(item, listening))))
    return undefined;
  const distinct = [...new Map(items.map((item) => [`${item.protocol} ${item.first}`, item])).values()];
  const ofService = distinct.find(
    (item) => item.protocol === service.protocol && item.first === service.port,
  );
  const [first] = ofService === undefined ? distinct : [ofService];
  if (first === undefined) return undefined;
  const ports = distinct.slice(0, NAMED).map((item) => ({ protocol: item.protocol, port: item.first }));
  return {
    allows: { ports, ...(ofService === undefined ? {} : { servicePort: service.port }) },
    at: first.origin,
  };
}

/**
 * A NetworkPolicy of a pod's namespace that lets somebody in from beyond it, and selects no pod: it may be meant for this one. Of
 * several, one that asks for a value that the pod has under another label.
 */
export function meantToLetIn(cluster: Cluster, namespace: string, pod: Endpoint): Policy | undefined {
  const index = podIndexOf(cluster);
  const idle = cluster.policies.filter(
    ({ tier, ref, rules, subject }) =>
      tier === "NetworkPolicy" &&
      ref.namespace === namespace &&
      (rules.ingress?.rules ?? []).some(isFromBeyond) &&
      index.select(subject, tier).length === 0,
  );
  const labels = new Set(pod.type === "pod" ? Object.values(pod.labels) : []);
  const asksFor = ({ subject }: Policy): boolean =>
    subject.pods?.requirements.some(({ values }) => values.some((value) => labels.has(value))) ?? false;
  return idle.find(asksFor) ?? idle[0];
}

/** True for a rule that lets in somebody of another namespace, or of outside. */
function isFromBeyond(rule: Rule): boolean {
  return rule.peers.all || peersOf(rule).some(isBeyond);
}

function isBeyond(peer: Peer): boolean {
  return peer.type === "addresses" || (peer.type === "pods" && peer.namespaces.own === undefined);
}

function isSingle(item: PortMatch): item is SinglePort {
  return item.type === "range" && item.first === item.last;
}
