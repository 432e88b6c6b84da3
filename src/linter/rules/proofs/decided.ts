import { nameOf, naming, scopeOf } from "./rules.js";
import type { DecidedBefore, RulePart } from "../../../cluster/problems/proofs.js";
import type { DirectedRule } from "../../../cluster/model/policy.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import type { Region } from "../../../semantics/match/region.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";

/** A rule that decides some of the traffic of another one, with a subject and the traffic of which it does so. */
export interface Taker {
  readonly directed: DirectedRule;
  readonly subject: WalkSubject;
  readonly regions: readonly Region[];
}

/** Takers, each rule once. */
export class Takers {
  readonly #byRule = new Map<DirectedRule["rule"], Taker>();

  has({ rule }: Pick<DirectedRule, "rule">): boolean {
    return this.#byRule.has(rule);
  }

  add(taker: Taker): void {
    if (taker.regions.length > 0 && !this.has(taker.directed)) this.#byRule.set(taker.directed.rule, taker);
  }

  get all(): readonly Taker[] {
    return [...this.#byRule.values()];
  }
}

interface DecidedFinding extends Required<
  Pick<ProblemOf<"shadowed-rule">, "object" | "related" | "witness">
> {
  readonly facts: DecidedBefore;
}

/**
 * The facts, places and flow of a finding about a rule, or a part of it, that others decide; undefined where no flow shows it.
 * @param whole the one of them that decides all of it in any cluster
 */
export function decidedBefore(
  { cluster, witnesses }: Proofs,
  directed: DirectedRule,
  part: RulePart,
  takers: readonly Taker[],
  whole: Taker | undefined,
): DecidedFinding | undefined {
  const named = whole === undefined ? takers : [whole];
  const { by, related } = naming(named.map((taker) => taker.directed));
  const [first] = named as [Taker];
  const witness = witnesses.find(directed.direction, first.subject, first.regions);
  if (witness === undefined) return undefined;
  return {
    facts: { rule: nameOf(directed), part, by, scope: scopeOf(cluster, whole !== undefined) },
    object: directed.policy.ref,
    related,
    witness,
  };
}
