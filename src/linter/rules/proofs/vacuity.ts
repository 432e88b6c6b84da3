import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { isKeptFromLater } from "./passing.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { naming, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import {
  DIRECTIONS,
  TIERS,
  type DirectedRule,
  type Policy,
  type Tier,
} from "../../../cluster/model/policy.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { RefusedPolicy } from "../../../cluster/model/objects.js";
import { Takers, type Taker } from "./decided.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { ProofFacts } from "../../../cluster/problems/proofs.js";
import type { Proofs } from "./proofs.js";

/** Why a policy does nothing, with rules and traffic on which that shows. */
interface Vacuity {
  readonly why: ProofFacts["vacuous-policy"]["why"];
  readonly shown: readonly Taker[];
}

/** Policies that select pods and have rules, and without which every verdict would be the same. */
export function* vacuousPolicies(proofs: Proofs): Generator<Problem> {
  for (const policy of policiesInTiers(proofs.cluster, ...TIERS)) {
    const vacuity = vacuityOf(proofs, policy);
    const [first] = vacuity?.shown ?? [];
    if (vacuity === undefined || first === undefined || isMissed(proofs, policy)) continue;
    const others = vacuity.shown.map(({ directed }) => directed).filter((each) => each.policy !== policy);
    const { by, related } = naming(others);
    const witness = proofs.witnesses.find(first.directed.direction, first.subject, first.regions);
    if (witness === undefined) continue;
    yield {
      code: "vacuous-policy",
      facts: { policy: kindAndName(policy.ref), why: vacuity.why, by, scope: scopeOf(proofs.cluster) },
      at: nameOrigin(policy),
      object: policy.ref,
      related,
      witness,
    };
  }
}

/**
 * True if removing the policy may change an outcome by something that a vacuity does not look at: rules that cannot be
 * built, policies that are refused, and the older design.
 */
function isMissed({ cluster, coverage }: Proofs, policy: Policy): boolean {
  const { tier } = policy;
  if (policy.isolates) return false;
  const later = cluster.refused.filter((each) => each.tiers.includes(tier) && isLater(each, policy));
  const isSound = tier !== "NetworkPolicy" && soundTiersOf(cluster).has(tier);
  return DIRECTIONS.some(
    (direction) =>
      policy.rules[direction] !== undefined &&
      coverage.subjectsOf({ policy, direction }).some((subject) => {
        if (isSound && !later.some((each) => coverage.mayBeSelectedBy(each, tier, direction, subject)))
          return false;
        return coverage.changesWith(direction, subject, (each) => (each === policy ? undefined : each));
      }),
  );
}

/** True for a refused policy that is asked after another one: one without a priority is asked before all. */
function isLater({ priority }: RefusedPolicy, policy: Policy): boolean {
  return priority !== undefined && priority > (policy.priority ?? 0);
}

/** The ordered tiers of which every policy can be built. */
const soundTiersOf = oncePer(
  (cluster: Cluster): ReadonlySet<Tier> =>
    new Set(
      TIERS.filter((tier) => {
        const inTier = cluster.policies.filter((each) => each.tier === tier);
        return (
          policiesInTiers(cluster, tier).length === inTier.length &&
          inTier.every((each) => soundRulesOf(each).length === rulesOf(each).length)
        );
      }),
    ),
);

function vacuityOf(proofs: Proofs, policy: Policy): Vacuity | undefined {
  const rules = soundRulesOf(policy);
  if (rules.length === 0 || rules.length < rulesOf(policy).length) return undefined;
  if (policy.tier !== "NetworkPolicy") return leadingOnly(proofs, rules);
  return policy.isolates ? decidedBefore(proofs, policy) : ofOpenNamespace(proofs, policy, rules);
}

/** A policy whose rules all lead where the traffic would go without them: a guard for policies to come is none of these. */
function leadingOnly(proofs: Proofs, rules: readonly DirectedRule[]): Vacuity | undefined {
  const shown = new Takers();
  for (const directed of rules) {
    for (const subject of proofs.coverage.distinctFor(directed)) {
      shown.add({ directed, subject, regions: proofs.coverage.takenOf(directed, subject) });
    }
    if (shown.has(directed) && (!isLeading(directed) || isKeptFromLater(proofs, directed))) return undefined;
  }
  return { why: "leads-where-all-leads", shown: shown.all };
}

/** Pass leads to the next tier; behind Baseline is the default, which accepts. */
function isLeading({ policy, rule }: DirectedRule): boolean {
  const action = effectiveAction(rule);
  return action === "Pass" || (action === "Accept" && policy.tier === "Baseline");
}

/** A policy of a namespace that nothing isolates means nothing in the design of 2016 (S-LEG-1). */
function ofOpenNamespace(
  { cluster, coverage }: Proofs,
  { ref }: Policy,
  rules: readonly DirectedRule[],
): Vacuity | undefined {
  const namespace = cluster.namespaces.get(ref.namespace ?? "default");
  if (namespace?.isKnown !== true || namespace.isolation2016 === "DefaultDeny") return undefined;
  const shown = new Takers();
  for (const directed of rules)
    for (const subject of coverage.subjectsOf(directed))
      shown.add({ directed, subject, regions: coverage.aloneOf(directed, subject) });
  return { why: "not-isolated", shown: shown.all };
}

/** A policy before which the Admin tier decides everything, and not only denies: that is said of its rules. */
function decidedBefore({ coverage }: Proofs, policy: Policy): Vacuity | undefined {
  const shown = new Takers();
  let allows = false;
  for (const direction of DIRECTIONS) {
    if (policy.rules[direction] === undefined) continue;
    for (const subject of coverage.subjectsOf({ policy, direction })) {
      for (const { by, region, outcome } of coverage.walk(direction, subject).leaves) {
        if (by.type !== "rule" || by.tier !== "Admin") return undefined;
        allows ||= outcome === "allowed";
        const directed = { policy: by.policy, direction, rule: by.rule };
        shown.add({ directed, subject, regions: [region] });
      }
    }
  }
  return allows ? { why: "decided-before", shown: shown.all } : undefined;
}
