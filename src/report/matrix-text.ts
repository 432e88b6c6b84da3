import { defuse } from "./encode.js";
import { framed } from "./matrix-frame.js";
import { layOut, wrapped, type LaidRow, type TextRow } from "./columns.js";
import { RowNames } from "./matrix-words.js";
import { wordedTable, type WordedTable } from "./matrix-table.js";
import type { Matrix } from "../questions/matrix/matrix.js";
import type { MatrixReport } from "./matrix-report.js";
import type { PairContent } from "./matrix-words.js";
import type { SourceGroup } from "../questions/matrix/table.js";
import type { View } from "./view.js";

/** The map for people: how much there is, then sources that reach the same, each with what they reach. */
export function* matrixText(
  report: MatrixReport,
  view: View,
  worded = wordedTable(report),
): Generator<string> {
  yield* framed(report, worded, view, groupLines(report.matrix, worded.table, view));
}

function* groupLines(matrix: Matrix, table: WordedTable, view: View): Generator<string> {
  const names = {
    sources: new RowNames(matrix, matrix.senders),
    destinations: new RowNames(matrix, matrix.destinations),
  };
  // Who reaches nothing comes last.
  const reachesNothing = ({ reached }: SourceGroup<PairContent>): number => Number(reached.length === 0);
  const groups = table.groups.toSorted((a, b) => reachesNothing(a) - reachesNothing(b));
  let left = view.height;
  for (const [i, group] of groups.entries()) {
    const lines = [...linesOf(group, names, view)];
    if (lines.length + 1 > left && i > 0) {
      const rest = groups.slice(i).reduce((sum, { sources }) => sum + sources.length, 0);
      yield "";
      yield `  ${view.symbols.ellipsis} and ${rest} more sources: --from NAME shows one, -o csv lists all pairs`;
      return;
    }
    yield "";
    yield* lines;
    left -= lines.length + 1;
  }
}

interface SideNames {
  readonly sources: RowNames;
  readonly destinations: RowNames;
}

function* linesOf(
  { sources, reached }: SourceGroup<PairContent>,
  names: SideNames,
  view: View,
): Generator<string> {
  for (const line of wrapped(names.sources.of(sources), view.width, 4)) yield defuse(view.paint.bold(line));
  if (reached.length === 0) yield `  ${view.symbols.arrow} nothing`;
  const rows = reached.map(({ destinations, content }): TextRow => ({
    lead: `  ${view.symbols.arrow} `,
    text: names.destinations.of(destinations),
    mark: content.text,
    verdict: content.verdict,
  }));
  for (const row of layOut(rows, view.width)) yield paintedLine(row, view);
}

function paintedLine({ text, mark, verdict }: LaidRow, { paint }: View): string {
  const shown = mark === "" || verdict === undefined ? mark : paint.verdict(verdict, mark);
  return defuse(
    [text, shown]
      .filter((cell) => cell !== "")
      .join("  ")
      .trimEnd(),
  );
}
