import { conjunction } from "../report/describe.js";
import { count } from "../base/text/count.js";
import { incomplete, negative, type Ending } from "./ending.js";
import { LEVELS, type Diagnostic, type Level } from "../cluster/problems/diagnostic.js";
import { limitText } from "../report/incomplete-text.js";
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
  { diagnostics, isIncomplete, limit }: Pick<LintReport, "diagnostics" | "isIncomplete" | "limit">,
  options: EndingOptions,
): Ending {
  const findings = diagnostics.filter(({ category }) => category !== "input");
  const answer = negative(reasons(findings, options));
  if (!isIncomplete) return answer;
  const unread = diagnostics.length - findings.length;
  const why = [
    ...(unread > 0
      ? [count(unread, "part of the input was not read", "parts of the input were not read")]
      : []),
    ...(limit === undefined ? [] : [limitText(limit)]),
  ];
  return incomplete(why.join("; "), answer);
}

function reasons(findings: readonly Diagnostic[], { failOn, maxWarnings, quiet }: EndingOptions): string[] {
  if (failOn === "never") return [];
  const failing = LEVELS.slice(0, LEVELS.indexOf(failOn) + 1);
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

function countOf(findings: readonly Diagnostic[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}
