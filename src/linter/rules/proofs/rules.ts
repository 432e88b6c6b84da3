import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import type { Origin } from "../../../source/manifest/origin.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { isUnbuildable } from "../../../semantics/match/effect.js";
import { includesRule } from "../../../semantics/match/implies.js";
import { isOfPlugin, profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { isWholeFamily, peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, Peer, Policy, PortMatch, Rule, Tier } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { RuleName, RuleNames, RulePart, ProofScope } from "../../../cluster/problems/proofs.js";

/** The policies of some tiers that can be built; other rules say what is wrong with those that cannot. */
export function policiesInTiers({ policies }: Cluster, ...tiers: readonly Tier[]): Policy[] {
  return policies.filter(({ tier, subject }) => {
    const { namespaces, pods } = subject;
    const isBroken =
      pods?.unbuildable === true ||
      (namespaces.own === undefined && namespaces.selector.unbuildable === true);
    return tiers.includes(tier) && !isBroken;
  });
}

/** The rules of a policy that can be built. */
export const soundRulesOf = oncePer((policy: Policy): readonly DirectedRule[] =>
  rulesOf(policy).filter(({ rule }) => rule.failsClosed === undefined && !peersOf(rule).some(isUnbuildable)),
);

/** One peer or port of a rule, as a rule of its own. */
export interface RuleItem {
  readonly part: RulePart;
  readonly at: Origin;
  readonly directed: DirectedRule;
}

/** The peers and ports of a rule one by one, where it has several. */
export function itemsOf(directed: DirectedRule): RuleItem[] {
  const { rule } = directed;
  const { peers, ports } = rule;
  const ofPeer = (item: Peer): RuleItem => ({
    part: "peer",
    at: item.origin,
    directed: {
      ...directed,
      rule: { ...rule, peers: { ...peers, all: false, items: [item], origin: item.origin } },
    },
  });
  const ofPort = (item: PortMatch): RuleItem => ({
    part: "port",
    at: item.origin,
    directed: { ...directed, rule: { ...rule, ports: { all: false, items: [item], origin: item.origin } } },
  });
  return [
    ...(peers.all || peers.items.length < 2 ? [] : peers.items.map(ofPeer)),
    ...(ports.all || ports.items.length < 2 ? [] : ports.items.map(ofPort)),
  ];
}

/** True for a rule without any condition. */
export function matchesEverything({ peers, ports }: DirectedRule["rule"]): boolean {
  return peers.all && ports.all && ports.emptyList === undefined;
}

/** True for a rule about every pod there is, or every address of a family. */
export function hasEveryPeer(rule: DirectedRule["rule"]): boolean {
  return rule.peers.all || peersOf(rule).some(isEvery);
}

function isEvery(peer: Peer): boolean {
  if (isWholeFamily(peer)) return true;
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  return peer.namespaces.selector.requirements.length === 0 && (peer.pods?.requirements.length ?? 0) === 0;
}

/** How a rule is named. */
export function nameOf({ policy, direction, rule }: DirectedRule): RuleName {
  return {
    policy: kindAndName(policy.ref),
    direction,
    position: rule.index + 1,
    name: rule.name,
  };
}

/** How many rules and policies a finding names. */
export const NAMED = 3;

/** Some rules as facts, and the places of those that are listed. */
export function naming(rules: readonly DirectedRule[]): {
  readonly by: RuleNames;
  readonly related: NonNullable<Problem["related"]>;
} {
  const listed = rules.slice(0, NAMED);
  return {
    by: { first: listed.map(nameOf), more: rules.length - listed.length },
    related: listed.map(({ rule }) => ({ at: ruleOrigin(rule), role: "rule" })),
  };
}

/** For which clusters a claim is proven. */
export function scopeOf(cluster: Cluster, isAnyCluster = false): ProofScope {
  const profile = profileOfCluster(cluster);
  const plugin = isOfPlugin(profile) ? { plugin: profile.name } : {};
  return isAnyCluster
    ? { type: "any-cluster", ...plugin }
    : { type: "this-cluster", workloads: cluster.workloads.length, ...plugin };
}

/** True where a rule matches all that another one matches, in any cluster that enforces policies as this one. */
export function includesAnywhere(cluster: Cluster, wide: Rule, narrow: Rule): boolean {
  const { readings } = profileOfCluster(cluster);
  // A peer without podSelector leaves out host pods that one with it may take in.
  const isNarrowed =
    readings["host-peer"] === "with-pod-selector" &&
    peersOf(wide).some((peer) => peer.type === "pods" && peer.pods === undefined);
  return !isNarrowed && includesRule(wide, narrow);
}

/** True for two rules of the same peers, of which the second one lists more ports: not every port, and no range. */
export function isForFewerPorts(cluster: Cluster, narrow: Rule, wide: Rule): boolean {
  const isList =
    !wide.ports.all && wide.ports.items.every((each) => each.type !== "range" || each.first === each.last);
  if (!isList) return false;
  const withAllPorts = (rule: Rule): Rule => ({ ...rule, ports: { all: true } });
  return (
    includesAnywhere(cluster, withAllPorts(narrow), withAllPorts(wide)) &&
    !includesAnywhere(cluster, narrow, wide)
  );
}

/**
 * Of rules that cover a rule for pods, those that do so by addresses: whether a block matches pods is up to the network plugin, so
 * nothing is said where that is not known.
 */
export function coveringByPodAddresses(
  cluster: Cluster,
  directed: DirectedRule,
  covering: readonly DirectedRule[],
): readonly DirectedRule[] {
  if (isOfPlugin(profileOfCluster(cluster)) || !hasPeerOf("pods", directed)) return [];
  return covering.filter((each) => hasPeerOf("addresses", each));
}

function hasPeerOf(type: Peer["type"], { rule }: DirectedRule): boolean {
  return peersOf(rule).some((peer) => peer.type === type);
}

/**
 * True where egress rules are held against Services, by the labels that these select: rules that match the same pods today
 * may then allow different Services.
 */
export function areSeenByService(cluster: Cluster): boolean {
  return profileOfCluster(cluster).readings["service-peer"] === "selector";
}
