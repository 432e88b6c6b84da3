import { defuse, encode, encodeWhole } from "./encode.js";
import { LEVELS, type Level } from "../cluster/problems/diagnostic.js";
import { renderedFrom } from "../base/text/rendered-name.js";
import { placeText, showPlace } from "./place.js";
import type { Place } from "../cluster/problems/problem.js";

/** Something to say about a line of a pull request, or about the whole run. */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  /** A line break in one of them is none of ours: it is escaped. */
  readonly lines: readonly string[];
  readonly at: Place | undefined;
}

/** GitHub shows no more annotations of one level in a step. */
const ANNOTATIONS_PER_LEVEL = 10;

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", info: "notice" };

/**
 * Workflow commands that annotate a pull request, worst first; the last of a level says how many more there are.
 * @param noun what there are more of
 */
export function* githubCommands(annotations: readonly Annotation[], noun: string): Generator<string> {
  for (const level of LEVELS) {
    const ofLevel = annotations.filter((annotation) => annotation.level === level);
    const isTooMany = ofLevel.length > ANNOTATIONS_PER_LEVEL;
    const shown = isTooMany ? ofLevel.slice(0, ANNOTATIONS_PER_LEVEL - 1) : ofLevel;
    for (const annotation of shown) yield commandOf(annotation);
    if (isTooMany) {
      const more = `${ofLevel.length - shown.length} more ${noun} at this level: see the job summary`;
      yield `::${COMMANDS[level]} title=anp::${data([more])}`;
    }
  }
}

/** A line about the whole run. */
export function noticeCommand(text: string): string {
  return `::${COMMANDS.info} title=anp::${data([text])}`;
}

function commandOf({ level, title, lines, at }: Annotation): string {
  const properties = [...(at === undefined ? [] : placeProperties(at)), ["title", title]];
  const list = properties.map(([key, value]) => `${key}=${property(value ?? "")}`).join(",");
  const stored = at?.document.file.isStored === true ? `${placeText(at)}: ` : "";
  return `::${COMMANDS[level]} ${list}::${data([`${stored}${lines[0] ?? ""}`, ...lines.slice(1)])}`;
}

function placeProperties(at: Place): string[][] {
  const { file, isStored, start, end } = showPlace(at);
  if (isStored) return [];
  // What a program has rendered has other lines than the file that people open.
  const opened = renderedFrom(file);
  if (opened !== undefined) return [["file", opened]];
  const isOneLine = start.line === end.line && end.column > start.column;
  return [
    ["file", file],
    ["line", String(start.line)],
    ["endLine", String(isOneLine ? end.line : start.line)],
    ["col", String(start.column)],
    ...(isOneLine ? [["endColumn", String(end.column)]] : []),
  ];
}

/** The message of a command, escaped as GitHub's toolkit does. */
function data(lines: readonly string[]): string {
  return defuse(lines.map((line) => percented(encode(line))).join("%0A"));
}

/** A property is whole: a path that is cut would name another file. */
function property(text: string): string {
  return defuse(percented(encodeWhole(text)))
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C");
}

function percented(text: string): string {
  return text.replaceAll("%", "%25");
}
