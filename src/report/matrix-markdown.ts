import { codesInCell, inline } from "./markdown.js";
import { countsText, keyNotes, RowNames, sizeText } from "./matrix-words.js";
import { statusLines } from "./incomplete-text.js";
import { PLAIN_VIEW } from "./view.js";
import { wordedTable } from "./matrix-table.js";
import type { MatrixReport } from "./matrix-report.js";

/** The map as Markdown, for a pull request: a row for each group of sources and what it sends to a group of destinations. */
export function* matrixMarkdown(report: MatrixReport): Generator<string> {
  const { matrix, incompleteness } = report;
  const { table, counts } = wordedTable(report);
  yield `**${inline(countsText(counts))}** (${inline(sizeText(matrix, matrix.rows))})`;
  yield "";
  const status = statusLines(incompleteness, PLAIN_VIEW);
  for (const line of status) yield `- ${inline(line)}`;
  if (status.length > 0) yield "";
  const [sources, destinations] = [matrix.senders, matrix.destinations].map(
    (side) => new RowNames(matrix, side),
  ) as [RowNames, RowNames];
  yield "| From | To | Traffic |";
  yield "| --- | --- | --- |";
  for (const group of table.groups) {
    let from = codesInCell(sources.listOf(group.sources));
    if (group.reached.length === 0) yield `| ${from} | nothing | |`;
    for (const { destinations: some, content } of group.reached) {
      yield `| ${from} | ${codesInCell(destinations.listOf(some))} | ${inline(content.text)} |`;
      from = "";
    }
  }
  const notes = keyNotes(report, counts);
  if (notes.length > 0) yield "";
  for (const note of notes) yield `- ${inline(note)}`;
}
