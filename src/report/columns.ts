import { stringWidth } from "./string-width.js";
import type { Verdict } from "../cluster/model/verdict.js";

/** One line of a block: text, why it did not matter, a mark, a place. */
export interface TextRow {
  /** What stands before the text: a margin, a label in its column. */
  readonly lead?: string;
  readonly text: string;
  /** The rest of the text, which goes to a line of its own where the whole is wide. */
  readonly detail?: string;
  readonly reason?: string;
  readonly mark?: string;
  readonly place?: string;
  /** Set on the row that heads a block, which is shown in the verdict's colour. */
  readonly verdict?: Verdict;
}

/** A line of cells, padded to stand below those of other lines. */
export interface LaidRow {
  readonly text: string;
  readonly reason: string;
  readonly mark: string;
  readonly place: string;
  readonly verdict?: Verdict;
}

/** Texts wider than this are broken before their details. */
const MAX_TEXT = 84;

/** Cells wider than this do not push the columns behind them to the right. */
const MAX_CELL = 100;

const GAP = 2;

/**
 * Lays rows out so that reasons, marks and places stand below each other. Where that does not fit, a place goes to a line
 * of its own; where it still does not, so does all that stands behind the text.
 * @param room columns that there are
 */
export function layOut(rows: readonly TextRow[], room: number): LaidRow[] {
  const lines = rows.flatMap((row) => withDetail(row, Math.min(room, MAX_TEXT)));
  const table = inColumns(lines);
  if (table.every((row) => lineWidth(row) <= room)) return table;
  return besidePlaces(lines, room);
}

/** The table without its last column: a place stands beside its row where there is room, else below it. */
function besidePlaces(lines: readonly TextRow[], room: number): LaidRow[] {
  const placeless = lines.map(({ place: _place, ...row }) => row);
  for (const table of [inColumns(placeless), withLooseMarks(placeless)]) {
    if (table.length === lines.length && table.every((row) => lineWidth(row) <= room))
      return table.flatMap((row, i) => withPlace(row, lines[i] as TextRow, room));
  }
  return lines.flatMap((row) => stacked(row, room));
}

/** Reasons stand below each other, a mark right behind what it is about. */
function withLooseMarks(rows: readonly TextRow[]): LaidRow[] {
  const lines = rows.map(cellsOf);
  const width = widthOf(lines.filter(({ reason }) => reason !== "").map(({ text }) => text));
  return lines.map((line) => (line.reason === "" ? line : { ...line, text: pad(line.text, width) }));
}

function withPlace(laid: LaidRow, row: TextRow, room: number): LaidRow[] {
  const { place = "" } = row;
  const beside = { ...laid, place };
  if (lineWidth(beside) <= room) return [beside];
  return [laid, { ...NO_CELLS, place: " ".repeat(indentOf(row)) + place }];
}

/** A command between backticks, or what stands between blanks; the blanks before it belong to it. */
const WORD = /\s*(?:\S*`(?:anp|kubectl|helm|kustomize|npm|git) [^`\n]*`\S*|\S+)|\s+$/g;

/**
 * Breaks text at blanks, the lines behind the first indented. A command that fits into a line is not broken: it is there to be
 * copied.
 */
export function wrapped(text: string, room: number, indent: number): string[] {
  if (stringWidth(text) <= room) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(WORD)?.flatMap((each) => unbroken(each, room - indent)) ?? []) {
    if (line !== "" && stringWidth(line) + stringWidth(word) > room) {
      lines.push(line);
      line = " ".repeat(indent) + word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}

/** A command as one word, where a line has room for it. */
function unbroken(word: string, room: number): string[] {
  return stringWidth(word.trim()) <= room ? [word] : word.split(/(?<=\S)(?=\s)/);
}

function withDetail(row: TextRow, most: number): TextRow[] {
  const { detail, ...rest } = row;
  if (detail === undefined) return [row];
  const whole = `${row.text}  ${detail}`;
  if (stringWidth((row.lead ?? "") + whole) <= most) return [{ ...rest, text: whole }];
  // A reason tells of the condition, so it stays beside it.
  const { reason, ...head } = rest;
  const tail = { text: " ".repeat(indentOf(row)) + detail, ...(reason === undefined ? {} : { reason }) };
  return [head, tail];
}

/** Where the lines begin that belong to a row. */
function indentOf({ lead = "", text }: TextRow): number {
  return stringWidth(lead) + text.length - text.trimStart().length + GAP;
}

function inColumns(rows: readonly TextRow[]): LaidRow[] {
  const lines = rows.map((row) => ({ ...cellsOf(row), hasMore: hasMore(row), indent: indentOf(row) }));
  const withReason = lines.filter(({ reason }) => reason !== "");
  const textWidth = widthOf(withReason.map(({ text }) => text));
  const reasonWidth = widthOf(withReason.map(({ reason }) => reason));
  // A row without a reason may use that column's room for its text.
  const bothWidth = Math.max(
    withReason.length === 0 ? 0 : textWidth + GAP + reasonWidth,
    widthOf(lines.filter((line) => line.hasMore && line.reason === "").map(({ text }) => text)),
  );
  const markWidth = widthOf(lines.map(({ mark }) => mark));
  return lines.flatMap(({ hasMore, indent, ...cells }): LaidRow[] => {
    const { text, reason, mark, place } = cells;
    if (!hasMore) return [cells];
    const width = reason === "" ? bothWidth : textWidth;
    const isTooWide = stringWidth(text) > width;
    const padded: LaidRow = {
      ...cells,
      text: isTooWide ? " ".repeat(Math.max(width, indent)) : pad(text, width),
      reason: reason === "" || mark + place === "" ? reason : pad(reason, bothWidth - textWidth - GAP),
      mark: place === "" ? mark : pad(mark, markWidth),
    };
    return isTooWide ? [{ ...NO_CELLS, text }, padded] : [padded];
  });
}

/** The same row in a narrow room: text and mark, then reason and place below it. */
function stacked(row: TextRow, room: number): LaidRow[] {
  const { text, mark, reason, place, ...rest } = cellsOf(row);
  const indent = indentOf(row);
  const lines = wrapped(text, room, indent);
  const last = lines.pop() ?? "";
  const isMarkBeside = mark !== "" && stringWidth(last) + GAP + stringWidth(mark) <= room;
  const below: LaidRow = { ...NO_CELLS, mark: isMarkBeside ? "" : mark, reason, place };
  const isOneLine = indent + lineWidth(below) <= room;
  return [
    ...lines.map((each) => ({ ...NO_CELLS, text: each })),
    { ...NO_CELLS, ...rest, text: last, mark: isMarkBeside ? mark : "" },
    ...(isOneLine
      ? [below]
      : [
          { ...below, place: "" },
          { ...NO_CELLS, place },
        ]
    )
      .filter((each) => lineWidth(each) > 0)
      .map((each) => indented(each, " ".repeat(indent))),
  ];
}

const NO_CELLS: LaidRow = { text: "", reason: "", mark: "", place: "" };

function cellsOf({ lead = "", text, reason = "", mark = "", place = "", verdict }: TextRow): LaidRow {
  return { text: lead + text, reason, mark, place, ...(verdict === undefined ? {} : { verdict }) };
}

function hasMore({ reason, mark, place }: TextRow): boolean {
  return reason !== undefined || mark !== undefined || place !== undefined;
}

/** A line that begins with its first cell that is not empty, behind a margin. */
function indented(row: LaidRow, margin: string): LaidRow {
  const first = (["reason", "mark", "place"] as const).find((cell) => row[cell] !== "");
  return first === undefined ? row : { ...row, [first]: margin + row[first] };
}

/** The columns that a line takes. */
function lineWidth({ text, reason, mark, place }: LaidRow): number {
  const cells = [text, reason, mark, place].filter((cell) => cell !== "");
  return stringWidth(cells.join(" ".repeat(GAP)).trimEnd());
}

function widthOf(cells: readonly string[]): number {
  return Math.max(0, ...cells.map((cell) => stringWidth(cell)).filter((width) => width <= MAX_CELL));
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
