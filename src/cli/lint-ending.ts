import { conjunction } from "../report/describe.js";
import { count } from "../base/text/count.js";
import { incomplete, negative, type Ending } from "./ending.js";
import { LEVELS, type Diagnostic, type Level } from "../cluster/problems/diagnostic.js";
import { countOf, incompleteReason } from "../report/lint-words.js";
import type { LintReport } from "../report/lint-report.js";

/** What decides how a run ends. */
interface EndingOptions {
  readonly failOn: Level | "never";
  /** Infinity where it is not given. */
  readonly maxWarnings: number;
  readonly quiet?: boolean;
}

/**
 * How a run of the linter ends. What could not be read makes it incomplete, whatever else was found; `--fail-on never`
 * says that no finding makes it fail, however many there are.
 * @param report all findings, shown or not
 */
export function lintEnding(
  report: Pick<LintReport, "diagnostics" | "isIncomplete" | "limit" | "unreviewed">,
  options: EndingOptions,
): Ending {
  const findings = report.diagnostics.filter(({ category }) => category !== "input");
  const answer = negative(reasons(findings, options));
  const why = incompleteReason(report);
  if (why === undefined) return answer;
  return incomplete(why, answer);
}

/** The levels of findings that make a run fail. */
export function failingLevels(
  findings: readonly Diagnostic[],
  { failOn, maxWarnings }: EndingOptions,
): ReadonlySet<Level> {
  if (failOn === "never") return new Set();
  const isOver = countOf(findings, "warning") > maxWarnings;
  return new Set([...levelsAt(failOn), ...(isOver ? (["warning"] as const) : [])]);
}

/** A level and all that are worse. */
function levelsAt(level: Level): readonly Level[] {
  return LEVELS.slice(0, LEVELS.indexOf(level) + 1);
}

function reasons(findings: readonly Diagnostic[], { failOn, maxWarnings, quiet }: EndingOptions): string[] {
  if (failOn === "never") return [];
  const failing = levelsAt(failOn);
  const counts = failing.flatMap((level) => {
    const number = countOf(findings, level);
    return number > 0 ? [count(number, level, level === "info" ? level : `${level}s`)] : [];
  });
  const warnings = countOf(findings, "warning");
  const hidden = quiet === true ? failing.filter((level) => level !== "error") : [];
  const left = hidden.reduce((sum, level) => sum + countOf(findings, level), 0);
  const note = left === 0 ? "" : ` (${countOf(findings, "error") === 0 ? "" : `${left} `}hidden by --quiet)`;
  const isOver = warnings > maxWarnings;
  const over = `${count(warnings, "warning", "warnings")} at --max-warnings ${maxWarnings}`;
  return [
    ...(counts.length > 0 ? [`${conjunction(counts)} at --fail-on ${failOn}${note}`] : []),
    ...(isOver ? [`${over}${quiet === true ? " (hidden by --quiet)" : ""}`] : []),
  ];
}
