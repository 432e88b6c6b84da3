import { effectiveAction } from "../../match/effect.js";
import { isKeptFromLater } from "./passing.js";
import { kindAndName } from "../../model/object-ref.js";
import { naming, nameOrigin, policiesOf, scopeOf, soundRulesOf } from "./rules.js";
import { DIRECTIONS, TIERS, type DirectedRule, type Policy } from "../../model/policy.js";
import { rulesOf } from "../parts.js";
import { Takers, type Taker } from "./decided.js";
import type { Problem } from "../../diagnostics/problem.js";
import type { ProofFacts } from "../../diagnostics/proofs.js";
import type { Proofs } from "./proofs.js";

/** Why a policy does nothing, with rules and traffic on which that shows. */
interface Vacuity {
  readonly why: ProofFacts["vacuous-policy"]["why"];
  readonly shown: readonly Taker[];
}

/** Policies that select pods and have rules, and without which every verdict would be the same. */
export function* vacuousPolicies(proofs: Proofs): Generator<Problem> {
  for (const policy of policiesOf(proofs.cluster, ...TIERS)) {
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

/** True where some outcome would be another one without a policy. */
function isMissed({ coverage }: Proofs, policy: Policy): boolean {
  return coverage
    .subjectsOf(policy)
    .some((subject) =>
      DIRECTIONS.some(
        (direction) =>
          policy.rules[direction] !== undefined &&
          coverage.changesWith(direction, subject, (each) => (each === policy ? undefined : each)),
      ),
    );
}

function vacuityOf(proofs: Proofs, policy: Policy): Vacuity | undefined {
  const rules = soundRulesOf(policy);
  if (rules.length === 0 || rules.length < rulesOf(policy).length) return undefined;
  if (policy.tier !== "NetworkPolicy") return leadingOnly(proofs, rules);
  return policy.generation === "NetworkPolicy2016"
    ? ofOpenNamespace(proofs, policy, rules)
    : decidedBefore(proofs, policy);
}

/** A policy whose rules all lead where the traffic would go without them: a guard for policies to come is none of these. */
function leadingOnly(proofs: Proofs, rules: readonly DirectedRule[]): Vacuity | undefined {
  const shown = new Takers();
  for (const directed of rules) {
    for (const subject of proofs.coverage.subjectsOf(directed.policy)) {
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
    for (const subject of coverage.subjectsOf(directed.policy))
      shown.add({ directed, subject, regions: coverage.aloneOf(directed, subject) });
  return { why: "not-isolated", shown: shown.all };
}

/** A policy before which the Admin tier decides everything, and not only denies: that is said of its rules. */
function decidedBefore({ coverage }: Proofs, policy: Policy): Vacuity | undefined {
  const shown = new Takers();
  let allows = false;
  for (const direction of DIRECTIONS) {
    if (policy.rules[direction] === undefined) continue;
    for (const subject of coverage.subjectsOf(policy)) {
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
