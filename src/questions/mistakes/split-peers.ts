import { isHomeOf } from "./add-ons.js";
import { child } from "../../source/manifest/origin.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { oncePer } from "../../base/collections/once-per.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf } from "./pod-index.js";
import { selectorText } from "./selector-text.js";
import { SelectionScopes } from "./scope.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DirectedRule, Peer, PodPeer } from "../../cluster/model/policy.js";
import type { DocumentEdit } from "../../source/edit/edit.js";
import type { ProblemOf } from "../../cluster/problems/problem.js";
import type { Selector } from "../../cluster/model/selector.js";

/** How many namespaces are named. */
const NAMED = 3;

/** Neighbouring peers, one of namespaces and one of pods, that were plainly meant as one. */
export function splitPeers(cluster: Cluster): readonly ProblemOf<"peer-or-instead-of-and">[] {
  return splitPeersOf(cluster);
}

const splitPeersOf = oncePer((cluster: Cluster) =>
  cluster.policies
    .filter(({ tier }) => tier === "NetworkPolicy")
    .flatMap(rulesOf)
    .flatMap((directed) => pairsIn(directed.rule).flatMap((pair) => problemOf(cluster, directed, pair))),
);

/** A peer of namespaces alone, and one of pods of the own namespace alone. */
interface PeerPair {
  readonly namespaces: PodPeer;
  readonly pods: PodPeer;
  readonly selector: Selector;
  readonly labels: Selector;
  readonly own: string;
  /** True where the namespaces come first, as in a peer with both. */
  readonly isInOrder: boolean;
}

function pairsIn(rule: DirectedRule["rule"]): PeerPair[] {
  const peers = peersOf(rule);
  return peers.slice(1).flatMap((second, i) => {
    const first = peers[i];
    return first === undefined ? [] : (pairOf(first, second, true) ?? pairOf(second, first, false) ?? []);
  });
}

function pairOf(a: Peer, b: Peer, isInOrder: boolean): PeerPair | undefined {
  if (a.type !== "pods" || b.type !== "pods") return undefined;
  if (a.namespaces.own !== undefined) return undefined;
  const { selector } = a.namespaces;
  const { own } = b.namespaces;
  if (a.pods !== undefined || own === undefined || b.pods === undefined) return undefined;
  if (b.pods.requirements.length === 0) return undefined;
  return { namespaces: a, pods: b, selector, labels: b.pods, own, isInOrder };
}

/**
 * One peer was meant where the own namespace has no such pods, and others have, or where the namespaces alone are every one
 * there is: then the pods add nothing. The other order is how people list two.
 */
function problemOf(
  cluster: Cluster,
  { policy, direction }: DirectedRule,
  { namespaces, pods, selector, labels, own, isInOrder }: PeerPair,
): ProblemOf<"peer-or-instead-of-and">[] {
  const index = podIndexOf(cluster);
  const isEveryNamespace = selector.requirements.length === 0;
  if (index.select(pods, policy.tier).length > 0) return [];
  const both = { ...namespaces, pods: labels };
  const there = index.select(both, policy.tier).map(({ representative }) => representative.namespace);
  const elsewhere = [...new Set(there)].filter((name) => name !== own).toSorted();
  const isPlain = elsewhere.length > 0 || (isInOrder && (isEveryNamespace || isKnownPair(selector, labels)));
  if (!isPlain) return [];
  // Pods of the own namespace that the input lacks may be meant, unless the input has some of its pods.
  const scope = new SelectionScopes(cluster, index).of(pods.namespaces);
  if (scope.isOpen && elsewhere.length === 0 && !isKnownPair(selector, labels)) return [];
  return [
    {
      code: "peer-or-instead-of-and",
      facts: {
        direction,
        namespaces: selectorText(selector),
        pods: selectorText(labels),
        own,
        elsewhere: elsewhere.slice(0, NAMED),
        isEveryNamespace,
      },
      at: isInOrder ? pods.origin : namespaces.origin,
      related: [{ at: isInOrder ? namespaces.origin : pods.origin, role: "other" }],
      ...joinedBy(namespaces, labels, pods),
      object: policy.ref,
    },
  ];
}

/** The edits that move the labels to the peer of the namespaces. */
function joinedBy(
  namespaces: PodPeer,
  { origin, requirements }: Selector,
  pods: PodPeer,
): { readonly unsafeFix?: readonly DocumentEdit[] } {
  const field = origin?.step;
  if (typeof field !== "string") return {};
  const isPlain = requirements.every(({ operator, values }) => operator === "In" && values.length === 1);
  const labels = Object.fromEntries(requirements.map(({ key, values }) => [key, values[0] ?? ""]));
  const value = isPlain
    ? { matchLabels: labels }
    : {
        matchExpressions: requirements.map(({ key, operator, values }) =>
          values.length === 0 ? { key, operator } : { key, operator, values },
        ),
      };
  return {
    unsafeFix: [
      { type: "set", at: child(namespaces.origin, field), value },
      { type: "remove", at: pods.origin },
    ],
  };
}

/** Labels of pods that only the named namespace has: cluster DNS, a controller that is called as its namespace, or an add-on that is at home there. */
function isKnownPair(selector: Selector, labels: Selector): boolean {
  const names = selector.requirements.flatMap(({ key, values }) =>
    key === NAMESPACE_NAME_LABEL || key === "name" ? values : [],
  );
  const values = new Set(labels.requirements.flatMap((each) => each.values));
  return names.some((name) => values.has(name) || isOfOperator(name, labels)) || isHomeOf(names, labels);
}

/** The labels that operators of OpenShift give to their own pods, which are in namespaces of its own. */
const OF_OPERATOR = /\.operator\.openshift\.io\//;

function isOfOperator(namespace: string, { requirements }: Selector): boolean {
  return namespace.startsWith("openshift-") && requirements.some(({ key }) => OF_OPERATOR.test(key));
}

/**
 * Peers of pods behind one of namespaces, where the own namespace has no such pods: they may be meant as one, and what becomes of them as
 * they are says nothing.
 */
export const doubtfulPeers = oncePer((cluster: Cluster): ReadonlySet<Peer> => {
  const index = podIndexOf(cluster);
  return new Set(
    cluster.policies.flatMap((policy) =>
      rulesOf(policy)
        .flatMap(({ rule }) => pairsIn(rule))
        .filter(({ isInOrder, pods }) => isInOrder && index.select(pods, policy.tier).length === 0)
        .map(({ pods }) => pods),
    ),
  );
});
