import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { deniersOf } from "./overriding.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import {
  areSeenByService,
  coveringByPodAddresses,
  includesAnywhere,
  matchesEverything,
  nameOf,
  naming,
  policiesInTiers,
  scopeOf,
  soundRulesOf,
} from "./rules.js";
import { DIRECTIONS, TIERS, type DirectedRule, type Rule } from "../../../cluster/model/policy.js";
import { mayCover } from "../../../semantics/reach/points.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { purposeOf } from "./purpose.js";
import { redundantPoliciesOf } from "./redundant-policies.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import type { Region } from "../../../semantics/match/region.js";

/** Rules without which the other rules of their policy come to the same. */
export function* redundantRules(proofs: Proofs): Generator<Problem> {
  const redundant = new Set(redundantPoliciesOf(proofs).map(({ policy }) => policy));
  for (const policy of policiesInTiers(proofs.cluster, ...TIERS)) {
    if (redundant.has(policy)) continue;
    const sound = soundRulesOf(policy);
    for (const direction of DIRECTIONS)
      yield* redundantAmong(
        proofs,
        sound.filter((each) => each.direction === direction),
      );
  }
}

/** Of rules that make up for each other, the last one is redundant. */
function* redundantAmong(proofs: Proofs, rules: readonly DirectedRule[]): Generator<Problem> {
  // Beside a rule that allows everything, that rule is what is wrong.
  if (rules.length < 2 || rules.some(({ rule }) => matchesEverything(rule))) return;
  const gone = new Set<Rule>();
  for (const directed of rules.toReversed()) {
    const others = rules.filter((each) => each !== directed && !gone.has(each.rule));
    const covering = coveringOf(directed, others, gone);
    const shown = covering.length === 0 ? undefined : coveredBy(proofs, directed, covering);
    if (shown === undefined) {
      const alone = coveredAlone(proofs, directed, covering);
      if (alone === undefined) continue;
      gone.add(directed.rule);
      yield alone;
      continue;
    }
    const whole = covering.find(({ rule }) => includesAnywhere(proofs.cluster, rule, directed.rule));
    if (whole === undefined && namesAbsentPods(proofs.cluster, directed)) continue;
    if (whole === undefined && directed.direction === "egress" && areSeenByService(proofs.cluster)) continue;
    const matching = covering.filter((each) => shown.by.has(each));
    if (whole === undefined && coveringByPodAddresses(proofs.cluster, directed, matching).length > 0)
      continue;
    gone.add(directed.rule);
    const isAnywhere = whole !== undefined || includeAnywhere(proofs.cluster, covering, directed.rule);
    const { by, related } = naming(whole === undefined ? matching : [whole]);
    const witness = proofs.witnesses.find(directed.direction, shown.subject, shown.regions);
    if (witness === undefined) continue;
    yield {
      code: "redundant-rule",
      facts: {
        rule: nameOf(directed),
        by,
        scope: scopeOf(proofs.cluster, isAnywhere),
        ...purposeOf(proofs.cluster, directed, whole),
      },
      at: ruleOrigin(directed.rule),
      object: directed.policy.ref,
      related,
      witness,
    };
  }
}

/** True where each pair of a rule's peers and ports is one that some of other rules matches whatever pods there are. */
function includeAnywhere(
  cluster: Cluster,
  others: readonly DirectedRule[],
  { peers, ports, ...rest }: Rule,
): boolean {
  const peerParts = peers.all ? [peers] : peers.items.map((item) => ({ ...peers, items: [item] }));
  const portParts = ports.all ? [ports] : ports.items.map((item) => ({ ...ports, items: [item] }));
  if (peerParts.length * portParts.length * others.length > MOST_PARTS) return false;
  cluster.work?.take(peerParts.length * portParts.length * others.length);
  return peerParts.every((ofPeers) =>
    portParts.every((ofPorts) => {
      const part: Rule = { ...rest, peers: ofPeers, ports: ofPorts };
      return others.some(({ rule }) => includesAnywhere(cluster, rule, part));
    }),
  );
}

/** Beyond these many comparisons of parts with rules, a claim is only made for the cluster at hand. */
const MOST_PARTS = 10_000;

/**
 * True for a rule with a peer in other namespaces that none of the known pods is: whoever it is meant for is elsewhere, and what holds
 * of the pods that are here says nothing about them.
 */
function namesAbsentPods(cluster: Cluster, { policy, rule }: DirectedRule): boolean {
  const index = podIndexOf(cluster);
  return peersOf(rule).some(
    (peer) =>
      peer.type === "pods" &&
      peer.namespaces.own === undefined &&
      !index
        .select(peer, policy.tier)
        .some(({ representative: { namespace } }) => namespace !== policy.ref.namespace),
  );
}

/**
 * The rules that may take over: of an isolating tier any other one, of an ordered tier those behind it up to one that does
 * something else, or of which that is not known. Where they match all that a rule does something with, the same becomes of
 * that without the rule: isolation hangs on the policy, and nothing else is asked between rules of one policy.
 */
function coveringOf(
  { policy, direction, rule }: DirectedRule,
  others: readonly DirectedRule[],
  gone: ReadonlySet<Rule>,
): readonly DirectedRule[] {
  if (policy.tier === "NetworkPolicy") return others;
  const sound = new Set(others.map((other) => other.rule));
  const later: DirectedRule[] = [];
  for (const other of rulesOf(policy)) {
    if (other.direction !== direction || other.rule.index <= rule.index || gone.has(other.rule)) continue;
    if (!sound.has(other.rule) || effectiveAction(other.rule) !== effectiveAction(rule)) break;
    later.push(other);
  }
  return later;
}

/**
 * That another rule of a NetworkPolicy says all that a rule does, whatever pods there are, for peers of whom the input has none: no
 * flow of the input shows it.
 */
function coveredAlone(
  proofs: Proofs,
  directed: DirectedRule,
  others: readonly DirectedRule[],
): Problem | undefined {
  const { cluster, coverage } = proofs;
  if (cluster.facts.isComplete || directed.policy.tier !== "NetworkPolicy") return undefined;
  const whole = others.find(({ rule }) => includesAnywhere(cluster, rule, directed.rule));
  if (whole === undefined || isOverridden(proofs, directed)) return undefined;
  const subjects = coverage.subjectsOf(directed);
  if (subjects.some((subject) => coverage.aloneOf(directed, subject).length > 0)) return undefined;
  const { by, related } = naming([whole]);
  return {
    code: "redundant-rule",
    facts: {
      rule: nameOf(directed),
      by,
      scope: scopeOf(cluster, true),
      ...purposeOf(cluster, directed, whole),
    },
    at: ruleOrigin(directed.rule),
    object: directed.policy.ref,
    related,
  };
}

interface Covered {
  readonly by: ReadonlySet<DirectedRule>;
  readonly subject: WalkSubject;
  readonly regions: readonly Region[];
}

/** Which of some rules match what a rule does something with, where they match all of it; undefined where they do not. */
function coveredBy(
  proofs: Proofs,
  directed: DirectedRule,
  covering: readonly DirectedRule[],
): Covered | undefined {
  const { coverage } = proofs;
  const subjects = coverage.subjectsOf(directed);
  const isIsolating = directed.policy.tier === "NetworkPolicy";
  if (isIsolating && !subjects.every((each) => mayCover(coverage, covering, directed, each)))
    return undefined;
  const missedOf = isIsolating
    ? coverage.missedOf(directed, covering)
    : (subject: WalkSubject) => coverage.missedBy(covering, subject, actsOn(proofs, directed, subject));
  const by = new Set<DirectedRule>();
  let shown: Pick<Covered, "subject" | "regions"> | undefined;
  for (const subject of subjects) {
    const regions = actsOn(proofs, directed, subject);
    if (regions.length === 0) continue;
    if (missedOf(subject).length > 0) return undefined;
    for (const each of covering)
      if (!by.has(each) && coverage.matchesSome(each, subject, regions)) by.add(each);
    shown ??= { subject, regions };
  }
  if (shown === undefined || isOverridden(proofs, directed)) return undefined;
  return { by, ...shown };
}

/** True for a rule that the Admin tier denies whole: that is what is wrong with it. */
function isOverridden(proofs: Proofs, directed: DirectedRule): boolean {
  return directed.policy.tier === "NetworkPolicy" && deniersOf(proofs, directed).length > 0;
}

/** What a rule decides of a subject's traffic; in the isolating tier, where order is nothing, all that it matches. */
function actsOn({ coverage }: Proofs, directed: DirectedRule, subject: WalkSubject): readonly Region[] {
  if (directed.policy.tier === "NetworkPolicy") return coverage.aloneOf(directed, subject);
  return coverage.takenOf(directed, subject);
}
