import { parquetWriteBuffer } from "hyparquet-writer";
import type { Table } from "../../questions/tables/table.js";

/** A table as a file of Parquet. */
export function parquetOf({ columns, rows }: Table): Uint8Array {
  const columnData = columns.map(({ name, type }, i) => ({
    name,
    data: rows.map((row) => row[i]),
    type: type === "number" ? ("INT32" as const) : ("STRING" as const),
    nullable: false,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: "anp" }));
}
