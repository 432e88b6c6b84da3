import { oncePerPlace } from "../../cluster/problems/once-per-place.js";
import { review, unused } from "./review.js";
import { Suppressor } from "./suppressor.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/** A finding that does not count, and what says so. */
export interface SuppressedFinding {
  readonly diagnostic: Diagnostic;
  readonly suppression: Suppression;
}

/** Findings told apart by whether they count, and what is wrong with suppressions. */
interface Suppressed {
  readonly left: readonly Diagnostic[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly problems: readonly Problem[];
}

/** What decides which suppressions have an effect, and which are of no use. */
interface SuppressContext {
  /** `2026-11-23`. */
  readonly today: string;
  /** False for a rule that did not run, or not to its end. */
  readonly isDecided: (rule: string, by: Suppression["by"]) => boolean;
}

/** Takes the findings out that suppressions cover, in their order. */
export function suppress(
  diagnostics: readonly Diagnostic[],
  suppressions: readonly Suppression[],
  { today, isDecided }: SuppressContext,
): Suppressed {
  if (suppressions.length === 0) return { left: diagnostics, suppressed: [], problems: [] };
  const { effective, problems } = review(suppressions, today);
  const suppressor = new Suppressor(effective);
  const left: Diagnostic[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const diagnostic of diagnostics) {
    const { rule, category, problem } = diagnostic;
    // Whatever names it: what was not read may hide a policy.
    const suppression = category === "input" ? undefined : suppressor.suppressionOf(rule, problem.at);
    if (suppression === undefined) left.push(diagnostic);
    else suppressed.push({ diagnostic, suppression });
  }
  const isUsed = (each: Suppression, rule: string): boolean => suppressor.isUsed(each, rule);
  const all = [...problems, ...unused(effective, isUsed, isDecided)];
  return { left, suppressed, problems: oncePerPlace(all) };
}

/** Tells the problems that are suppressed. */
export function suppressedBy(
  suppressions: readonly Suppression[],
  today: string,
): (problem: Problem) => boolean {
  if (suppressions.length === 0) return () => false;
  const suppressor = new Suppressor(review(suppressions, today).effective);
  return ({ code, at }) => suppressor.suppressionOf(code, at) !== undefined;
}
