import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { isAboutDnsAlone } from "./one-sided.js";
import { cancelledPoliciesOf } from "./cancelling.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { includesPods } from "../../../semantics/match/implies.js";
import { isolates } from "./bypassing.js";
import { kindAndName, qualifiedName } from "../../../cluster/model/object-ref.js";
import {
  areSeenByService,
  coveringByPodAddresses,
  includesAnywhere,
  matchesEverything,
  NAMED,
  policiesInTiers,
  scopeOf,
  soundRulesOf,
} from "./rules.js";
import { DIRECTIONS, type DirectedRule, type Direction, type Policy } from "../../../cluster/model/policy.js";
import { portPointsOf } from "../../../semantics/reach/points.js";
import { SharedPoints } from "../../../semantics/reach/shared-points.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import type { Region } from "../../../semantics/match/region.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";

/** A policy that others make up for, with them. */
interface Redundant {
  readonly policy: Policy;
  readonly by: readonly Policy[];
  readonly isAnywhere: boolean;
  /** Some of its traffic. */
  readonly subject: WalkSubject;
  readonly direction: Direction;
  readonly regions: readonly Region[];
}

/** NetworkPolicies whose isolation and rules others have as well: without them nothing would change. */
export function* redundantPolicies(proofs: Proofs): Generator<Problem> {
  for (const { policy, by, isAnywhere, subject, direction, regions } of redundantPoliciesOf(proofs)) {
    const named = by.slice(0, NAMED);
    const witness = proofs.witnesses.find(direction, subject, regions);
    if (witness === undefined) continue;
    yield {
      code: "redundant-policy",
      facts: {
        policy: kindAndName(policy.ref),
        by: named.map(({ ref }) => kindAndName(ref)),
        more: by.length - named.length,
        isForDns: isAboutDnsAlone(policy, "egress") && policy.rules.ingress === undefined,
        isOfEach: isOfEachNamespace(proofs.cluster, policy),
        scope: scopeOf(proofs.cluster, isAnywhere),
      },
      at: nameOrigin(policy),
      object: policy.ref,
      related: named.map((each) => ({ at: nameOrigin(each), role: "policy" })),
      witness,
    };
  }
}

/** In so many other namespaces a name is a pattern. */
const SEVERAL = 2;

/** True for a policy of a name that policies of several other namespaces have: whoever writes one for each means it to stay. */
export function isOfEachNamespace(cluster: Cluster, { ref }: Policy): boolean {
  const namespaces = namespacesByName(cluster).get(ref.name) ?? new Set();
  return namespaces.size > SEVERAL;
}

/** The namespaces that have a NetworkPolicy of each name. */
const namespacesByName = oncePer(({ policies }: Cluster): ReadonlyMap<string, ReadonlySet<unknown>> => {
  const own = policies.filter(({ tier }) => tier === "NetworkPolicy");
  return new Map(
    [...groupBy(own, ({ ref }) => ref.name)].map(([name, alike]) => [
      name,
      new Set(alike.map(({ ref }) => ref.namespace)),
    ]),
  );
});

/** Of policies that make up for each other, the one with the last name is redundant. */
export const redundantPoliciesOf = oncePer((proofs: Proofs): readonly Redundant[] => {
  const found: Redundant[] = [];
  const gone = new Set<Policy>();
  const isolating = policiesInTiers(proofs.cluster, "NetworkPolicy").filter((policy) => policy.isolates);
  const cancelled = new Set(cancelledPoliciesOf(proofs).map(({ policy }) => policy));
  const byNamespace = groupBy(isolating.toSorted(byName), ({ ref }) => ref.namespace);
  for (const together of byNamespace.values()) {
    for (const policy of together.toReversed()) {
      if (cancelled.has(policy) || !mayBeMadeUpFor(proofs, policy)) continue;
      const others = together.filter((each) => each !== policy && !gone.has(each));
      const redundant = madeUpFor(proofs, policy, others);
      if (redundant === undefined) continue;
      gone.add(policy);
      found.push(redundant);
    }
  }
  return found;
});

function byName({ ref: a }: Policy, { ref: b }: Policy): number {
  const [left, right] = [qualifiedName(a), qualifiedName(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** False for a policy of which some traffic is matched by no rule of another one, which most have: single flows tell. */
function mayBeMadeUpFor(proofs: Proofs, policy: Policy): boolean {
  const { coverage } = proofs;
  return soundRulesOf(policy).every((directed) =>
    coverage.subjectsOf(directed).every((subject) => {
      const alone = coverage.aloneOf(directed, subject);
      if (alone.length === 0) return true;
      const shared = sharedPointsOf(proofs)[directed.direction](subject);
      return alone.every((region) => portPointsOf(region).every((point) => shared.has(point)));
    }),
  );
}

/** What several NetworkPolicies match of a subject. */
const sharedPointsOf = oncePer(
  ({ coverage }: Proofs): Readonly<Record<Direction, (subject: WalkSubject) => SharedPoints>> => {
    const of = (direction: Direction): ((subject: WalkSubject) => SharedPoints) =>
      oncePer((subject: WalkSubject) => {
        const matched = [...coverage.policiesOf(subject)]
          .filter((policy) => policy.isolates)
          .map((policy) =>
            soundRulesOf(policy)
              .filter((each) => each.direction === direction)
              .flatMap((each) => coverage.aloneWithItself(each, subject)),
          );
        return new SharedPoints(matched, (steps) => coverage.reach.cluster.work?.take(steps));
      });
    return { egress: of("egress"), ingress: of("ingress") };
  },
);

/**
 * A policy with those that isolate at least the pods that it does, in any cluster, and that allow what its rules do: without
 * it, the same is isolated in every world, and the same is allowed.
 */
function madeUpFor(proofs: Proofs, policy: Policy, others: readonly Policy[]): Redundant | undefined {
  const directions = DIRECTIONS.filter((direction) => isolates(policy, direction));
  proofs.coverage.reach.cluster.work?.take(others.length);
  const guards = directions.flatMap((direction) => others.find(isGuardOf(policy, direction)) ?? []);
  if (directions.length === 0 || guards.length < directions.length) return undefined;
  const rules = rulesOf(policy);
  if (rules.length !== soundRulesOf(policy).length) return undefined;
  const allowing = others.flatMap(soundRulesOf);
  // Where another policy allows everything, that is what is wrong.
  if (allowing.some(({ rule }) => matchesEverything(rule))) return undefined;
  const [direction] = directions;
  const [subject] = direction === undefined ? [] : proofs.coverage.subjectsOf({ policy, direction });
  if (subject === undefined || direction === undefined) return undefined;
  const matching = rules.map((each) => matchingOf(proofs, each));
  // What they do not cover together, none of them covers.
  if (!areCovered(proofs, matching, allowing)) return undefined;
  const single = others.find(
    (other) =>
      directions.every((each) => isGuardOf(policy, each)(other)) &&
      areCovered(proofs, matching, soundRulesOf(other)),
  );
  const by = single === undefined ? neededOf(proofs, rules, guards, allowing) : [single];
  return {
    policy,
    by,
    isAnywhere: single !== undefined && rules.every((each) => isIncluded(proofs, each, soundRulesOf(single))),
    ...(trafficOf(proofs, rules) ?? {
      subject,
      direction,
      regions: [proofs.coverage.everything({ policy, direction }, subject)],
    }),
  };
}

/**
 * Asks whether a policy isolates what another one isolates, pods to come included. Those that only deny are written to stay
 * whatever else is allowed, and to say so of these pods: only another one of them for the same pods is the same.
 */
export function isGuardOf(policy: Policy, direction: Direction): (other: Policy) => boolean {
  const onlyDenies = (each: Policy): boolean => each.rules[direction]?.rules.length === 0;
  return (other) =>
    isolates(other, direction) &&
    includesPods(other.subject, policy.subject) &&
    (!onlyDenies(policy) || (onlyDenies(other) && includesPods(policy.subject, other.subject)));
}

/** A rule with the subjects of which it matches something. */
interface Matching {
  readonly directed: DirectedRule;
  readonly subjects: readonly WalkSubject[];
}

function matchingOf({ coverage }: Proofs, directed: DirectedRule): Matching {
  const subjects = coverage.subjectsOf(directed);
  return { directed, subjects: subjects.filter((each) => coverage.aloneOf(directed, each).length > 0) };
}

/** True where some rules match all that other rules match of any pod: each of those something, or what includes it. */
function areCovered(
  proofs: Proofs,
  matching: readonly Matching[],
  covering: readonly DirectedRule[],
): boolean {
  const { coverage, cluster } = proofs;
  return matching.every(({ directed, subjects }) => {
    const sameWay = covering.filter((each) => each.direction === directed.direction);
    const matchesSome = (each: DirectedRule): boolean =>
      subjects.some((subject) => coverage.matchesSome(each, subject, coverage.aloneOf(directed, subject)));
    if (coveringByPodAddresses(cluster, directed, sameWay).some(matchesSome))
      return isIncluded(proofs, directed, sameWay);
    const isTold = directed.direction === "egress" && areSeenByService(cluster);
    if (subjects.length === 0 || isTold) return isIncluded(proofs, directed, sameWay);
    const missedOf = coverage.missedOf(directed, sameWay);
    return subjects.every((subject) => missedOf(subject).length === 0);
  });
}

/** True where one of some rules includes another one in any cluster. */
function isIncluded({ cluster }: Proofs, directed: DirectedRule, some: readonly DirectedRule[]): boolean {
  return some.some(
    ({ policy, direction, rule }) =>
      direction === directed.direction &&
      includesPods(policy.subject, directed.policy.subject) &&
      includesAnywhere(cluster, rule, directed.rule),
  );
}

/** Policies that together do the same: one that isolates for each direction, and those whose rules match some of it. */
function neededOf(
  { coverage }: Proofs,
  rules: readonly DirectedRule[],
  guards: readonly Policy[],
  allowing: readonly DirectedRule[],
): Policy[] {
  const matching = new Set<DirectedRule>();
  for (const directed of rules) {
    const matched = coverage
      .subjectsOf(directed)
      .map((subject) => ({ subject, regions: coverage.aloneOf(directed, subject) }));
    for (const each of allowing)
      if (
        each.direction === directed.direction &&
        !matching.has(each) &&
        matched.some(({ subject, regions }) => coverage.matchesSome(each, subject, regions))
      )
        matching.add(each);
  }
  const byOrder = allowing.filter((each) => matching.has(each));
  return [...new Set([...guards, ...byOrder.map(({ policy }) => policy)])];
}

/** Traffic that one of some rules matches. */
function trafficOf(
  { coverage, witnesses }: Proofs,
  rules: readonly DirectedRule[],
): Pick<Redundant, "subject" | "direction" | "regions"> | undefined {
  let idle: Pick<Redundant, "subject" | "direction" | "regions"> | undefined;
  for (const directed of rules) {
    const { direction } = directed;
    for (const subject of coverage.subjectsOf(directed)) {
      const regions = coverage.aloneOf(directed, subject);
      if (regions.length === 0) continue;
      const found = { subject, direction, regions };
      if (direction === "egress" || !witnesses.isOfJobs(subject.of)) return found;
      idle ??= found;
    }
  }
  return idle;
}
