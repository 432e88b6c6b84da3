import { nearest } from "../../base/text/nearest.js";
import { spanOf } from "../../cluster/problems/span-of.js";
import { RULES } from "../rules/index.js";
import type { Category } from "../../cluster/problems/diagnostic.js";
import type { SuppressedRule, Suppression } from "../../cluster/problems/suppression.js";
import type { Problem } from "../../cluster/problems/problem.js";

/** Suppressions, told apart by whether they have an effect, and what is wrong with those that have none. */
export interface Review {
  readonly effective: readonly Suppression[];
  readonly problems: readonly Problem[];
}

/**
 * A suppression has an effect only if it can be read, has a reason, is not expired, and only for rules that exist and can be
 * suppressed.
 * @param today `2026-11-23`
 */
export function review(suppressions: readonly Suppression[], today: string): Review {
  const effective: Suppression[] = [];
  const problems: Problem[] = [];
  for (const each of suppressions) {
    const fault = faultOf(each, today);
    if (fault !== undefined) {
      problems.push(fault);
      continue;
    }
    const rules = each.rules.filter((named) => {
      const invalid = invalidRule(named, problems.length < MOST_SUGGESTIONS);
      if (invalid !== undefined) problems.push(invalid);
      return invalid === undefined;
    });
    if (rules.length > 0) effective.push({ ...each, rules });
  }
  return { effective, problems };
}

function faultOf({ by, rules, reason, until, at }: Suppression, today: string): Problem | undefined {
  const ids = rules.map(({ id }) => id);
  if (rules.length === 0) return { code: "invalid-suppression", facts: { fault: "syntax", by }, at };
  if (reason === "") return { code: "suppression-without-reason", facts: { rules: ids, by }, at };
  if (until !== undefined && until < today)
    return { code: "suppression-expired", facts: { rules: ids, until }, at };
  return undefined;
}

function invalidRule({ id, at }: SuppressedRule, suggests: boolean): Problem | undefined {
  const category = CATEGORIES.get(id);
  if (category === undefined) {
    const [meant] = suggests ? nearest(id, CATEGORIES.keys()) : [];
    const facts = { fault: "unknown-rule", rule: id, ...(meant === undefined ? {} : { meant }) } as const;
    return { code: "invalid-suppression", facts, at };
  }
  const fault = FIXED[category];
  return fault === undefined ? undefined : { code: "invalid-suppression", facts: { fault, rule: id }, at };
}

const CATEGORIES: ReadonlyMap<string, Category> = new Map(RULES.map(({ id, category }) => [id, category]));

/** Looking for what was meant takes time for each name, of which an input may have millions. */
const MOST_SUGGESTIONS = 100;

/** Categories whose findings always count. */
const FIXED: Readonly<Partial<Record<Category, "input" | "gate">>> = { input: "input", gate: "gate" };

/** True for a suppression that has an effect. */
export function isEffective(suppression: Suppression, today: string): boolean {
  return review([suppression], today).effective.length > 0;
}

/**
 * The rules that suppressions name and that had no finding there; of one that is written once for several objects, in none of them.
 * @param isDecided false for a rule that did not run, or not to its end: nobody knows then
 */
export function unused(
  suppressions: readonly Suppression[],
  isUsed: (suppression: Suppression, rule: string) => boolean,
  isDecided: (rule: string, by: Suppression["by"]) => boolean,
): Problem[] {
  const used = new Set(
    suppressions.flatMap((each) =>
      each.rules.flatMap(({ id }) => (isUsed(each, id) ? [writtenKey(each, id)] : [])),
    ),
  );
  return suppressions.flatMap((each) =>
    each.rules.flatMap(({ id, at }): Problem[] => {
      if (used.has(writtenKey(each, id)) || !isDecided(id, each.by)) return [];
      return [{ code: "unused-suppression", facts: { rule: id, by: each.by }, at }];
    }),
  );
}

/** The same for what is written once. */
function writtenKey({ by, at }: Suppression, rule: string): string {
  return JSON.stringify([by, rule, at.document.file.name, at.document.index, spanOf(at).start]);
}
