import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { endsOfRegions, type Coverage, type DirectedPolicy } from "../../../semantics/reach/coverage.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { includesPods } from "../../../semantics/match/implies.js";
import { isolates, isolationOf } from "./bypassing.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { matchesEverything, nameOf, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { sharedRegions, type Region } from "../../../semantics/match/region.js";
import type { DirectedRule, Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";

/** A direction of a policy that restricts nothing, with traffic that it alone would keep away. */
interface Cancelled {
  readonly policy: Policy;
  readonly opening: DirectedRule;
  readonly subject: WalkSubject;
  readonly regions: readonly Region[];
}

/** NetworkPolicies that restrict nothing, for a rule of another one allows everything to all pods that they isolate. */
export function* cancelledPolicies(proofs: Proofs): Generator<Problem> {
  const { cluster, witnesses } = proofs;
  for (const { policy, opening, subject, regions } of cancelledPoliciesOf(proofs)) {
    const { direction } = opening;
    const witness = witnesses.find(direction, subject, regions, { verdict: "allowed" });
    if (witness === undefined) continue;
    yield {
      code: "allow-all-cancels-deny",
      facts: {
        policy: kindAndName(policy.ref),
        direction,
        by: nameOf(opening),
        scope: scopeOf(cluster, matchesEverything(opening.rule)),
      },
      at: isolationOf(policy, direction),
      object: policy.ref,
      related: [{ at: ruleOrigin(opening.rule), role: "rule" }],
      witness,
    };
  }
}

/**
 * NetworkPolicies that another one of their namespace cancels, by allowing everything to all pods that they isolate
 * (S-EV-12).
 */
export const cancelledPoliciesOf = oncePer((proofs: Proofs): readonly Cancelled[] => {
  const { cluster, coverage } = proofs;
  const found: Cancelled[] = [];
  const isolating = policiesInTiers(cluster, "NetworkPolicy").filter((policy) => policy.isolates);
  const byNamespace = groupBy(isolating, ({ ref }) => ref.namespace);
  const kept = new KeptAway(coverage);
  for (const opening of isolating.flatMap(soundRulesOf).filter(({ rule }) => rule.ports.all)) {
    const { policy: opener, direction } = opening;
    if (!opensEverything(proofs, opening)) continue;
    // Of several that open the same, the first one that is asked takes all of it.
    const takes = new Map<WalkSubject, boolean>();
    const takesSome = (subject: WalkSubject): boolean => {
      const known = takes.get(subject) ?? coverage.takesSome(opening, subject);
      takes.set(subject, known);
      return known;
    };
    for (const policy of byNamespace.get(opener.ref.namespace) ?? []) {
      if (policy === opener || !isolates(policy, direction)) continue;
      if (!includesPods(opener.subject, policy.subject)) continue;
      for (const subject of coverage.subjectsOf({ policy, direction })) {
        if (!takesSome(subject)) continue;
        const regions = sharedRegions(
          coverage.takenOf(opening, subject),
          kept.of({ policy, direction }, subject),
        );
        if (regions.length === 0) continue;
        found.push({ policy, opening, subject, regions });
        break;
      }
    }
  }
  return found;
});

/** The traffic that a direction of a policy alone would keep away from a subject, whoever lets it in. */
class KeptAway {
  readonly #coverage: Coverage;
  /** Subjects are those of one direction. */
  readonly #known = new Map<Policy, Map<WalkSubject, readonly Region[]>>();

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  of(directed: DirectedPolicy, subject: WalkSubject): readonly Region[] {
    const known = this.#known.get(directed.policy) ?? new Map<WalkSubject, readonly Region[]>();
    this.#known.set(directed.policy, known);
    const found = known.get(subject) ?? this.#find(directed, subject);
    known.set(subject, found);
    return found;
  }

  #find({ policy, direction }: DirectedPolicy, subject: WalkSubject): readonly Region[] {
    const rules = soundRulesOf(policy).filter((each) => each.direction === direction);
    if (rules.some(({ rule }) => matchesEverything(rule))) return [];
    const everything = this.#coverage.everything({ policy, direction }, subject);
    return this.#coverage.missedBy(rules, subject, [everything]);
  }
}

/** True for a rule that matches all traffic with ports of every pod of its policy. */
function opensEverything({ coverage }: Proofs, opening: DirectedRule): boolean {
  const subjects = coverage.subjectsOf(opening);
  return (
    subjects.length > 0 &&
    subjects.every((subject) => {
      const everything = coverage.everything(opening, subject);
      // Most rules lack some end: that is seen without cutting anything.
      const ends = endsOfRegions(coverage.aloneOf(opening, subject));
      if (ends === undefined || everything.others?.isWithin(ends) === false) return false;
      return coverage.missedBy([opening], subject, [everything]).length === 0;
    })
  );
}
