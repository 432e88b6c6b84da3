import { areApart } from "../isolation/apart.js";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { clusterDns } from "../../../cluster/model/cluster-dns.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isOnOpenshift, podPeersOf } from "./openshift.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { policiesBeside } from "../isolation/beside.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, Peer, PodPeer, Policy, PortMatch } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Where the pods of OpenShift's DNS are. */
const NAMESPACE = "openshift-dns";

/** On which these pods listen. */
export const POD_PORT = 5353;

/** On which clients ask them, through their Service. */
export const SERVICE_PORT = 53;

type RangeItem = Extract<PortMatch, { type: "range" }>;

/** Rules for that namespace alone that allow the Service's port, and not that of the pods (S-PORT-6). */
export function* rulesForDnsNamespace({ policies }: Cluster): Generator<Problem> {
  for (const directed of policies.flatMap(rulesOf).filter(isForDns)) {
    const item = portsOf(directed).find((each) => holds(each, SERVICE_PORT));
    if (item?.type === "range" && !mayHoldPodPort(directed)) yield problemOf(directed, item);
  }
}

function problemOf(
  { policy: { ref } }: DirectedRule,
  { protocol, origin }: RangeItem,
  isForAll = false,
): Problem {
  return {
    code: "openshift-dns-port",
    facts: { protocol, ...(isForAll ? { isForAll } : {}) },
    at: origin,
    object: ref,
  };
}

/**
 * Rules for pods anywhere on port 53 alone, in an input for OpenShift, whose pods nothing lets reach the port of the DNS pods. One
 * finding for each namespace, with the other places. Nothing where cluster DNS is known, for then each flow to it is walked, nor where
 * the policies are for other platforms too.
 */
export function* rulesForEverybody(cluster: Cluster): Generator<Problem> {
  const { mayMissPolicies, assumesDns } = cluster.facts;
  if (mayMissPolicies || !assumesDns || clusterDns(cluster) !== undefined || !isOnOpenshift(cluster)) return;
  if (cluster.policies.some(isForOtherPlatform)) return;
  const egress = cluster.policies.filter(({ rules }) => rules.egress !== undefined);
  if (egress.some(({ tier }) => tier !== "NetworkPolicy")) return;
  for (const [namespace = "", policies] of groupBy(egress, ({ ref }) => ref.namespace)) {
    if (mayBeDecidedByForeign(cluster, namespace)) continue;
    const allowing = [...policies, ...policiesBeside(cluster, namespace)].filter((policy) =>
      rulesOf(policy).some(mayAllowDnsPods),
    );
    const [first, ...others] = policies
      .toSorted(byPlace)
      .filter((policy) => allowing.every((other) => other !== policy && areApart(policy, other)))
      .flatMap(problemsOf);
    if (first === undefined) continue;
    yield { ...first, related: others.map(({ at }) => ({ at, role: "too" })) };
  }
}

function problemsOf(policy: Policy): Problem[] {
  return rulesOf(policy)
    .filter(isForEverybody)
    .flatMap((directed) => {
      const item = portsOf(directed).find(isServicePort);
      return item === undefined ? [] : [problemOf(directed, item, true)];
    });
}

/** Every pod of every namespace, or everything: what names some pods, or addresses, may mean another resolver. */
function isForEverybody({ direction, rule }: DirectedRule): boolean {
  return direction === "egress" && (rule.peers.all || rule.peers.items.some(isEveryPod));
}

function isEveryPod(peer: Peer): boolean {
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  return peer.namespaces.selector.requirements.length === 0 && (peer.pods?.requirements.length ?? 0) === 0;
}

function isServicePort(item: PortMatch): item is RangeItem {
  return item.type === "range" && item.first === SERVICE_PORT && item.last === SERVICE_PORT;
}

/** True for a rule that may let pods ask those of OpenShift's DNS. */
function mayAllowDnsPods(directed: DirectedRule): boolean {
  const { direction, rule } = directed;
  if (direction !== "egress" || !(rule.ports.all || mayHoldPodPort(directed))) return false;
  return (
    rule.peers.all ||
    rule.peers.items.some((peer) =>
      peer.type === "pods" ? peer.namespaces.own === undefined : peer.type === "addresses",
    )
  );
}

/** A name may be that of any port. */
function mayHoldPodPort(directed: DirectedRule): boolean {
  return portsOf(directed).some((each) => each.type === "name" || holds(each, POD_PORT));
}

/** True for a policy that names the DNS of other platforms. */
function isForOtherPlatform(policy: Policy): boolean {
  return podPeersOf(policy).some(
    (peer) => mayMeanKubeSystem(peer) || (peer.pods?.requirements ?? []).some(isKubeDns),
  );
}

/** By whichever label, and among whichever others: `name: kube-system`, `In [kube-system, openshift-dns]`. */
function mayMeanKubeSystem({ namespaces }: PodPeer): boolean {
  if (namespaces.own !== undefined) return false;
  return namespaces.selector.requirements.some(
    ({ operator, values }) => operator === "In" && values.includes("kube-system"),
  );
}

function isKubeDns({ key, values }: { readonly key: string; readonly values: readonly string[] }): boolean {
  return key === "k8s-app" && values.includes("kube-dns");
}

function isForDns({ direction, rule }: DirectedRule): boolean {
  const peers = peersOf(rule);
  return (
    direction === "egress" &&
    peers.length > 0 &&
    peers.every((peer) => peer.type === "pods" && namesNamespace(peer, NAMESPACE))
  );
}

function namesNamespace({ namespaces }: PodPeer, name: string): boolean {
  if (namespaces.own !== undefined) return false;
  return namespaces.selector.requirements.some(
    ({ key, operator, values }) =>
      key === NAMESPACE_NAME_LABEL && operator === "In" && values.every((value) => value === name),
  );
}

function portsOf({ rule: { ports } }: DirectedRule): readonly PortMatch[] {
  return ports.all ? [] : ports.items;
}

function holds(item: PortMatch, port: number): boolean {
  return item.type === "range" && item.first <= port && port <= item.last;
}
