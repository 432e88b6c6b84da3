import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { hasEveryPeer, nameOf, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { eachShared, sharedRegions, type Region } from "../../../semantics/match/region.js";
import type { Direction, DirectedRule, Policy } from "../../../cluster/model/policy.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import { endsOfRegions, meetsAny } from "../../../semantics/reach/coverage.js";
import { isMatched, portPointsOf } from "../../../semantics/reach/points.js";
import { membersBeside, type WalkSubject } from "../../../semantics/reach/walk-subject.js";

/** Accept rules of the Admin tier that let through what NetworkPolicies keep from their pods. */
export function* bypassingRules(proofs: Proofs): Generator<Problem> {
  const { cluster, witnesses } = proofs;
  const rules = policiesInTiers(cluster, "Admin").flatMap(soundRulesOf);
  for (const directed of rules.filter(({ rule }) => effectiveAction(rule) === "Accept" && isWide(rule))) {
    const opened = openedBy(proofs, directed);
    const [first] = opened;
    if (first === undefined) continue;
    const workloads = new Set(
      opened.flatMap(({ pods }) => pods().flatMap((of) => witnesses.workloadsOf(of))),
    );
    const isolating = [...new Set(opened.flatMap(({ isolatedBy }) => isolatedBy))];
    const named = isolating.slice(0, NAMED);
    const witness = witnesses.find(directed.direction, first.subject, first.regions(), {
      verdict: "allowed",
    });
    if (witness?.verdict !== "allowed") continue;
    yield {
      code: "isolation-bypassed-by-admin-tier",
      facts: {
        rule: nameOf(directed),
        isolatedBy: named.map(({ ref }) => kindAndName(ref)),
        more: isolating.length - named.length,
        opened: workloads.size,
        scope: scopeOf(cluster),
      },
      at: ruleOrigin(directed.rule),
      object: directed.policy.ref,
      related: named.map((policy) => ({ at: isolationOf(policy, directed.direction), role: "isolates" })),
      witness,
    };
  }
}

/** A rule that names its ports and its peers is a hole that is meant. */
function isWide(rule: DirectedRule["rule"]): boolean {
  return rule.ports.all || hasEveryPeer(rule);
}

/** How many of the policies that isolate are named. */
const NAMED = 3;

interface Opened {
  readonly subject: WalkSubject;
  readonly isolatedBy: readonly Policy[];
  /** The classes of the subject of which that is so. */
  readonly pods: () => readonly EndClass[];
  readonly regions: () => readonly Region[];
}

/** The subjects that policies isolate whatever is unsettled, with what none of their rules allows and this one, an Accept, lets in. */
function openedBy(proofs: Proofs, directed: DirectedRule): readonly Opened[] {
  const { coverage } = proofs;
  const { direction } = directed;
  return coverage.subjectsOf(directed).flatMap((subject): Opened[] => {
    const entry = coverage.entryOf(directed, subject);
    if (entry === undefined) return [];
    const { policies, rules, closed } = isolationsOf(proofs)[direction](subject);
    const [policy] = policies;
    if (policy === undefined) return [];
    const accepted = coverage.decidedBy(entry, direction, subject).map(({ region }) => region);
    if (accepted.length === 0) return [];
    const everything = coverage.everything({ policy, direction }, subject);
    const surely = surelyOpened(proofs, subject, { accepted, everything, rules });
    if (surely.length === 0 && !accepted.some((region) => meetsAny(region, closed()))) return [];
    const regions = (): readonly Region[] =>
      coverage.missedBy(rules, subject, sharedRegions(accepted, [everything]));
    const pods = (): readonly EndClass[] =>
      surely.length > 0
        ? surely
        : membersBeside(subject, endsAmong(proofs, endsOfRegions(eachShared(accepted, closed()))?.members));
    return [{ subject, isolatedBy: policies, pods, regions }];
  });
}

/** What an Accept lets through of a subject's traffic, beside what the isolating tier can match and its rules. */
interface AcceptedTraffic {
  readonly accepted: readonly Region[];
  readonly everything: Region;
  readonly rules: readonly DirectedRule[];
}

/** All classes of a subject, where single flows show of each that something is accepted that no rule allows; none where they do not. */
function surelyOpened(
  proofs: Proofs,
  subject: WalkSubject,
  { accepted, everything, rules }: AcceptedTraffic,
): readonly EndClass[] {
  const ends = new Set<number>();
  for (const region of accepted) {
    for (const point of portPointsOf(region)) {
      if (ends.has(point.other) || everything.others?.has(point.other) !== true) continue;
      if (isMatched(proofs.coverage, rules, subject, point)) continue;
      ends.add(point.other);
      const opened = membersBeside(subject, endsAmong(proofs, ends));
      if (opened.length === subject.alike.length) return opened;
    }
  }
  return [];
}

function endsAmong({ coverage }: Proofs, indexes: Iterable<number> = []): EndClass[] {
  return [...indexes].map((index) => coverage.reach.classes[index] as EndClass);
}

/** The policies that isolate a subject whatever is unsettled, with their rules. */
interface IsolatingEnds {
  readonly policies: readonly Policy[];
  readonly rules: readonly DirectedRule[];
  /** What none of the rules allows. */
  readonly closed: () => readonly Region[];
}

const isolationsOf = oncePer(
  ({ coverage }: Proofs): Readonly<Record<Direction, (of: WalkSubject) => IsolatingEnds>> => {
    const of = (direction: Direction): ((subject: WalkSubject) => IsolatingEnds) =>
      oncePer((subject: WalkSubject) => {
        const policies = [...coverage.policiesOf(subject)].filter(
          (policy) => isolates(policy, direction) && coverage.selectsSurely(policy, subject),
        );
        const rules = policies.flatMap(soundRulesOf).filter((each) => each.direction === direction);
        const [policy] = policies;
        let found: readonly Region[] | undefined;
        const closed = (): readonly Region[] =>
          (found ??=
            policy === undefined
              ? []
              : coverage.missedBy(rules, subject, [coverage.everything({ policy, direction }, subject)]));
        return { policies, rules, closed };
      });
    return { egress: of("egress"), ingress: of("ingress") };
  },
);

/** True for a policy that isolates what it selects: in the design of 2016 its namespace does (S-LEG-1). */
export function isolates(policy: Policy, direction: Direction): boolean {
  return policy.isolates && policy.rules[direction] !== undefined;
}

/** Where a policy isolates. */
export function isolationOf({ rules, origin }: Policy, direction: Direction): Problem["at"] {
  return rules[direction]?.origin ?? origin;
}
