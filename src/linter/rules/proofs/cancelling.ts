import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { endsOfRegions } from "../../../semantics/reach/coverage.js";
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
  const found: Cancelled[] = [];
  const isolating = policiesInTiers(proofs.cluster, "NetworkPolicy").filter((policy) => policy.isolates);
  const byNamespace = groupBy(isolating, ({ ref }) => ref.namespace);
  for (const opening of isolating.flatMap(soundRulesOf).filter(({ rule }) => rule.ports.all)) {
    const { policy: opener, direction } = opening;
    if (!opensEverything(proofs, opening)) continue;
    for (const policy of byNamespace.get(opener.ref.namespace) ?? []) {
      if (policy === opener || !isolates(policy, direction)) continue;
      const kept = includesPods(opener.subject, policy.subject) ? keptBy(proofs, policy, opening) : undefined;
      if (kept !== undefined) found.push({ policy, opening, ...kept });
    }
  }
  return found;
});

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

/** A subject with traffic that the rules of a policy alone would keep away, and that the opening rule lets in. */
function keptBy(
  { coverage }: Proofs,
  policy: Policy,
  opening: DirectedRule,
): { readonly subject: WalkSubject; readonly regions: readonly Region[] } | undefined {
  const { direction } = opening;
  const rules = soundRulesOf(policy).filter((each) => each.direction === direction);
  if (rules.some(({ rule }) => matchesEverything(rule))) return undefined;
  for (const subject of coverage.subjectsOf({ policy, direction })) {
    const kept = coverage.missedBy(rules, subject, [coverage.everything(opening, subject)]);
    const regions = kept.length === 0 ? [] : sharedRegions(coverage.takenOf(opening, subject), kept);
    if (regions.length > 0) return { subject, regions };
  }
  return undefined;
}
