import { kindAndName } from "../../model/object-ref.js";
import { hasEveryPeer, nameOf, placeOf, policiesOf, scopeOf, soundRulesOf } from "./rules.js";
import { effectiveAction } from "../../match/effect.js";
import { sharedRegions, type Region } from "../../match/region.js";
import type { Direction, DirectedRule, Policy } from "../../model/policy.js";
import type { Problem } from "../../diagnostics/problem.js";
import type { Proofs } from "./proofs.js";
import type { Subject } from "../../reach/coverage.js";

/** Accept rules of the Admin tier that let through what NetworkPolicies keep from their pods. */
export function* bypassingRules(proofs: Proofs): Generator<Problem> {
  const { cluster, witnesses } = proofs;
  const rules = policiesOf(cluster, "Admin").flatMap(soundRulesOf);
  for (const directed of rules.filter(({ rule }) => effectiveAction(rule) === "Accept" && isWide(rule))) {
    const opened = openedBy(proofs, directed);
    const [first] = opened;
    if (first === undefined) continue;
    const workloads = new Set(
      opened.flatMap(({ subject }) => subject.alike.flatMap((of) => witnesses.workloadsOf(of))),
    );
    const isolating = [...new Set(opened.flatMap(({ isolatedBy }) => isolatedBy))];
    const named = isolating.slice(0, NAMED);
    const witness = witnesses.find(directed.direction, first.subject, first.regions, { verdict: "allowed" });
    if (witness === undefined) continue;
    yield {
      code: "isolation-bypassed-by-admin-tier",
      facts: {
        rule: nameOf(directed),
        isolatedBy: named.map(({ ref }) => kindAndName(ref)),
        more: isolating.length - named.length,
        opened: workloads.size,
        scope: scopeOf(cluster),
      },
      at: placeOf(directed.rule),
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
  readonly subject: Subject;
  readonly isolatedBy: readonly Policy[];
  readonly regions: readonly Region[];
}

/** The subjects that policies isolate whatever is unsettled, with what none of their rules allows and this one lets in. */
function openedBy({ coverage }: Proofs, directed: DirectedRule): readonly Opened[] {
  const { direction } = directed;
  return coverage.subjectsOf(directed.policy).flatMap((subject): Opened[] => {
    const entry = coverage.entryOf(directed, subject);
    const isolating = [...coverage.policiesOf(subject)].filter(
      (policy) => isolates(policy, direction) && coverage.selectsSurely(policy, subject),
    );
    const [policy] = isolating;
    if (entry === undefined || policy === undefined) return [];
    const accepted = coverage
      .walk(direction, subject)
      .leaves.filter(({ by, outcome }) => by === entry && outcome === "allowed");
    const withPorts = sharedRegions(
      accepted.map(({ region }) => region),
      [coverage.everything({ policy, direction }, subject)],
    );
    const rules = isolating.flatMap(soundRulesOf).filter((each) => each.direction === direction);
    const regions = coverage.missedBy(rules, subject, withPorts);
    return regions.length === 0 ? [] : [{ subject, isolatedBy: isolating, regions }];
  });
}

/** True for a policy that isolates what it selects: in the design of 2016 its namespace does (S-LEG-1). */
export function isolates({ generation, rules }: Policy, direction: Direction): boolean {
  return generation === "NetworkPolicy" && rules[direction] !== undefined;
}

/** Where a policy isolates. */
export function isolationOf({ rules, origin }: Policy, direction: Direction): Problem["at"] {
  return rules[direction]?.origin ?? origin;
}
