import { byPrecedence } from "../../semantics/evaluate/candidates.js";
import { count } from "../../base/text/count.js";
import { deciderText } from "../decider-words.js";
import { DIRECTIONS, TIERS, type Direction, type Policy } from "../../cluster/model/policy.js";
import { policyText } from "../describe.js";
import { RuleEffects, type RuleEffect } from "../../questions/survey/rule-effects.js";
import { ruleWords, type PageEntries } from "./entry-data.js";
import { TIER_LABELS } from "../tier-labels.js";
import type { Matrix } from "../../questions/matrix/matrix.js";
import type { PolicyData, RuleData } from "../../page/model.js";

/** The policies of a cluster in the order of precedence: by tier, then by API, then as they are asked. */
export function policiesInOrder(policies: readonly Policy[]): readonly Policy[] {
  return policies.toSorted(
    (a, b) =>
      TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
      Number(a.generation > b.generation) - Number(a.generation < b.generation) ||
      byPrecedence(a, b),
  );
}

/** What each policy decides, shadows or never decides. @param policies in their order */
export function policyData(
  matrix: Matrix,
  policies: readonly Policy[],
  entries: PageEntries,
): readonly PolicyData[] {
  const effects = new RuleEffects(matrix);
  // Workloads that exist, each once, however many parts of it policies tell apart.
  const subjects = new Map<Policy, Set<string>>();
  for (const row of matrix.rows) {
    const { endClass, namespace, kind, name } = row;
    if (endClass.representative.type !== "pod" || matrix.exposed.has(row)) continue;
    for (const policy of matrix.reach.selections.of(endClass).policies) {
      const known = subjects.get(policy) ?? new Set();
      subjects.set(policy, known.add(`${namespace}/${kind}/${name}`));
    }
  }
  return policies.map((policy) => ({
    name: policyText(policy.ref),
    tier: TIER_LABELS[policy.tier],
    priority: policy.priority,
    ...entries.placed(policy.origin, policy.origin),
    subjects: subjects.get(policy)?.size ?? 0,
    isolates: policy.tier === "NetworkPolicy" ? effects.isolatedBy(policy) : undefined,
    rules: DIRECTIONS.flatMap((direction) => rulesOf(policy, direction, effects, entries)),
  }));
}

function rulesOf(
  policy: Policy,
  direction: Direction,
  effects: RuleEffects,
  entries: PageEntries,
): RuleData[] {
  return (policy.rules[direction]?.rules ?? []).map((rule) => {
    const effect = effects.of(policy, direction, rule);
    return {
      direction,
      text: ruleWords(policy, rule, direction),
      action: rule.action,
      ...entries.placed(rule.origin, policy.origin),
      effect: effectText(effect, direction),
      state: effect.code,
    };
  });
}

/** What a rule does, in a few words. */
function effectText(effect: RuleEffect, direction: Direction): string {
  switch (effect.code) {
    case "decides":
      return `decides ${count(effect.pairs, "pair", "pairs")}`;
    case "shadowed": {
      const [first, ...others] = effect.by.map((each) => deciderText(each, direction));
      if (first === undefined) return "decides nothing that other rules don't";
      return `never decides: ${first}${others.length > 0 ? ` and ${others.length} more` : ""} ${others.length > 0 ? "decide" : "decides"} first`;
    }
    case "passes":
      return "passes traffic on to the next tier";
    case "matches":
      return "matches, and decides nothing by itself";
    case "no-match":
      return "matches nothing here";
    case "no-subject":
      return "its policy selects no pod here";
    case "undecided":
      return "not looked at: too much work";
  }
}
