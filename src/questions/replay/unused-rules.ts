import { DIRECTIONS, type Direction, type Policy, type Rule } from "../../cluster/model/policy.js";
import { ruleKey } from "./rule-key.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/** A rule that no recorded flow used: a candidate to remove, no proof that nothing needs it. */
export interface UnusedRule {
  readonly policy: Policy;
  readonly direction: Direction;
  readonly rule: Rule;
}

/** What a log says about the rules of a cluster. */
export interface UnusedRules {
  readonly rules: readonly UnusedRule[];
  /** How many rules the log can say something about. */
  readonly total: number;
  /** Directions of which no record was compared: nothing is said about their rules. */
  readonly silent: readonly Direction[];
  /** Directions of which only drops were: rules that allow can't have been used. */
  readonly dropsOnly: readonly Direction[];
}

/**
 * The rules that match no flow of a log, as far as it can tell.
 * @param used by direction, what matched: keys of `ruleKey`
 * @param counts records that were compared, by direction: all, and those that passed
 */
export function unusedRules(
  { policies }: Cluster,
  used: Readonly<Record<Direction, ReadonlySet<string>>>,
  { seen, allowed }: Readonly<Record<"seen" | "allowed", Readonly<Record<Direction, number>>>>,
): UnusedRules {
  const silent = DIRECTIONS.filter((direction) => seen[direction] === 0);
  const dropsOnly = DIRECTIONS.filter((direction) => seen[direction] > 0 && allowed[direction] === 0);
  let total = 0;
  const rules = policies.flatMap((policy) =>
    DIRECTIONS.flatMap((direction) => {
      if (silent.includes(direction)) return [];
      const own = (policy.rules[direction]?.rules ?? []).filter(
        ({ action }) => !dropsOnly.includes(direction) || action === "Deny",
      );
      total += own.length;
      return own
        .filter((rule) => !used[direction].has(ruleKey(policy, direction, rule)))
        .map((rule): UnusedRule => ({ policy, direction, rule }));
    }),
  );
  return { rules, total, silent, dropsOnly };
}
