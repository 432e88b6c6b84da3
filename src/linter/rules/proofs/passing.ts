import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { meetsAny } from "../../../semantics/reach/coverage.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";
import { nameOf, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import type { DirectedRule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import type { Region } from "../../../semantics/match/region.js";

/** Pass rules of the Admin tier that keep traffic from later rules of it, only for the default to allow all of it. */
export function* passesToNothing(proofs: Proofs): Generator<Problem> {
  const { cluster, witnesses } = proofs;
  for (const directed of policiesInTiers(cluster, "Admin").flatMap(soundRulesOf)) {
    if (effectiveAction(directed.rule) !== "Pass" || hasNames(directed)) continue;
    const passed = passedToDefault(proofs, directed);
    if (passed === undefined || !isKeptFromLater(proofs, directed)) continue;
    const witness = witnesses.find(directed.direction, passed.subject, passed.regions, {
      verdict: "allowed",
    });
    if (witness === undefined) continue;
    yield {
      code: "pass-to-nothing",
      facts: { rule: nameOf(directed), scope: scopeOf(cluster) },
      at: directed.rule.actionOrigin ?? ruleOrigin(directed.rule),
      object: directed.policy.ref,
      witness,
    };
  }
}

/** Names cannot be passed completely, which is another finding (U-22). */
function hasNames({ rule }: DirectedRule): boolean {
  return peersOf(rule).some(({ type }) => type === "domains");
}

/** A subject with what a rule passes of its traffic, where the default decides all that the rule passes of any. */
function passedToDefault(
  { coverage }: Proofs,
  directed: DirectedRule,
): { readonly subject: WalkSubject; readonly regions: readonly Region[] } | undefined {
  let first: { readonly subject: WalkSubject; readonly regions: readonly Region[] } | undefined;
  for (const subject of coverage.subjectsOf(directed)) {
    const regions = coverage.takenOf(directed, subject);
    if (regions.length === 0) continue;
    const { leaves } = coverage.walk(directed.direction, subject);
    if (leaves.some(({ by, region }) => by.type !== "default" && meetsAny(region, regions))) return undefined;
    first ??= { subject, regions };
  }
  return first;
}

/** True where a rule takes traffic that a later rule of its tier would decide: without one, it leads where all leads. */
export function isKeptFromLater({ cluster, coverage }: Proofs, directed: DirectedRule): boolean {
  const later = policiesInTiers(cluster, directed.policy.tier)
    .flatMap(soundRulesOf)
    .filter((other) => comesLater(other, directed));
  return coverage.distinctFor(directed).some((subject) => {
    const taken = coverage.takenOf(directed, subject);
    return later.some((other) => coverage.matchesSome(other, subject, taken));
  });
}

/** True for what is asked after a rule, or may be, in the same direction. */
function comesLater(other: DirectedRule, { policy, direction, rule }: DirectedRule): boolean {
  if (other.direction !== direction) return false;
  if (other.policy === policy) return other.rule.index > rule.index;
  return (
    other.policy.generation !== policy.generation || (other.policy.priority ?? 0) >= (policy.priority ?? 0)
  );
}
