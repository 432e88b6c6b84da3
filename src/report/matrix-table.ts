import { MatrixTable } from "../questions/matrix/table.js";
import { PairWords, type PairContent, type PairCounts } from "./matrix-words.js";
import type { MatrixReport } from "./matrix-report.js";

/** Who reaches whom, with what stands in each cell in words. */
export type WordedTable = MatrixTable<PairContent>;

/** The map as a table of words, with how many pairs come to what. */
export interface WordedMap {
  readonly table: WordedTable;
  readonly counts: PairCounts;
}

/** Words the whole map: as much work as the map has distinct cells. */
export function wordedTable({ matrix, showsDenied }: MatrixReport): WordedMap {
  const words = new PairWords(matrix, showsDenied);
  const table = new MatrixTable(matrix, (answers, isPair) => {
    if (isPair) words.count(answers);
    return words.of(answers);
  });
  return { table, counts: words.counts };
}
