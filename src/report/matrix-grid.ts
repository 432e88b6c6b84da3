import { rowText, type PairContent } from "./matrix-words.js";
import { defuse } from "./encode.js";
import { framed } from "./matrix-frame.js";
import { wordedTable, type WordedTable } from "./matrix-table.js";
import { matrixText } from "./matrix-text.js";
import { stringWidth } from "./string-width.js";
import type { Matrix } from "../questions/matrix/matrix.js";
import type { MatrixReport } from "./matrix-report.js";
import type { Row } from "../semantics/reach/rows.js";
import type { Verdict } from "../cluster/model/verdict.js";
import type { View } from "./view.js";

/** Rows and columns beyond which a grid is not read any more. */
const MOST_ROWS = 25;

/** A cell that is wider has a letter, and stands in the legend. */
const WIDEST_CELL = 10;

/** A cell as it is drawn. */
interface DrawnCell {
  readonly text: string;
  readonly verdict: Verdict | undefined;
}

/** A source, with the number of its column where it is a destination too. */
interface SourceLabel {
  readonly name: string;
  readonly number: string;
}

/** A map as it is drawn: labels, cells, and what the letters in cells stand for. */
interface Grid {
  readonly sources: readonly SourceLabel[];
  readonly destinations: readonly string[];
  readonly cells: readonly (readonly DrawnCell[])[];
  readonly legend: readonly string[];
  readonly width: number;
}

/** The map as people read it best: a grid where it fits, else the list. */
export function* matrixDrawn(report: MatrixReport, view: View): Generator<string> {
  const worded = wordedTable(report);
  // One source is a list of destinations.
  const grid = worded.table.matrix.sources.length < 2 ? undefined : fittingGrid(worded.table, view);
  yield* grid === undefined
    ? matrixText(report, view, worded)
    : framed(report, worded, view, drawn(grid, view));
}

/**
 * The map as a grid for people: a row for each source, a numbered column for each destination, a legend. A map that does not
 * fit is the list that it is elsewhere, and says so.
 */
export function* matrixGrid(report: MatrixReport, view: View): Generator<string> {
  const worded = wordedTable(report);
  const grid = fittingGrid(worded.table, view);
  if (grid !== undefined) {
    yield* framed(report, worded, view, drawn(grid, view));
    return;
  }
  yield* matrixText(report, view, worded);
  yield `  note  no grid: it has at most ${MOST_ROWS} sources and 2 to ${MOST_ROWS} destinations, and must fit the width; narrow it with --from and --to`;
}

/** The grid of a map that can be read as one on a screen as wide as this one. */
function fittingGrid(table: WordedTable, view: View): Grid | undefined {
  const { sources, destinations } = table.matrix;
  if (sources.length === 0 || destinations.length < 2) return undefined;
  if (sources.length > MOST_ROWS || destinations.length > MOST_ROWS) return undefined;
  const grid = gridOf(table, view);
  return grid.width <= view.width ? grid : undefined;
}

/** Destinations are numbered: sources that are destinations too have the number of their column. */
function gridOf(table: WordedTable, view: View): Grid {
  const { matrix } = table;
  const numbers = new Map(matrix.destinations.map((row, i) => [row, `${i + 1}`]));
  const letters = new Letters();
  const cellOf = (from: Row, to: Row): DrawnCell => {
    const content = table.content(from, to);
    // A pod always reaches itself, and no policy has a say in what passes between two addresses outside.
    if (!matrix.hasPair(from, to) || matrix.asksNothingOf(to)) return { text: "", verdict: undefined };
    return content === undefined
      ? { text: view.symbols.nothing, verdict: "denied" }
      : { text: shortText(content, letters, view), verdict: content.verdict };
  };
  const { senders } = matrix;
  const cells = senders.map((from) => matrix.destinations.map((to) => cellOf(from, to)));
  const sources = senders.map((row): SourceLabel => ({
    name: rowText(row, matrix),
    number: numbers.get(row) ?? "",
  }));
  const destinations = matrix.destinations.filter((row) => !senders.includes(row));
  const others = destinations.map((row) => `${numbers.get(row)}  ${rowText(row, matrix)}`);
  const legend = [...signsOf(cells, matrix, view), ...letters.legend, ...others];
  const widths = columnWidths(cells, matrix.destinations.length);
  const width = widestLabel(sources) + widths.reduce((sum, each) => sum + 2 + each, 0);
  return { sources, destinations: [...numbers.values()], cells, legend, width };
}

function* drawn({ sources, destinations, cells, legend }: Grid, { paint }: View): Generator<string> {
  yield "";
  const lead = widestLabel(sources);
  const widths = columnWidths(cells, destinations.length);
  const headings = destinations.map((number, i) => number.padEnd(widths[i] as number));
  yield paint.dim(`${" ".repeat(lead)}  ${headings.join("  ")}`.trimEnd());
  for (const [i, { name, number }] of sources.entries()) {
    // The number is at the right, below those of the other rows.
    const gap = " ".repeat(lead - stringWidth(name) - number.length);
    const row = (cells[i] as readonly DrawnCell[]).map(({ text, verdict }, column) => {
      const padding = " ".repeat((widths[column] as number) - stringWidth(text));
      return painted(text, verdict, paint) + padding;
    });
    yield defuse(`${name}${gap}${paint.dim(number)}  ${row.join("  ")}`.trimEnd());
  }
  yield "";
  for (const line of legend) yield defuse(`  ${line}`);
}

/** Nothing is what most of a grid says: it stays in the background. */
function painted(text: string, verdict: Verdict | undefined, paint: View["paint"]): string {
  if (verdict === undefined) return text;
  return verdict === "denied" ? paint.dim(text) : paint.verdict(verdict, text);
}

function columnWidths(cells: readonly (readonly DrawnCell[])[], count: number): number[] {
  return Array.from({ length: count }, (_, column) =>
    Math.max(`${column + 1}`.length, ...cells.map((row) => stringWidth((row[column] as DrawnCell).text))),
  );
}

function widestLabel(labels: readonly SourceLabel[]): number {
  return Math.max(
    ...labels.map(({ name, number }) => stringWidth(number === "" ? name : `${name}  ${number}`)),
  );
}

/** All that is asked about is a tick, ports of TCP alone are their numbers, and what takes more room is a letter. */
function shortText({ text, verdict, isWhole }: PairContent, letters: Letters, { symbols }: View): string {
  if (isWhole) return symbols.tick;
  const [, ports] = /^TCP ([\d, -]+)$/.exec(text) ?? [];
  if (verdict === "allowed" && ports !== undefined && ports.length <= WIDEST_CELL)
    return ports.replaceAll(", ", ",");
  return letters.of(text);
}

function signsOf(
  cells: readonly (readonly DrawnCell[])[],
  { question }: Matrix,
  { symbols }: View,
): string[] {
  const has = (sign: string): boolean => cells.some((row) => row.some(({ text }) => text === sign));
  const hasPorts = cells.some((row) => row.some(({ text }) => /^\d/.test(text)));
  const signs = [
    ...(has(symbols.tick)
      ? [`${symbols.tick} ${question === undefined ? "all ports" : "everything asked for"}`]
      : []),
    ...(has(symbols.nothing) ? [`${symbols.nothing} nothing`] : []),
    ...(hasPorts ? ["a number: that port of TCP"] : []),
  ];
  return signs.length === 0 ? [] : [signs.join("   ")];
}

/** Texts that are too long for a cell, by letters in the order in which they are met: a, b … z, aa. */
class Letters {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const letter = lettersOf(this.#known.size);
    this.#known.set(text, letter);
    return letter;
  }

  get legend(): string[] {
    return [...this.#known].map(([text, letter]) => `${letter}  ${text}`);
  }
}

function lettersOf(index: number): string {
  const letter = String.fromCharCode("a".charCodeAt(0) + (index % 26));
  return index < 26 ? letter : lettersOf(Math.floor(index / 26) - 1) + letter;
}
