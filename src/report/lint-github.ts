import { countOf } from "./lint-text.js";
import { defuse, encode } from "./encode.js";
import { code, inline } from "./markdown.js";
import { LEVELS, type Diagnostic, type Level } from "../diagnostics/diagnostic.js";
import { showPlace } from "./place.js";

/** GitHub shows no more annotations of one level in a step. */
const ANNOTATIONS_PER_LEVEL = 10;

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands that annotate a pull request, worst first; the last of a level says how many more there are. */
export function* lintGithub(diagnostics: readonly Diagnostic[]): Generator<string> {
  for (const level of LEVELS) {
    const ofLevel = diagnostics.filter((diagnostic) => diagnostic.level === level);
    const isTooMany = ofLevel.length > ANNOTATIONS_PER_LEVEL;
    const shown = isTooMany ? ofLevel.slice(0, ANNOTATIONS_PER_LEVEL - 1) : ofLevel;
    for (const diagnostic of shown) yield annotation(diagnostic);
    if (isTooMany) {
      const more = `${ofLevel.length - shown.length} more findings of this level: see the job summary`;
      yield `::${COMMANDS[level]} title=anp::${data(more)}`;
    }
  }
}

function annotation({ rule, level, wording, problem }: Diagnostic): string {
  const { file, start, end } = showPlace(problem.at);
  const isOneLine = start.line === end.line && end.column > start.column;
  const properties = [
    ["file", file],
    ["line", String(start.line)],
    ["endLine", String(isOneLine ? end.line : start.line)],
    ["col", String(start.column)],
    ...(isOneLine ? [["endColumn", String(end.column)]] : []),
    ["title", `anp ${rule}`],
  ];
  const help = wording.help === undefined ? "" : `\nhelp: ${wording.help}`;
  const list = properties.map(([key, value]) => `${key}=${property(value ?? "")}`).join(",");
  return `::${COMMANDS[level]} ${list}::${data(`${wording.message}${help}`)}`;
}

/** The message of a command, escaped as GitHub's toolkit does. */
function data(text: string): string {
  const escaped = text.split("\n").map(encode).join("\n").replaceAll("%", "%25").replaceAll("\n", "%0A");
  return defuse(escaped);
}

function property(text: string): string {
  return data(encode(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** GitHub refuses summaries of 1 MiB. */
const MAX_SUMMARY = 900_000;

/** The job summary: every finding in a table, cut off below GitHub's limit with the number of those that are left out. */
export function lintGithubSummary(diagnostics: readonly Diagnostic[]): string {
  const counts = LEVELS.map((level) => `${countOf(diagnostics, level)} ${level}`).join(", ");
  let text = `### anp lint: ${counts}\n\n| level | rule | place | finding |\n| --- | --- | --- | --- |\n`;
  let length = byteLength(text);
  for (const [i, { level, rule, problem, wording }] of diagnostics.entries()) {
    const { file, start } = showPlace(problem.at);
    const place = code(`${file}:${start.line}:${start.column}`).replaceAll("|", "\\|");
    const row = `| ${level} | ${rule} | ${place} | ${inline(encode(wording.message))} |\n`;
    length += byteLength(row);
    if (length > MAX_SUMMARY) return `${text}\n${diagnostics.length - i} more findings are left out.\n`;
    text += row;
  }
  return text;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
