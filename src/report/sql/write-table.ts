import { csvCell } from "../csv-cell.js";
import type { Table } from "../../questions/tables/table.js";

/** A table as CSV: a header, then a line for each row. */
export function* csvOf({ columns, rows }: Table): Generator<string> {
  yield `${columns.map(({ name }) => name).join(",")}\n`;
  for (const row of rows)
    yield `${row.map((cell) => (typeof cell === "number" ? String(cell) : csvCell(cell))).join(",")}\n`;
}
