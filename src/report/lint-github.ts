import { countOf } from "./lint-text.js";
import { codeInCell, inline } from "./markdown.js";
import { encode } from "./encode.js";
import { githubCommands, type Annotation } from "./github-annotations.js";
import { LEVELS, type Diagnostic } from "../cluster/problems/diagnostic.js";
import { placeText } from "./place.js";
import type { LintReport } from "./lint-report.js";

/** Workflow commands that annotate a pull request, worst first. */
export function lintGithub({ diagnostics }: Pick<LintReport, "diagnostics">): Iterable<string> {
  return githubCommands(diagnostics.map(findingAnnotation), "findings");
}

/** One finding at its place. */
export function findingAnnotation({ rule, level, wording, problem }: Diagnostic): Annotation {
  const help = wording.help === undefined ? [] : [`help: ${wording.help}`];
  return { level, title: `anp ${rule}`, lines: [wording.message, ...help], at: problem.at };
}

/** GitHub refuses summaries of 1 MiB. */
const MAX_SUMMARY = 900_000;

/** The job summary: every finding in a table, cut off below GitHub's limit with the number of those that are left out. */
export function lintGithubSummary(diagnostics: readonly Diagnostic[]): string {
  const counts = LEVELS.map((level) => `${countOf(diagnostics, level)} ${level}`).join(", ");
  let text = `### anp lint: ${counts}\n\n| level | rule | place | finding |\n| --- | --- | --- | --- |\n`;
  let length = byteLength(text);
  for (const [i, { level, rule, problem, wording }] of diagnostics.entries()) {
    const place = codeInCell(placeText(problem.at));
    const row = `| ${level} | ${rule} | ${place} | ${inline(encode(wording.message))} |\n`;
    length += byteLength(row);
    if (length > MAX_SUMMARY) return `${text}\n${diagnostics.length - i} more findings omitted.\n`;
    text += row;
  }
  return text;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
