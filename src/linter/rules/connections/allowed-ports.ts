import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import type { AllowedPorts } from "../../../cluster/problems/connections.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { Peer, PortMatch, Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
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
export function otherPorts(cluster: Cluster, pod: Endpoint, service: ServicePort): OtherPorts | undefined {
  const rules = rulesFor(cluster, pod).filter(isFromBeyond);
  // A rule for every port lets in whom it names: the source is what is wrong.
  if (rules.length === 0 || rules.some(({ ports }) => ports.all)) return undefined;
  const items = rules.flatMap(({ ports }) => (ports.all ? [] : ports.items)).filter(isSingle);
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

function rulesFor(cluster: Cluster, pod: Endpoint): readonly Rule[] {
  const index = podIndexOf(cluster);
  return cluster.policies
    .filter(({ tier, rules }) => tier === "NetworkPolicy" && rules.ingress !== undefined)
    .filter(({ subject, tier }) =>
      index.select(subject, tier).some(({ pods }) => pods.some(({ id }) => id === pod.id)),
    )
    .flatMap(({ rules }) => rules.ingress?.rules ?? []);
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
