import type { Column } from "../../questions/tables/table.js";

/** The databases for which queries are written. */
export const SQL_DIALECTS = ["duckdb", "clickhouse", "bigquery", "spark"] as const;

/** One of {@link SQL_DIALECTS}. */
export type SqlDialect = (typeof SQL_DIALECTS)[number];

/** What databases write differently; every argument but `name`'s is an expression. */
export interface DatabaseDialect {
  readonly id: SqlDialect;
  /** A name in quotes. @param names parts that hold letters, digits, `_` and `-` alone */
  name(...names: readonly string[]): string;
  /** A value as text. */
  text(value: string): string;
  /** A text of digits as a whole number, null for other texts. */
  whole(text: string): string;
  /** A text as a number with a fraction, null for other texts. */
  real(text: string): string;
  /** A text of RFC 3339 as milliseconds since 1970, null for other texts. */
  moment(text: string): string;
  /** @param pattern in what RE2 and Java read alike, without quotes and backslashes */
  matches(text: string, pattern: string): string;
  /** What the only group of a pattern holds, null where it doesn't match. */
  group(text: string, pattern: string): string;
  /** The part of a text at a place, from 1. */
  part(text: string, separator: string, place: number): string;
  /** True where a list of texts has one. */
  has(list: string, text: string): string;
  /** A text so many times. */
  repeat(text: string, times: string): string;
  /** Begins a common table that is used several times, and is made each time. */
  readonly inline: string;
  /** What ends a query. */
  readonly settings: string;
  /** The statements that make a table of a file. @param table in quotes */
  load(table: string, columns: readonly Column[], file: TableFile): string;
}

/** A file that holds a table. */
export interface TableFile {
  readonly name: string;
  readonly format: TableFormat;
}

/** How tables are written. */
export const TABLE_FORMATS = ["csv", "parquet"] as const;

/** One of {@link TABLE_FORMATS}. */
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A constant text of ours. */
export function quoted(text: string): string {
  if (/['\\]/.test(text)) throw new Error(`invariant: ${JSON.stringify(text)} needs no escape`);
  return `'${text}'`;
}
