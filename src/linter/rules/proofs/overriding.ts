import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { decidedBefore, Takers, type Taker } from "./decided.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { includesPods, includesRule } from "../../../semantics/match/implies.js";
import { itemsOf, policiesInTiers, soundRulesOf } from "./rules.js";
import { meetsAny } from "../../../semantics/reach/coverage.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import { sharedRegions } from "../../../semantics/match/region.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, Policy } from "../../../cluster/model/policy.js";
import type { Leaf, RuleEntry } from "../../../semantics/evaluate/entry.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";

/** Rules of NetworkPolicies, or else peers and ports of them, all of whose traffic the Admin tier denies. */
export function* overriddenRules(proofs: Proofs): Generator<Problem> {
  if (policiesInTiers(proofs.cluster, "Admin").length === 0) return;
  for (const directed of policiesInTiers(proofs.cluster, "NetworkPolicy").flatMap(soundRulesOf)) {
    const deniers = deniersOf(proofs, directed);
    if (deniers.length > 0) {
      yield* finding(proofs, directed, "rule", ruleOrigin(directed.rule), deniers);
      continue;
    }
    for (const { part, at, directed: item } of itemsOf(directed))
      yield* finding(proofs, item, part, at, deniersOf(proofs, item));
  }
}

function* finding(
  proofs: Proofs,
  directed: DirectedRule,
  part: "rule" | "peer" | "port",
  at: Problem["at"],
  deniers: readonly Taker[],
): Generator<Problem> {
  if (deniers.length === 0) return;
  const whole = deniers.find((denier) => isWhole(proofs.cluster, denier.directed, directed));
  const found = decidedBefore(proofs, directed, part, deniers, whole);
  if (found !== undefined) yield { code: "overridden-by-admin-tier", at, ...found };
}

/** The Admin rules that deny the traffic of a rule, where they deny all of it, whatever is unsettled; else none. */
export function deniersOf({ cluster, coverage }: Proofs, directed: DirectedRule): readonly Taker[] {
  const takers = new Takers();
  if (adminPoliciesOf(cluster).length === 0) return [];
  for (const subject of coverage.subjectsOf(directed)) {
    const alone = coverage.aloneOf(directed, subject);
    if (alone.length === 0) continue;
    const { leaves } = coverage.walk(directed.direction, subject);
    // Most rules have something that is not denied so: most often it is what their own policy allows.
    const isOther = (leaf: Leaf): boolean => !isAdminDenial(leaf) && meetsAny(leaf.region, alone);
    if (coverage.decidedIn(directed, subject).some(isOther) || leaves.some(isOther)) return [];
    for (const { region, by } of leaves.filter(isAdminDenial)) {
      if (takers.has(by) || !meetsAny(region, alone)) continue;
      const denier = { policy: by.policy, direction: directed.direction, rule: by.rule };
      takers.add({ directed: denier, subject, regions: sharedRegions([region], alone) });
    }
  }
  return takers.all;
}

function isAdminDenial(leaf: Leaf): leaf is Leaf & { readonly by: RuleEntry } {
  const { outcome, by } = leaf;
  return outcome === "denied" && by.type === "rule" && by.tier === "Admin";
}

/** True where an Admin rule denies all of another rule in any cluster, for nothing of its tier may come before it. */
function isWhole(cluster: Cluster, denier: DirectedRule, { policy, rule }: DirectedRule): boolean {
  if (!includesPods(denier.policy.subject, policy.subject) || !includesRule(denier.rule, rule)) return false;
  return lenientRulesOf(cluster).every(
    (other) =>
      other.direction !== denier.direction ||
      (other.policy === denier.policy
        ? other.rule.index > denier.rule.index
        : other.policy.generation === denier.policy.generation &&
          (other.policy.priority ?? 0) > (denier.policy.priority ?? 0)),
  );
}

const adminPoliciesOf = oncePer((cluster: Cluster): readonly Policy[] =>
  cluster.policies.filter(({ tier }) => tier === "Admin"),
);

/** The Admin rules that do something else than deny. */
const lenientRulesOf = oncePer((cluster: Cluster): readonly DirectedRule[] =>
  adminPoliciesOf(cluster)
    .flatMap(rulesOf)
    .filter(({ rule }) => effectiveAction(rule) !== "Deny"),
);
