import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { decidedBefore, Takers, type Taker } from "./decided.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { includesPods, includesRule } from "../../../semantics/match/implies.js";
import { hasEveryPeer, itemsOf, policiesInTiers, soundRulesOf } from "./rules.js";
import { endsOfRegions, meetsAny } from "../../../semantics/reach/coverage.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { sharedRegions, type Region } from "../../../semantics/match/region.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule } from "../../../cluster/model/policy.js";
import type { Precedence } from "../../../cluster/problems/proofs.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import type { RuleEntry } from "../../../semantics/evaluate/entry.js";

/** Rules of ordered tiers whose traffic is all decided before they are asked. */
export function* shadowedRules(proofs: Proofs): Generator<Problem> {
  for (const directed of orderedRules(proofs)) {
    const takers = takersOf(proofs, directed, directed);
    const whole = wholeShadow(directed, takers);
    if (takers.length === 0 || isMeant(directed, takers, whole)) continue;
    const finding = decidedBefore(proofs, directed, "rule", takers, whole);
    if (finding === undefined) continue;
    const first = whole === undefined ? takers : [whole];
    const precedence = precedenceOf(
      directed,
      first.map((taker) => taker.directed),
    );
    const facts = { ...finding.facts, precedence };
    yield { code: "shadowed-rule", at: ruleOrigin(directed.rule), ...finding, facts };
  }
}

/** Why some rules come before another one: the nearest reason, which is what can be changed. */
export function precedenceOf({ policy }: DirectedRule, earlier: readonly DirectedRule[]): Precedence {
  if (earlier.some((each) => each.policy === policy)) return "rules";
  return earlier.some((each) => each.policy.tier === policy.tier) ? "policies" : "tiers";
}

/** Peers and ports of such rules whose traffic is all decided before, and otherwise, though that of others is not. */
export function* shadowedItems(proofs: Proofs): Generator<Problem> {
  for (const directed of orderedRules(proofs)) {
    const items = itemsOf(directed);
    if (items.length === 0 || takersOf(proofs, directed, directed).length > 0) continue;
    for (const { part, at, directed: item } of items) {
      const takers = takersOf(proofs, item, directed);
      if (takers.every((taker) => isSameAction(taker.directed, directed))) continue;
      const whole = wholeShadow(item, takers);
      if (isMeant(item, takers, whole)) continue;
      const finding = decidedBefore(proofs, item, part, takers, whole);
      if (finding !== undefined) yield { code: "partially-shadowed-rule", at, ...finding };
    }
  }
}

function orderedRules({ cluster }: Pick<Proofs, "cluster">): DirectedRule[] {
  return policiesInTiers(cluster, "Admin", "Baseline").flatMap(soundRulesOf);
}

/** Rules of ordered tiers with an earlier one that includes all of each, in any cluster. */
export function* wholeShadows(
  cluster: Cluster,
): Generator<{ readonly directed: DirectedRule; readonly by: DirectedRule }> {
  const rules = orderedRules({ cluster });
  for (const directed of rules) {
    cluster.work?.take(rules.length);
    const isBefore = (each: DirectedRule): boolean =>
      each.direction === directed.direction &&
      each.policy.tier === directed.policy.tier &&
      each.policy.generation === directed.policy.generation &&
      precedes(each, directed) &&
      includesAll(each, directed);
    const by = rules.find(isBefore);
    if (by !== undefined && !areNamesBehindNetworks(directed, [by])) yield { directed, by };
  }
}

function isSameAction({ rule: a }: DirectedRule, { rule: b }: DirectedRule): boolean {
  return effectiveAction(a) === effectiveAction(b);
}

/** A rule for everybody that only the pods of today never meet is a guard; names behind networks are another finding. */
function isMeant(directed: DirectedRule, takers: readonly Taker[], whole: Taker | undefined): boolean {
  return (
    (whole === undefined && hasEveryPeer(directed.rule)) ||
    areNamesBehindNetworks(
      directed,
      takers.map((taker) => taker.directed),
    )
  );
}

/** Names that are accepted behind a Deny of networks are a matter of their own: domain-names-shadowed-by-networks. */
function areNamesBehindNetworks({ rule }: DirectedRule, earlier: readonly DirectedRule[]): boolean {
  const areNames = peersOf(rule).every(({ type }) => type === "domains");
  const deniesNetworks = (each: DirectedRule): boolean =>
    effectiveAction(each.rule) === "Deny" && peersOf(each.rule).some(({ type }) => type === "addresses");
  return !rule.peers.all && areNames && earlier.every(deniesNetworks);
}

/**
 * What decides the traffic of a rule, or of an item of it, where that matches something and decides nothing, in any world.
 * What a NetworkPolicy decides is no matter of precedence: then there is none.
 */
function takersOf(proofs: Proofs, item: DirectedRule, whole: DirectedRule): readonly Taker[] {
  const { coverage } = proofs;
  const { direction } = whole;
  const takers = new Takers();
  for (const { subject, alone } of shadowOver(proofs, item, whole)) {
    const ends = endsOfRegions(alone);
    for (const { entry, ends: taken } of coverage.takingIn(direction, subject)) {
      if (takers.has(entry) || !mayTake(entry, whole) || ends?.meets(taken) !== true) continue;
      const directed = { policy: entry.policy, direction, rule: entry.rule };
      const regions = sharedRegions(coverage.takenOf(directed, subject), alone);
      takers.add({ directed, subject, regions });
    }
  }
  return takers.all;
}

/** The subjects of which a rule, or an item of it, matches something, with that; none where it decides some of it. */
function shadowOver(
  { coverage }: Proofs,
  item: DirectedRule,
  whole: DirectedRule,
): readonly { readonly subject: WalkSubject; readonly alone: readonly Region[] }[] {
  const { policy, direction } = whole;
  const subjects = coverage.distinctFor(item);
  // What a rule decides it matches: most rules decide something of some subject, which the walks alone tell.
  if (item === whole && subjects.some((subject) => coverage.takesSome(whole, subject))) return [];
  const met: { subject: WalkSubject; alone: readonly Region[] }[] = [];
  for (const subject of subjects) {
    const alone = coverage.aloneOf(item, subject);
    if (alone.length === 0) continue;
    if (coverage.takenOf(whole, subject).some((region) => meetsAny(region, alone))) return [];
    if (policy.tier === "Baseline") {
      const { leaves } = coverage.walk(direction, subject);
      if (leaves.some(({ by, region }) => !isOrdered(by) && meetsAny(region, alone))) return [];
    }
    met.push({ subject, alone });
  }
  return met;
}

function isOrdered(entry: { readonly type: string; readonly tier?: string }): boolean {
  return entry.type === "rule" && entry.tier !== "NetworkPolicy";
}

/** True for a rule that keeps traffic from another one: of its own API and tier, or where it decides in the tier before. */
function mayTake({ tier, policy, action }: RuleEntry, later: DirectedRule): boolean {
  if (tier === later.policy.tier) return policy.generation === later.policy.generation;
  return tier === "Admin" && action !== "Pass";
}

/** A rule that comes before another one and includes all of it: that proves the shadow for any cluster. */
function wholeShadow(directed: DirectedRule, takers: readonly Taker[]): Taker | undefined {
  return takers.find((taker) => precedes(taker.directed, directed) && includesAll(taker.directed, directed));
}

function includesAll(
  { policy: a, rule: wide }: DirectedRule,
  { policy: b, rule: narrow }: DirectedRule,
): boolean {
  return (a === b || includesPods(a.subject, b.subject)) && includesRule(wide, narrow);
}

/** True where one rule comes before another one in every implementation. */
function precedes({ policy: a, rule }: DirectedRule, { policy: b, rule: other }: DirectedRule): boolean {
  if (a === b) return rule.index < other.index;
  return a.tier !== b.tier || (a.priority ?? 0) < (b.priority ?? 0);
}
