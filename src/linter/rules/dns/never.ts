import { configuredAddresses } from "../connections/configured.js";
import { parseAddress } from "../../../base/net/address.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { areApart } from "../isolation/apart.js";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { clusterDns } from "../../../cluster/model/cluster-dns.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { namespaceLabels } from "../../../semantics/match/party.js";
import { isolationOf } from "../proofs/bypassing.js";
import { namespaceOf } from "../../../semantics/match/pods.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { isOnOpenshift } from "./openshift.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { egressByClass } from "../isolation/egress-by-class.js";
import { policiesBeside } from "../isolation/beside.js";
import { splitBySelector } from "../../../semantics/match/selector.js";
import { World } from "../../../semantics/match/world.js";
import { hasNamespaceField } from "../../../cluster/problems/names-namespace.js";
import { firstFew } from "../../../cluster/problems/selection.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import { namespaceNamed } from "../../../semantics/match/named-namespace.js";
import type { MadePods } from "../../../cluster/model/made-pods.js";
import type { PodEndpoint } from "../../../cluster/model/endpoint.js";
import type { Peer, PodPeer, Policy, PortMatch, Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Where the pods of cluster DNS are, on one platform or another. */
const DNS_NAMESPACES: readonly string[] = ["kube-system", "openshift-dns"];

/** Ports on which resolvers listen, behind port 53 of their Service or themselves. */
const DNS_PORTS: readonly number[] = [53, 853, 1053, 5353, 8053];

/** How many policies are named, the one that is pointed at first. */
const NAMED = 5;

/**
 * Pods that NetworkPolicies isolate for egress and let send something, none of whose rules could match a question to any
 * resolver. One finding for each namespace. Nothing where cluster DNS is known: then each flow to it is walked.
 */
export function* podsWithoutDns(cluster: Cluster): Generator<Problem> {
  const { mayMissPolicies, assumesDns } = cluster.facts;
  const dns = clusterDns(cluster);
  const isAssumed = dns?.resolvers[0]?.workload.origin?.document.file.isAssumed === true;
  if (mayMissPolicies || !assumesDns || (dns !== undefined && !isAssumed)) return;
  const egress = cluster.policies.filter(({ rules }) => rules.egress !== undefined);
  // What another tier accepts is walked before: where that may be DNS, nothing is said.
  if (egress.some((policy) => policy.tier !== "NetworkPolicy" && mayAcceptDns(cluster, policy))) return;
  const aboutDns = aboutDnsIn(cluster);
  const all = [...egress, ...allowingBeside(cluster, egress, aboutDns)];
  yield* policiesWithoutDns(cluster, all, aboutDns);
  // Where it is known, each flow to it is walked.
  if (dns !== undefined) return;
  const byClass = egressByClass(cluster, all);
  const without = [...byClass].filter(
    ([{ representative }, policies]) =>
      !mayBeDecidedByForeign(cluster, representative.namespace) && isWithoutDns(policies, aboutDns),
  );
  for (const alike of groupBy(without, ([{ representative }]) => representative.namespace).values()) {
    const policies = [...new Set(alike.flatMap(([, each]) => each))].toSorted(byPlace);
    const policy = mainOf(policies);
    if (policy === undefined) continue;
    const workloads = alike.flatMap(([each]) => each.workloads.map(({ name }) => name));
    const others = alike.filter(([, each]) => !each.includes(policy)).map(([, each]) => mainOf(each));
    yield {
      code: "dns-port-never-allowed",
      facts: { ...placeOf(cluster, policy), workloads: firstFew(workloads) },
      at: isolationOf(policy, "egress"),
      object: policy.ref,
      ...(others.length === 0 ? {} : { related: isolationsOf(others) }),
    };
  }
}

/** Of policies that isolate together, the first in which a person would allow more: one with rules. */
function mainOf(policies: readonly Policy[]): Policy | undefined {
  return policies.find(({ rules }) => (rules.egress?.rules.length ?? 0) > 0) ?? policies[0];
}

/** Where pods are isolated that another policy is for than the one that is pointed at. */
function isolationsOf(policies: readonly (Policy | undefined)[]): NonNullable<Problem["related"]> {
  const own = new Set(policies.flatMap((each) => each ?? []));
  return [...own].slice(0, NAMED).map((policy) => ({ at: isolationOf(policy, "egress"), role: "too" }));
}

/** The policies of sets beside it that may allow DNS in namespaces of some policies. */
function allowingBeside(
  cluster: Cluster,
  policies: readonly Policy[],
  aboutDns: AboutDns,
): readonly Policy[] {
  const namespaces = new Set(policies.flatMap(({ ref }) => ref.namespace ?? []));
  return [...namespaces].flatMap((namespace) =>
    policiesBeside(cluster, namespace).filter(
      (policy) => policy.rules.egress !== undefined && aboutDns(policy).mayReach,
    ),
  );
}

/**
 * The same of policies alone: those in namespaces of which the input has no pods. Which policies select one pod is not known; any that
 * could, in the same namespace, may allow DNS.
 */
function* policiesWithoutDns(
  cluster: Cluster,
  policies: readonly Policy[],
  aboutDns: AboutDns,
): Generator<Problem> {
  const withPods = new Set(cluster.workloads.map(({ namespace }) => namespace));
  const alone = policies.filter(
    ({ tier, ref }) =>
      tier === "NetworkPolicy" &&
      !withPods.has(ref.namespace ?? "") &&
      !mayBeDecidedByForeign(cluster, ref.namespace),
  );
  for (const alike of groupBy(alone, ({ ref }) => ref.namespace).values()) {
    const allowing = alike.filter((policy) => aboutDns(policy).mayReach);
    const without = alike.filter((policy) => {
      cluster.work?.take(allowing.length);
      const { isMeant, mayReach } = aboutDns(policy);
      return !isMeant && !mayReach && allowing.every((other) => areApart(policy, other));
    });
    const [policy, ...more] = without.toSorted(byPlace);
    if (policy === undefined) continue;
    const names = [policy, ...more].map(({ ref }) => ref.name);
    const facts = {
      ...placeOf(cluster, policy),
      policies: { first: names.slice(0, NAMED), more: names.slice(NAMED).length },
    };
    yield { code: "dns-port-never-allowed", facts, at: isolationOf(policy, "egress"), object: policy.ref };
  }
}

/** Where a policy is, as far as it says so: whoever applies the others does. */
function placeOf(
  cluster: Cluster,
  policy: Policy,
): { readonly namespace?: string | undefined; readonly isOnOpenshift: boolean } {
  const namespace = hasNamespaceField(policy) ? policy.ref.namespace : undefined;
  return { namespace, isOnOpenshift: isOnOpenshift(cluster) };
}

function isWithoutDns(policies: readonly Policy[], aboutDns: AboutDns): boolean {
  return (
    !policies.some((policy) => aboutDns(policy).mayReach) &&
    policies.some((policy) => !aboutDns(policy).isMeant)
  );
}

/** What the egress rules of one NetworkPolicy say of DNS: the same for all of its pods. */
type AboutDns = (policy: Policy) => {
  readonly mayReach: boolean;
  /**
   * True where it allows nothing, or addresses or the API server alone: who may send nothing is meant to, addresses need no names (but
   * for pods that are configured with some), and a pod has the API server's address in its environment.
   */
  readonly isMeant: boolean;
};

function aboutDnsIn(cluster: Cluster): AboutDns {
  return oncePer((policy: Policy) => {
    const { ref } = policy;
    const rules = policy.rules.egress?.rules ?? [];
    return {
      mayReach: rules.some((rule) => mayReachDns(cluster, rule, ref.namespace)),
      isMeant:
        rules.every((rule) => isForApiServer(rule) || isForAddresses(rule)) && !asksByName(cluster, policy),
    };
  });
}

/** True for a rule for addresses that somebody knows: of the whole internet nobody does, servers of the web are called by name. */
function isForAddresses(rule: Rule): boolean {
  const { peers } = rule;
  return !peers.all && peers.items.every(({ type }) => type === "addresses") && !isForWeb(rule);
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** True for a rule that lets pods out to any address, but for some, on ports of the web alone. */
function isForWeb({ peers, ports }: Rule): boolean {
  if (peers.all || ports.all) return false;
  const isAnywhere = peers.items.some((peer) => peer.type === "addresses" && peer.block.block.prefix === 0);
  return (
    isAnywhere &&
    ports.items.every(
      (item) => item.type === "range" && item.first === item.last && WEB_PORTS.has(item.first),
    )
  );
}

/** True where a policy lets its pods out to addresses, and some of them are configured with a name: who needs no names has none. */
function asksByName(cluster: Cluster, { subject, tier, rules: { egress } }: Policy): boolean {
  if (!(egress?.rules.some(isForAddresses) ?? false)) return false;
  return podIndexOf(cluster)
    .select(subject, tier)
    .some(({ workloads }) =>
      workloads.some((workload) =>
        configuredAddresses(cluster, workload).some(
          ({ host, map }) => map === undefined && host.includes(".") && parseAddress(host) === undefined,
        ),
      ),
    );
}

/** Where API servers listen; nothing else does by custom. */
const API_SERVER_PORT = 6443;

function isForApiServer({ ports }: Rule): boolean {
  return (
    !ports.all &&
    ports.items.every(
      (item) => item.type === "range" && item.first === API_SERVER_PORT && item.last === API_SERVER_PORT,
    )
  );
}

function mayAcceptDns(cluster: Cluster, { rules }: Policy): boolean {
  return (rules.egress?.rules ?? []).some(
    (rule) => effectiveAction(rule) === "Accept" && mayReachDns(cluster, rule, undefined),
  );
}

/** True where a rule may match a question to some resolver, wherever that is. */
function mayReachDns(cluster: Cluster, { peers, ports }: Rule, own: string | undefined): boolean {
  const named = ports.all ? [] : ports.items.filter(isForDns);
  if (!ports.all && named.length === 0) return false;
  return peers.all || peers.items.some((peer) => mayBeResolver(cluster, peer, own, named.length > 0));
}

/** A name may be that of any port; most ranges that hold a port of DNS are about everything. */
function isForDns(item: PortMatch): boolean {
  if (item.type === "name") return true;
  return item.type === "range" && DNS_PORTS.some((port) => item.first <= port && port <= item.last);
}

/**
 * True for pods of one namespace, which is no place of cluster DNS, whose pods the input has and of which none could answer: `k8s-app:
 * kube-dns` without a `namespaceSelector` names pods beside the policy, and a namespace that may ask itself alone asks nobody.
 */
function isWithoutResolver(cluster: Cluster, peer: PodPeer): boolean {
  const name = namespaceNamed(peer.namespaces);
  if (name === undefined || DNS_NAMESPACES.includes(name)) return false;
  const index = podIndexOf(cluster);
  if (index.in(name).length === 0 || cluster.madePods.some((made) => mayBeIn(made, name))) return false;
  const isForSome = (peer.pods?.requirements.length ?? 0) > 0;
  return index
    .select(peer, "NetworkPolicy")
    .every(({ pods }) => !pods.some((pod) => mayAnswer(pod) || (isForSome && declaresNone(pod))));
}

function mayBeIn({ namespace }: MadePods, name: string): boolean {
  return namespace === undefined || namespace === name;
}

/** True for pods that listen on a port of DNS, or are called as a resolver is. */
function mayAnswer({ name, ports = [] }: PodEndpoint): boolean {
  return (
    /dns|unbound|resolver|pi-?hole|adguard/i.test(name) || ports.some(({ port }) => DNS_PORTS.includes(port))
  );
}

/** True for pods of which nothing says where they listen. */
function declaresNone({ ports = [] }: PodEndpoint): boolean {
  return ports.length === 0;
}

/** @param isNamed true for a rule that lists a port of DNS: whoever it names is meant to be one, unless nobody there is */
function mayBeResolver(cluster: Cluster, peer: Peer, own: string | undefined, isNamed: boolean): boolean {
  if (peer.type === "nothing" || peer.type === "domains") return false;
  if (peer.type !== "pods") return true;
  if (isNamed) return !isWithoutResolver(cluster, peer);
  if (peer.namespaces.own !== undefined) return own !== undefined && DNS_NAMESPACES.includes(own);
  const { selector } = peer.namespaces;
  return DNS_NAMESPACES.some(
    (name) =>
      splitBySelector(World.ANY, selector, namespaceLabels(namespaceOf(name, cluster))).yes.length > 0,
  );
}
