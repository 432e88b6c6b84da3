import { countsText, keyNotes, sizeText } from "./matrix-words.js";
import { defuse } from "./encode.js";
import { incompleteLines } from "./incomplete-text.js";
import { wrapped } from "./columns.js";
import type { MatrixReport } from "./matrix-report.js";
import type { View } from "./view.js";
import type { WordedMap } from "./matrix-table.js";

/** What stands around a map for people: what is missing and how much there is before it, notes after it. */
export function* framed(
  report: MatrixReport,
  { counts }: WordedMap,
  view: View,
  map: Iterable<string>,
): Generator<string> {
  const { matrix, incompleteness } = report;
  yield* incompleteLines(incompleteness, view);
  const head = `${sizeText(matrix, matrix.rows)}  ${countsText(counts)}`;
  for (const line of wrapped(head, view.width, 2)) yield defuse(line);
  yield* map;
  const notes = keyNotes(report, counts);
  if (notes.length > 0) yield "";
  for (const note of notes) for (const line of wrapped(`  note  ${note}`, view.width, 8)) yield defuse(line);
}
