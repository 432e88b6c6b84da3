/** A value of a table. There is nothing that is absent: formats and databases differ in how they write it. */
export type TableCell = number | string;

/** A column; numbers are whole and at most 2³¹ - 1, texts are never empty. */
export interface Column {
  readonly name: string;
  readonly type: "number" | "text";
}

/** A table that a query joins with a log. */
export interface Table<Name extends string = string> {
  readonly name: Name;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** What stands for what isn't there, in columns of texts; 0 does in those of numbers. */
export const NO_TEXT = "none";

/** `number found`, `text reason` … as columns. */
export function columnsOf(...names: readonly `${Column["type"]} ${string}`[]): readonly Column[] {
  return names.map((each): Column => {
    const [type = "", name = ""] = each.split(" ");
    return { name, type: type === "number" ? "number" : "text" };
  });
}
