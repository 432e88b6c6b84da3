import { policiesByNamespace } from "../../../cluster/model/by-namespace.js";
import { oncePer, oncePerAsked } from "../../../base/collections/once-per.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { mayBeDecidedByForeign } from "./foreign.js";
import { policiesBeside } from "./beside.js";
import { namespaceLabels } from "../../../semantics/match/party.js";
import { splitBySelector } from "../../../semantics/match/selector.js";
import { World } from "../../../semantics/match/world.js";
import type { Cluster, Namespace } from "../../../cluster/model/cluster.js";
import type { Direction, Peer, PodSelection, Policy, Rule } from "../../../cluster/model/policy.js";
import type { Selector } from "../../../cluster/model/selector.js";

/** What the names of the control plane's namespaces begin with: they are not for users to isolate. */
const RESERVED_PREFIX = "kube-";

/**
 * The namespaces of which it can be said what isolates their pods: those with pods or policies. None where policies may
 * be missing from the input, or where isolation may come from elsewhere (S-LEG-1, S-IN-10).
 */
export const judgedNamespaces = oncePer((cluster: Cluster): readonly Namespace[] => {
  const { workloads, policies, namespaces, facts } = cluster;
  if (facts.mayMissPolicies || facts.isLegacy) return [];
  const used = new Set([
    ...workloads.map(({ namespace }) => namespace),
    ...policies.map(({ ref }) => ref.namespace),
  ]);
  return [...namespaces.values()].filter(
    ({ name }) =>
      used.has(name) && !name.startsWith(RESERVED_PREFIX) && !mayBeDecidedByForeign(cluster, name),
  );
});

/** The NetworkPolicies of a namespace. */
export function policiesIn(cluster: Cluster, namespace: Namespace): readonly Policy[] {
  return policiesByNamespace(cluster).get(namespace.name) ?? [];
}

/** True where some policy is of the whole cluster. */
export function hasWidePolicies(cluster: Cluster): boolean {
  return WIDE(cluster).isThere;
}

const WIDE = oncePer(({ policies }: Cluster) => ({
  isThere: policies.some(({ tier }) => tier !== "NetworkPolicy"),
}));

/** So many policies of the whole cluster are asked about each namespace without counting it. */
const FEW = 64;

/** The policies that may select pods of a namespace, those of sets beside it too. */
function policiesAbout(cluster: Cluster, namespace: Namespace): readonly Policy[] {
  const wide = policiesByNamespace(cluster).get(undefined) ?? [];
  if (wide.length > FEW) cluster.work?.take(wide.length);
  return [...policiesIn(cluster, namespace), ...wide, ...policiesBeside(cluster, namespace.name)];
}

/**
 * True where every pod of a namespace, new ones too, is denied in a direction what nothing allows: by a NetworkPolicy
 * that isolates them all, or by a rule of another tier that denies everything. Policies that are refused count as
 * if they did: what is wrong with them is reported as such.
 */
export const deniesByDefault = oncePerAsked(
  sideKey,
  (cluster: Cluster, namespace: Namespace, direction: Direction): boolean => {
    const mayBeRefused = cluster.refused.some(
      ({ ref, directions }) =>
        (ref.namespace ?? namespace.name) === namespace.name && directions.includes(direction),
    );
    return (
      mayBeRefused || policiesAbout(cluster, namespace).some((policy) => closes(policy, namespace, direction))
    );
  },
);

/** One direction of a namespace: several rules ask the same of it. */
export function sideKey({ name }: Namespace, direction: Direction): string {
  return `${direction} ${name}`;
}

/** True for a policy that leaves something out in a direction: one that has it, and does not allow everything. */
export function restricts({ rules }: Policy, direction: Direction): boolean {
  const list = rules[direction];
  return list !== undefined && !allowsEverything(list.rules);
}

function allowsEverything(rules: readonly Rule[]): boolean {
  return rules.some(({ peers, ports }) => peers.all && ports.all);
}

/** True where NetworkPolicies isolate pods of a namespace, and restrict ingress alone, and no other tier denies egress. */
export function restrictsIngressOnly(cluster: Cluster, namespace: Namespace): boolean {
  const policies = policiesIn(cluster, namespace);
  return (
    policies.length > 0 &&
    ![...policies, ...policiesBeside(cluster, namespace.name)].some((each) => restricts(each, "egress")) &&
    !deniesByDefault(cluster, namespace, "egress") &&
    !hasEgressDeny(cluster, namespace)
  );
}

function closes(policy: Policy, namespace: Namespace, direction: Direction): boolean {
  const list = policy.rules[direction];
  if (list === undefined || !selectsAll(policy.subject, namespace)) return false;
  if (policy.tier === "NetworkPolicy") return !allowsEverything(list.rules);
  return list.rules.some(deniesEverything);
}

/** True where some Deny of the Admin or Baseline tier applies to egress of a namespace's pods. */
function hasEgressDeny(cluster: Cluster, namespace: Namespace): boolean {
  return policiesAbout(cluster, namespace).some(
    ({ tier, subject, rules }) =>
      tier !== "NetworkPolicy" &&
      selectsNamespace(subject, namespace) &&
      (rules.egress?.rules.some(({ action }) => action === "Deny") ?? false),
  );
}

/** True for a rule that denies whatever it is asked about, of one family at least. */
export function deniesEverything(rule: Rule): boolean {
  return effectiveAction(rule) === "Deny" && rule.ports.all && peersOf(rule).some(isEveryone);
}

/** All of one family's addresses count: which families a cluster has is not known. */
function isEveryone(peer: Peer): boolean {
  if (peer.type === "addresses") return peer.block.block.prefix === 0;
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  return isEverything(peer.namespaces.selector) && isEverything(peer.pods);
}

function selectsAll(subject: PodSelection, namespace: Namespace): boolean {
  return selectsNamespace(subject, namespace) && isEverything(subject.pods);
}

/** Also true where the labels of the namespace are not known: then nothing can be said against it. */
function selectsNamespace({ namespaces }: PodSelection, namespace: Namespace): boolean {
  if (namespaces.own !== undefined) return namespaces.own === namespace.name;
  return splitBySelector(World.ANY, namespaces.selector, namespaceLabels(namespace)).yes.length > 0;
}

function isEverything(selector: Selector | undefined): boolean {
  return selector === undefined || selector.requirements.length === 0;
}
