import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { BitSet } from "../../../base/collections/bit-set.js";
import { intersectTraffic, isNoTraffic, trafficMeets, type Traffic } from "../../../base/net/traffic.js";
import { includesPods } from "../../../semantics/match/implies.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { mayNameOnePort } from "../../../semantics/match/ports.js";
import { isolates, isolationOf } from "./bypassing.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { placeKey, type Origin } from "../../../source/manifest/origin.js";
import { doubtfulPeers } from "../../../questions/mistakes/split-peers.js";
import { servicePorts } from "../../../questions/mistakes/service-ports.js";
import {
  hasSeveral,
  isSubject,
  memberBeside,
  type WalkSubject,
} from "../../../semantics/reach/walk-subject.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { NAMED, nameOf, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { eachShared, type Region } from "../../../semantics/match/region.js";
import { oncePer, oncePerAsked } from "../../../base/collections/once-per.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Outcomes } from "../../../semantics/reach/cells.js";
import type { Denier } from "../connections/denier.js";
import type {
  Direction,
  DirectedRule,
  PodPeer,
  PodSelection,
  Policy,
  PortMatch,
  Rule,
} from "../../../cluster/model/policy.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Leaf } from "../../../semantics/evaluate/entry.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";

/**
 * Pods that a rule names and allows, whose own side denies all of it. What one policy denies is one mistake, however many
 * rules allow it.
 */
export function* oneSidedPeers(proofs: Proofs): Generator<Problem> {
  yield* oncePerDenier([...oneSidedIn(proofs)]);
}

/** One finding for each policy and direction that deny. */
export function* oncePerDenier(found: readonly OneSided[]): Generator<Problem> {
  const byDenier = groupBy(found, ({ denier }) => denier.policy);
  const groups = [...byDenier.values()].flatMap((same) => [
    ...groupBy(same, (each) => each.direction).values(),
  ]);
  for (const [first, ...others] of groups) {
    const problem = first.problem();
    const related = others.slice(0, NAMED).map(({ at }) => ({ at, role: "too" }));
    const flows = [first, ...others].slice(0, MOST_ASKED).flatMap(({ flow }) => flow?.() ?? []);
    yield {
      ...problem,
      facts: { ...problem.facts, others: others.length },
      related: [...(problem.related ?? []), ...related],
      flows,
    };
  }
}

/** The places that one is in: one of them is its rule's. */
function ruleOf(at: Problem["at"]): readonly string[] {
  const places: string[] = [];
  if (!("step" in at)) return places;
  for (let each: Origin | undefined = at; each !== undefined; each = each.parent) places.push(placeKey(each));
  return places;
}

/** A peer that the other side denies. */
export interface OneSided {
  readonly at: PodPeer["origin"];
  /** Put into words for one of those that one policy denies. */
  readonly problem: () => ProblemOf<"one-sided-flow">;
  /** Its one flow; undefined where it has several, which nobody has named. */
  readonly flow?: () => FlowWitness | undefined;
  readonly direction: Direction;
  readonly denier: Denier;
}

function* oneSidedIn(proofs: Proofs): Generator<OneSided> {
  const { cluster, witnesses } = proofs;
  // Why a rule with the port of a Service opens nothing is told as that.
  const told = new Set([...servicePorts(cluster)].flatMap(({ at }) => ruleOf(at)));
  for (const directed of policiesInTiers(cluster, "Admin", "NetworkPolicy").flatMap(soundRulesOf)) {
    if (effectiveAction(directed.rule) !== "Accept" || told.has(placeKey(directed.rule.origin))) continue;
    for (const peer of peersOf(directed.rule)) {
      const { direction } = directed;
      if (peer.type !== "pods" || !isToBeLetThrough(peer, directed)) continue;
      if (doubtfulPeers(cluster).has(peer) || isForReplicas(cluster, directed, peer)) continue;
      const blocked = blockedBy(proofs, withPeer(directed, peer));
      const denier = blocked === undefined ? undefined : denierOf(proofs, direction, blocked);
      if (blocked === undefined || denier === undefined) continue;
      if (mayBeDecidedByForeign(cluster, denier.policy.ref.namespace)) continue;
      // Who lets in every pod of the namespace names none: it is a mistake where those pods are its own, and it closes their other side.
      if (
        !isExact(peer) &&
        (denier.policy !== directed.policy || !includesPods(directed.policy.subject, peer))
      )
        continue;
      if (denier.policy === directed.policy && isForOthers(proofs, directed, peer)) continue;
      const { subject, other, traffic, others } = blocked;
      const of = memberBeside(subject, other) ?? subject.of;
      const [from, to] = direction === "egress" ? [of, other] : [other, of];
      const witness = witnesses.between(from, to, subject.family, traffic, { verdict: "denied" });
      // What hangs on something else too is no mistake of these two policies.
      if (witness?.verdict !== "denied") continue;
      const at = peer.origin;
      const problem = (): ProblemOf<"one-sided-flow"> => {
        const names = [...others].flatMap((each) => witnesses.workloadsOf(each));
        const deniers = [...others].slice(0, MOST_ASKED).flatMap((each) => {
          const found = denierOf(proofs, direction, { ...blocked, other: each });
          return found === undefined ? [] : [found.policy];
        });
        return {
          code: "one-sided-flow",
          facts: {
            rule: nameOf(directed),
            peers: names.slice(0, NAMED),
            morePeers: Math.max(0, names.length - NAMED),
            deniedBy: kindAndName(denier.policy.ref),
            moreDeniers: new Set([denier.policy, ...deniers]).size - 1,
            others: 0,
            scope: scopeOf(cluster),
          },
          at,
          object: directed.policy.ref,
          related: [{ at: denier.at, role: "denies" }],
          witness,
        };
      };
      const flow = (): FlowWitness | undefined =>
        others.size === 1 && witnesses.workloadsOf(other).length === 1 ? witness : undefined;
      yield { at, direction, denier, problem, flow };
    }
  }
}

/** Of the pods that are denied, how many are asked who denies them. */
const MOST_ASKED = 50;

/** True for a peer that says which pods it means: not every pod there is, nor every one of the own namespace. */
export function isExact({ namespaces, pods }: PodPeer): boolean {
  const hasLabels = (pods?.requirements.length ?? 0) > 0;
  return hasLabels || (namespaces.own === undefined && namespaces.selector.requirements.length > 0);
}

/**
 * True for a peer of which it is a mistake that the other side denies all of it: it says which pods it means, or it is every pod of the
 * namespace of a policy that itself denies it: of two policies, one may leave it to others to allow a part of it.
 */
export function isToBeLetThrough(peer: PodPeer, { policy, direction }: DirectedRule): boolean {
  return isExact(peer) || (peer.namespaces.own !== undefined && isolates(policy, otherSide(direction)));
}

/**
 * True for a peer of which the input has no pods but those of the one workload that the policy is for, and which may have others: whoever
 * lets in `part-of: shop` doesn't mean the pods themselves, but what the input lacks.
 */
function isForOthers({ cluster }: Proofs, { policy }: DirectedRule, peer: PodPeer): boolean {
  if (cluster.facts.isComplete || includesPods(policy.subject, peer)) return false;
  const workloadsOf = (selection: PodSelection): ReadonlySet<Workload> =>
    new Set(
      podIndexOf(cluster)
        .select(selection, policy.tier)
        .flatMap(({ workloads }) => workloads),
    );
  const [own, ...more] = workloadsOf(policy.subject);
  const named = workloadsOf(peer);
  return own !== undefined && more.length === 0 && named.size === 1 && named.has(own);
}

/**
 * True for a peer that is among the pods that its policy names, where a policy for it lets these pods reach, or be reached by, each other: a rule
 * for brokers and databases that names the brokers is for their replicas. The input may have one of them, which has no flow to itself.
 */
function isForReplicas(
  { policies }: Cluster,
  { policy, direction, rule }: DirectedRule,
  peer: PodPeer,
): boolean {
  // A policy for all pods does not name these among them.
  if (!namesPods(policy) || !includesPods(policy.subject, peer)) return false;
  const side = otherSide(direction);
  return policies.some(
    ({ subject, tier, rules }) =>
      tier === policy.tier &&
      includesPods(subject, peer) &&
      (rules[side]?.rules ?? []).some(
        (each) =>
          mayNameOnePort(each.ports, rule.ports) &&
          peersOf(each).some((own) => own.type === "pods" && includesPods(own, subject)),
      ),
  );
}

/** The rule with one of its peers; itself where it has no other, for of that much is known. */
function withPeer(directed: DirectedRule, peer: PodPeer): DirectedRule {
  if (peersOf(directed.rule).length === 1) return directed;
  const peers = { all: false, items: [peer], origin: peer.origin } as const;
  return { ...directed, rule: { ...directed.rule, peers } };
}

/** Traffic that one side allows and the other one denies, between two of many ends of which that is so. */
interface BlockedTraffic {
  readonly subject: WalkSubject;
  readonly other: EndClass;
  readonly traffic: Traffic;
  readonly others: ReadonlySet<EndClass>;
}

/** The ends to which a rule allows traffic, where the other side denies all of it to each of them; undefined where something may pass. */
function blockedBy({ coverage }: Proofs, directed: DirectedRule): BlockedTraffic | undefined {
  const { direction } = directed;
  const { classes } = coverage.reach;
  const pods = podsOf(coverage);
  const side = otherSide(direction);
  const others = new Set<EndClass>();
  let first: Omit<BlockedTraffic, "others"> | undefined;
  for (const subject of coverage.subjectsOf(directed)) {
    const alone = coverage.aloneOf(directed, subject);
    if (alone.length === 0) continue;
    const allowed = coverage.allowedIn(direction, subject);
    const isSure = coverage.selectsSurely(directed.policy, subject);
    for (const { others: ends, traffic, world } of eachShared(alone, allowed)) {
      // What the rule may be about is not what it says that it is about.
      const isMeant = isSure && world === coverage.reach.world;
      for (const index of ends?.intersect(pods).members ?? []) {
        const other = classes[index] as EndClass;
        const { allowed: there } = coverage.walk(side, { of: other, family: subject.family });
        if (isLetThrough(there, asOthersOf(other, subject, classes.length), traffic)) return undefined;
        if (!isMeant) continue;
        first ??= { subject, other, traffic };
        others.add(other);
      }
    }
  }
  return first === undefined ? undefined : { ...first, others };
}

/** The classes that policies can select. */
const podsOf = oncePer(({ reach: { classes } }: Proofs["coverage"]): BitSet =>
  BitSet.of(
    classes.length,
    classes.filter(isSubject).map(({ index }) => index),
  ),
);

/** The classes of a subject that have flows with another end: all that no walk tells apart may look different from there. */
function asOthersOf(other: EndClass, { indexes }: WalkSubject, size: number): BitSet {
  const isOneOfThem = indexes.has(other.index) && !hasSeveral(other);
  return isOneOfThem ? indexes.subtract(BitSet.of(size, [other.index])) : indexes;
}

/**
 * True where what the other end's own side allows, in some world, holds some of the traffic with one of some ends. For one pair after
 * the other: cutting all ends into cells takes longer than looking at what is allowed.
 */
function isLetThrough(allowed: readonly Region[], ends: BitSet, traffic: Traffic): boolean {
  for (const region of allowed)
    if (region.others?.meets(ends) === true && trafficMeets(region.traffic, traffic)) return true;
  return false;
}

/** What the other end's own side comes to for a subject. */
function cellAt(
  coverage: Proofs["coverage"],
  direction: Direction,
  subject: WalkSubject,
  other: EndClass,
): Outcomes {
  const { index } = memberBeside(subject, other) ?? subject.of;
  return coverage.walk(otherSide(direction), { of: other, family: subject.family }).cellOf(index);
}

function leavesOn({ leaves }: Pick<Outcomes, "leaves">, traffic: Traffic): Leaf[] {
  return leaves.filter(({ region }) => !isNoTraffic(intersectTraffic(region.traffic, traffic)));
}

/** The direction in which the other end is asked. */
export function otherSide(direction: Direction): Direction {
  return direction === "egress" ? "ingress" : "egress";
}

/** The policy that denies at the other end, and where. */
function denierOf(
  { coverage }: Proofs,
  direction: Direction,
  { subject, other, traffic }: BlockedTraffic,
): Denier | undefined {
  const [leaf] = leavesOn(cellAt(coverage, direction, subject, other), traffic);
  const side = otherSide(direction);
  if (leaf?.by.type === "rule") return { policy: leaf.by.policy, at: ruleOrigin(leaf.by.rule) };
  const policy = leaf?.by.type === "isolation" ? mostMeantOf(leaf.by.policies, side) : undefined;
  return policy === undefined ? undefined : { policy, at: isolationOf(policy, side) };
}

/**
 * Of policies that isolate together, the one in which a person would allow more: it names its pods, and is not about DNS
 * alone; and of policies for all pods the one without rules, which is there to deny.
 */
export function mostMeant(policies: readonly Policy[], direction: Direction): Policy | undefined {
  const rank = (policy: Policy): number => {
    if (isAboutDnsAlone(policy, direction)) return namesPods(policy) ? 1 : 0;
    if (namesPods(policy)) return 4;
    return policy.rules[direction]?.rules.length === 0 ? 3 : 2;
  };
  let most: { readonly policy: Policy; readonly rank: number } | undefined;
  for (const policy of policies) {
    const own = rank(policy);
    if (most === undefined || own > most.rank) most = { policy, rank: own };
  }
  return most?.policy;
}

function namesPods({ subject }: Policy): boolean {
  return (subject.pods?.requirements.length ?? 0) > 0;
}

/** The same for the policies of a walk, which deny many others. */
const mostMeantOf = oncePerAsked((direction: Direction) => direction, mostMeant);

/** True for a policy that allows DNS in a direction, and nothing else. */
export function isAboutDnsAlone({ rules }: Policy, direction: Direction): boolean {
  const list = rules[direction]?.rules ?? [];
  return list.length > 0 && list.every(allowsDnsAlone);
}

/** True for a rule that is for ports of DNS, and for no others. */
export function allowsDnsAlone({ ports }: Pick<Rule, "ports">): boolean {
  return !ports.all && ports.items.every(isDnsPort);
}

function isDnsPort(item: PortMatch): boolean {
  if (item.type === "name") return /dns/i.test(item.name);
  return item.type === "range" && item.first === item.last && DNS_PORTS.has(item.first);
}

/** Of DNS, of resolvers that listen elsewhere, and of their metrics. */
const DNS_PORTS: ReadonlySet<number> = new Set([53, 853, 5353, 8053, 9153]);
