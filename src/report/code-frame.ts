import { encode } from "./encode.js";
import { linesOf, placeText } from "./place.js";
import { spanOf } from "../cluster/problems/span-of.js";
import { wrapped } from "./columns.js";
import { stringWidth } from "./string-width.js";
import type { LineIndex } from "../source/manifest/source.js";
import type { Level } from "../cluster/problems/diagnostic.js";
import type { Place } from "../cluster/problems/problem.js";
import type { View } from "./view.js";

/** A place to show with what to say under it. */
export interface FrameLabel {
  readonly place: Place;
  readonly text: string | undefined;
}

/** Lines of context above the underlined one. */
const CONTEXT = 1;

/** A window of a long line around what is underlined, where the terminal is no narrower. */
const MAX_LINE = 100;

/** The columns that words below a mark have at least. */
const LEAST_ROOM = 40;

/** Shows places in their source, each underlined: the first is the primary one. */
export function codeFrame(labels: readonly FrameLabel[], level: Level, view: View): string[] {
  const widest = Math.max(...labels.map(({ place }) => lineOf(place)));
  const gutter = String(widest).length;
  return labels.flatMap((label, i) => oneFrame(label, i === 0, gutter, level, view));
}

function lineOf(place: Place): number {
  return linesOf(place.document.file).at(spanOf(place).start).line;
}

function oneFrame(
  { place, text }: FrameLabel,
  isPrimary: boolean,
  gutter: number,
  level: Level,
  view: View,
): string[] {
  const { symbols, paint } = view;
  const { file } = place.document;
  const lines = linesOf(file);
  const { start, end } = spanOf(place);
  const { line } = lines.at(start);
  const pad = " ".repeat(gutter);
  const room = view.width - gutter - " | ".length;
  const corner = isPrimary ? symbols.corner : symbols.cornerOther;
  const where = paint.place(placeText(place));
  const shown =
    file.isStored === true ? where : (view.link?.(where, { type: "file", name: file.name }) ?? where);
  const frame = [`${pad} ${paint.dim(corner)} ${shown}`];
  if (file.text === "") return frame;
  for (let each = Math.max(1, line - CONTEXT); each < line; each++) {
    const before = clipped(textOfLine(file.text, lines, each), 0, 0, room).text;
    if (before.trim() !== "") frame.push(source(each, before, gutter, view));
  }
  const lineStart = lines.startOf(line) ?? 0;
  const full = textOfLine(file.text, lines, line);
  const from = start - lineStart;
  const to = from + full.slice(from, end - lineStart).trimEnd().length;
  const { text: code, before, marked } = clipped(full, from, to, room);
  frame.push(source(line, code, gutter, view));
  const underline = (isPrimary ? "^" : "-").repeat(Math.max(1, marked));
  const paintMark = (mark: string): string => (isPrimary ? paint.level(level, mark) : paint.dim(mark));
  for (const [mark, margin] of underlined(underline, text === undefined ? "" : encode(text), before, room))
    frame.push(`${pad} ${paint.dim(symbols.bar)} ${" ".repeat(margin)}${paintMark(mark)}`.trimEnd());
  return frame;
}

/** What stands below a line: what is said beside the mark where there is room, else under it. Each with its margin. */
function underlined(mark: string, note: string, before: number, room: number): [string, number][] {
  const margin = Math.min(before, Math.max(0, room - LEAST_ROOM));
  const beside = `${mark}${note === "" ? "" : ` ${note}`}`;
  if (before + stringWidth(beside) <= room) return [[beside, before]];
  return [[mark, before], ...wrapped(note, room - margin, 0).map((line): [string, number] => [line, margin])];
}

function source(line: number, text: string, gutter: number, { paint, symbols }: View): string {
  return `${paint.dim(`${String(line).padStart(gutter)} ${symbols.bar}`)} ${text}`.trimEnd();
}

/** Takes no longer for a long line than for a short one: a file on one line has all of its findings there. */
function textOfLine(text: string, lines: LineIndex, line: number): string {
  let end = lines.startOf(line + 1) ?? text.length;
  const start = lines.startOf(line) ?? end;
  while (end > start && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(start, end);
}

/** A line made safe, cut to a window where it is long, with the widths of what stands before the mark and of the mark. */
function clipped(
  line: string,
  from: number,
  to: number,
  room: number,
): { text: string; before: number; marked: number } {
  // Room for the dots that say that the line goes on.
  const most = Math.min(MAX_LINE, Math.max(LEAST_ROOM, room)) - 2;
  const windowStart = line.length > most ? Math.max(0, from - Math.floor(most / 2)) : 0;
  const windowEnd = Math.min(line.length, windowStart + most);
  const head = windowStart > 0 ? "…" : "";
  const tail = windowEnd < line.length ? "…" : "";
  const before = head + shownLine(line.slice(windowStart, from));
  const marked = shownLine(line.slice(from, Math.min(to, windowEnd)));
  const after = shownLine(line.slice(Math.min(to, windowEnd), windowEnd));
  return { text: before + marked + after + tail, before: stringWidth(before), marked: stringWidth(marked) };
}

/** Tabs become two blanks; everything else that moves the cursor becomes an escape. */
function shownLine(text: string): string {
  return text.split("\t").map(encode).join("  ");
}
