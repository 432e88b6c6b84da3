import { quoted, type DatabaseDialect, type SqlDialect } from "./dialect.js";
import type { Column } from "../../questions/tables/table.js";

const backticks = (...names: readonly string[]): string => names.map((each) => `\`${each}\``).join(".");

/** Columns with their types, as a statement lists them. */
function typed(
  columns: readonly Column[],
  name: (name: string) => string,
  types: Readonly<Record<Column["type"], string>>,
): string {
  return columns.map((each) => `${name(each.name)} ${types[each.type]}`).join(", ");
}

const DUCKDB: DatabaseDialect = {
  id: "duckdb",
  name: (...names) => names.map((each) => `"${each}"`).join("."),
  text: (value) => `CAST(${value} AS VARCHAR)`,
  whole: (text) => `TRY_CAST(${text} AS BIGINT)`,
  real: (text) => `TRY_CAST(${text} AS DOUBLE)`,
  moment: (text) => `epoch_us(TRY_CAST(${text} AS TIMESTAMPTZ)) / 1000.0`,
  matches: (text, pattern) => `regexp_matches(${text}, ${quoted(pattern)})`,
  group: (text, pattern) => `NULLIF(regexp_extract(${text}, ${quoted(pattern)}, 1), '')`,
  part: (text, separator, place) => `split_part(${text}, ${quoted(separator)}, ${place})`,
  has: (list, text) => `COALESCE(list_contains(${list}, ${quoted(text)}), false)`,
  repeat: (text, times) => `repeat(${text}, ${times})`,
  inline: "AS NOT MATERIALIZED",
  settings: "",
  load(table, columns, { name, format }) {
    const types = columns.map(
      (each) => `${quoted(each.name)}: ${quoted(each.type === "number" ? "INTEGER" : "VARCHAR")}`,
    );
    const from =
      format === "parquet"
        ? `read_parquet(${quoted(name)})`
        : `read_csv(${quoted(name)}, header = true, columns = {${types.join(", ")}})`;
    return `CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${from};`;
  },
};

const CLICKHOUSE: DatabaseDialect = {
  id: "clickhouse",
  name: backticks,
  text: (value) => `CAST(${value} AS Nullable(String))`,
  whole: (text) => `toInt64OrNull(${text})`,
  real: (text) => `toFloat64OrNull(${text})`,
  moment: (text) => `toUnixTimestamp64Micro(parseDateTime64BestEffortOrNull(${text}, 6, 'UTC')) / 1000.0`,
  matches: (text, pattern) => `match(${text}, ${quoted(pattern)})`,
  group: (text, pattern) => `NULLIF(extract(${text}, ${quoted(pattern)}), '')`,
  part: (text, separator, place) => `splitByChar(${quoted(separator)}, ${text})[${place}]`,
  has: (list, text) => `has(${list}, ${quoted(text)})`,
  repeat: (text, times) => `repeat(${text}, ${times})`,
  inline: "AS",
  // Without it, what a left join doesn't find is 0 or empty.
  settings: "\nSETTINGS join_use_nulls = 1",
  load(table, columns, { name, format }) {
    const own = typed(columns, (each) => backticks(each), { number: "Int32", text: "String" });
    const kind = format === "parquet" ? "Parquet" : "CSVWithNames";
    return [
      `CREATE OR REPLACE TABLE ${table} (${own}) ENGINE = MergeTree ORDER BY tuple();`,
      `INSERT INTO ${table} FROM INFILE ${quoted(name)} FORMAT ${kind};`,
    ].join("\n");
  },
};

const BIGQUERY: DatabaseDialect = {
  id: "bigquery",
  name: (...names) => `\`${names.join(".")}\``,
  text: (value) => `CAST(${value} AS STRING)`,
  whole: (text) => `SAFE_CAST(${text} AS INT64)`,
  real: (text) => `SAFE_CAST(${text} AS FLOAT64)`,
  // Digits beyond microseconds would make it null.
  moment: (text) =>
    `UNIX_MICROS(SAFE_CAST(CONCAT(REGEXP_EXTRACT(${text}, '^(.{19}(?:[.][0-9]{1,6})?)'), REGEXP_EXTRACT(${text}, '([zZ]|[+-][0-9]{2}(?::?[0-9]{2})?)$')) AS TIMESTAMP)) / 1000.0`,
  matches: (text, pattern) => `REGEXP_CONTAINS(${text}, ${quoted(pattern)})`,
  group: (text, pattern) => `REGEXP_EXTRACT(${text}, ${quoted(pattern)})`,
  part: (text, separator, place) => `SPLIT(${text}, ${quoted(separator)})[SAFE_OFFSET(${place - 1})]`,
  has: (list, text) => `${quoted(text)} IN UNNEST(${list})`,
  repeat: (text, times) => `REPEAT(${text}, ${times})`,
  inline: "AS",
  settings: "",
  load(table, columns, { name, format }) {
    const own = typed(columns, (each) => backticks(each), { number: "INT64", text: "STRING" });
    const options =
      format === "parquet" ? "--source_format=PARQUET" : "--source_format=CSV --skip_leading_rows=1";
    return [
      `CREATE OR REPLACE TABLE ${table} (${own});`,
      `-- then, in a shell: bq load ${options} ${table.replaceAll("`", "")} ${name}`,
    ].join("\n");
  },
};

const SPARK: DatabaseDialect = {
  id: "spark",
  name: backticks,
  text: (value) => `CAST(${value} AS STRING)`,
  whole: (text) => `TRY_CAST(${text} AS BIGINT)`,
  real: (text) => `TRY_CAST(${text} AS DOUBLE)`,
  moment: (text) => `unix_micros(TRY_CAST(${text} AS TIMESTAMP)) / 1000.0D`,
  matches: (text, pattern) => `(${text} RLIKE ${quoted(pattern)})`,
  group: (text, pattern) => `NULLIF(regexp_extract(${text}, ${quoted(pattern)}, 1), '')`,
  part: (text, separator, place) => `split_part(${text}, ${quoted(separator)}, ${place})`,
  has: (list, text) => `COALESCE(array_contains(${list}, ${quoted(text)}), false)`,
  repeat: (text, times) => `repeat(${text}, CAST(${times} AS INT))`,
  inline: "AS",
  settings: "",
  load(table, columns, { name, format }) {
    const own = typed(columns, (each) => backticks(each), { number: "INT", text: "STRING" });
    const path = `path = ${quoted(name)}`;
    const using =
      format === "parquet"
        ? `USING parquet OPTIONS (${path})`
        : `USING csv OPTIONS (${path}, header = 'true')`;
    return `CREATE TABLE ${table} (${own}) ${using};`;
  },
};

/** How each database writes it. */
export const DIALECTS: Readonly<Record<SqlDialect, DatabaseDialect>> = {
  duckdb: DUCKDB,
  clickhouse: CLICKHOUSE,
  bigquery: BIGQUERY,
  spark: SPARK,
};
