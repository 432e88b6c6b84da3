import { conjunction } from "./describe.js";
import { count } from "../base/text/count.js";
import { LEVELS, type Diagnostic, type Level } from "../cluster/problems/diagnostic.js";
import { unreviewedText } from "./conditions.js";
import { limitText } from "./incomplete-text.js";
import { encode } from "./encode.js";
import { placeText } from "./place.js";
import type { SuppressedFinding } from "../linter/suppress/suppress.js";
import type { LintReport } from "./lint-report.js";

/** `2 findings: 1 error and 1 warning`; `2 warnings` where all are of one level. @param hidden how many more `--quiet` hides */
export function findingsText(diagnostics: readonly Diagnostic[], hidden: number): string {
  if (hidden > 0) return `${shownText(diagnostics, "no errors")}; ${hidden} hidden by --quiet`;
  return shownText(diagnostics, "no findings");
}

function shownText(diagnostics: readonly Diagnostic[], none: string): string {
  return diagnostics.length === 0 ? none : countedText(diagnostics);
}

/** `2 new findings since main: 1 error and 1 warning`; `1 new error since main` where all are of one level. */
export function countedText(
  diagnostics: readonly Diagnostic[],
  { which = "", since = "" }: { readonly which?: string; readonly since?: string } = {},
): string {
  const [first, ...others] = new Set(diagnostics.map(({ level }) => level));
  const number = diagnostics.length;
  if (first === undefined || others.length > 0)
    return `${count(number, `${which}finding`)}${since}: ${levelsText(diagnostics)}`;
  return `${count(number, `${which}${first === "info" ? "info finding" : first}`)}${since}`;
}

/** `1 error and 2 warnings`; nothing where there are none. */
export function levelsText(diagnostics: readonly Diagnostic[]): string {
  const parts = LEVELS.flatMap((level) => {
    const number = countOf(diagnostics, level);
    return number === 0 ? [] : [count(number, level, level === "info" ? level : `${level}s`)];
  });
  return conjunction(parts);
}

/** How many findings of one level there are. */
export function countOf(diagnostics: readonly Diagnostic[], level: Level): number {
  return diagnostics.filter((diagnostic) => diagnostic.level === level).length;
}

/** Why a run is incomplete: `2 parts of the input were not read; work limit reached: …`; undefined where it is not. */
export function incompleteReason({
  diagnostics,
  isIncomplete,
  limit,
  unreviewed = [],
}: Pick<LintReport, "diagnostics" | "isIncomplete" | "limit" | "unreviewed">): string | undefined {
  if (!isIncomplete) return undefined;
  const unread = diagnostics
    .filter(({ category }) => category === "input")
    .reduce((sum, { problem: { related = [] } }) => sum + 1 + related.length, 0);
  const reasons = [
    ...(unread > 0
      ? [count(unread, "part of the input was not read", "parts of the input were not read")]
      : []),
    ...(unreviewed.length > 0 ? [unreviewedText(unreviewed)] : []),
    ...(limit === undefined ? [] : [limitText(limit)]),
  ];
  return reasons.join("; ");
}

/** Worst level first, and in their order within a level. */
export function worstFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return LEVELS.flatMap((level) => diagnostics.filter((each) => each.level === level));
}

/** `3 findings suppressed; 12 known`; undefined where there is none of either. */
export function suppressedText({
  suppressed,
  baselined,
}: Pick<LintReport, "suppressed" | "baselined">): string | undefined {
  const parts = [
    ...(suppressed.length === 0 ? [] : [`${count(suppressed.length, "finding")} suppressed`]),
    ...(baselined.length === 0 ? [] : [`${count(baselined.length, "known finding")}`]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** `a.yaml:3:5: warning[open-to-world]: … (a.yaml:2:3: the shop is public)`; encoded. */
export function suppressedLine({ diagnostic, suppression }: SuppressedFinding): string {
  const { at, reason } = suppression;
  return `${knownLine(diagnostic)} (${placeText(at)}: ${encode(reason)})`;
}

/** `a.yaml:3:5: warning[open-to-world]: …`; encoded. */
export function knownLine({ rule, level, wording, problem }: Diagnostic): string {
  return `${placeText(problem.at)}: ${encode(`${level}[${rule}]: ${wording.message}`)}`;
}
