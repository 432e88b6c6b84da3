import { helpText, skippedCount } from "./lint-text.js";
import { Budget } from "./budget.js";
import { codeInCell, codeSpan, inline, prose } from "./markdown.js";
import { changesText, newFirst } from "./lint-changes.js";
import { conditionsText } from "./conditions.js";
import { count } from "../base/text/count.js";
import { incompleteReason, levelsText, suppressedText, worstFirst } from "./lint-words.js";
import { encode } from "./encode.js";
import { fileName, placeText, showPlace } from "./place.js";
import { foundInText } from "./roots-words.js";
import { groupBy } from "../base/collections/group-by.js";
import { isFixable } from "../cluster/problems/fixable.js";
import { summaryText } from "./summary.js";
import { withCopies, type CopiedFinding } from "./copies.js";
import { withMore } from "../base/text/list.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";

/** A comment on GitHub has no more than 65,536 characters. */
const MAX_COMMENT = 60_000;

/** GitHub refuses summaries of 1 MiB. */
const MAX_SUMMARY = 900_000;

/** The findings of a run as lines of Markdown, short enough for a comment on a pull request. */
export function lintMarkdown(report: LintReport): Iterable<string> {
  return linesWithin(report, MAX_COMMENT);
}

/** The same as a summary of a job, which may be longer. */
export function lintSummary(report: LintReport): string {
  return `${[...linesWithin(report, MAX_SUMMARY)].join("\n")}\n`;
}

/** A run that came to no findings, and why. */
export function failedMarkdown(message: string): string {
  return `### anp lint failed\n\n- ${inline(encode(message))}\n`;
}

/** What makes the run incomplete and how many findings there are; then a table for each file, the worst file first. */
function* linesWithin(report: LintReport, bytes: number): Generator<string> {
  const budget = new Budget(bytes);
  for (const line of headLines(report)) yield budget.spend(line);
  const found = new Map(withCopies(report.diagnostics).map((each) => [each.finding, each]));
  const findings = newFirst(worstFirst([...found.keys()])).flatMap((finding) => found.get(finding) ?? []);
  let left = findings.length;
  for (const [file, ofFile] of groupBy(findings, ({ finding }) => fileName(finding.problem.at.document))) {
    const rows = ofFile.map(tableRow);
    const head = ["", `#### ${codeSpan(file)}`, "", ...TABLE];
    if (!budget.has([...head, rows[0]].join("\n"))) break;
    for (const line of head) yield budget.spend(line);
    for (const row of rows) {
      if (!budget.has(row)) break;
      yield budget.spend(row);
      left--;
    }
  }
  if (left > 0) {
    yield "";
    yield `${left} more findings are omitted; \`-o json\` has them all.`;
  }
  yield* goneLines(report, budget);
}

/** What is fixed since the compared state, as far as there is room; the head has the number. */
function* goneLines({ gone = [] }: LintReport, budget: Budget): Generator<string> {
  const [first] = gone;
  if (first === undefined) return;
  const head = ["", "#### Fixed", ""];
  if (!budget.has([...head, goneLine(first)].join("\n"))) return;
  for (const line of head) yield budget.spend(line);
  for (const line of gone.map(goneLine)) {
    if (!budget.has(line)) return;
    yield budget.spend(line);
  }
}

function goneLine({ rule, wording, problem }: Diagnostic): string {
  return `- ${codeSpan(rule)} ${inline(placeText(problem.at))}: ${prose(encode(wording.message))}`;
}

function* headLines(report: LintReport): Generator<string> {
  const { diagnostics, hidden = 0, skipped, summary } = report;
  const reason = incompleteReason(report);
  const changes = changesText(report);
  const counts =
    changes === undefined
      ? levelsText(diagnostics) || (hidden > 0 ? "no errors" : "no findings")
      : inline(changes);
  yield `### anp lint: ${reason === undefined ? "" : "incomplete, "}${counts}`;
  yield "";
  if (reason !== undefined) yield `- **INCOMPLETE** ${inline(reason)}`;
  const conditions = conditionsText(report.conditions ?? []);
  if (conditions !== undefined) yield `- **ON CONDITION** ${inline(conditions)}`;
  if (hidden > 0) yield `- ${count(hidden, "finding")} hidden by --quiet`;
  const suppressed = suppressedText(changes === undefined ? report : { ...report, baselined: [] });
  if (suppressed !== undefined) yield `- ${suppressed}`;
  yield `- ${inline(summaryText(summary))}`;
  if (skipped.length > 0) for (const line of skippedCount(skipped)) yield `- ${inline(line)}`;
}

const TABLE = ["| Level | Place | Rule | Finding |", "| --- | --- | --- | --- |"];

/** How many places of copies are named. */
const NAMED_COPIES = 3;

function tableRow({ finding, copies }: CopiedFinding): string {
  const { level, rule, wording, problem, foundIn } = finding;
  const help = helpText(wording.help, isFixable(problem));
  const also = [
    ...(wording.related === undefined ? (problem.related ?? []) : []),
    ...copies.map(({ problem: copy }) => copy),
  ].map(({ at }) => placeText(at));
  const roots = foundInText(foundIn, fileName(problem.at.document));
  const text = [
    wording.message,
    ...(roots === undefined ? [] : [roots]),
    ...(help === undefined ? [] : [`help: ${help}`]),
    ...(also.length === 0
      ? []
      : [`also: ${withMore(also.slice(0, NAMED_COPIES), also.length - NAMED_COPIES)}`]),
  ];
  const cells = [
    level === "error" ? `**${level}**` : level,
    placeCell(finding),
    codeSpan(rule),
    text.map((each) => prose(encode(each))).join("<br>"),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Line and column; of an object that a server has stored, the path in it. */
function placeCell({ problem }: CopiedFinding["finding"]): string {
  const { isStored, path, start } = showPlace(problem.at);
  if (isStored) return path === "" ? "" : codeInCell(path);
  return `${start.line}:${start.column}`;
}
