import { describe, expect, it } from "vitest";
import { fileURLToPath } from "node:url";
import { LOG_SHAPES, type LogShapeId } from "../../../src/report/sql/log-shape.js";
import { parse } from "sql-parser-cst";
import { queryScript, tableScript } from "../../../src/report/sql/scripts.js";
import { readFileSync, writeFileSync } from "node:fs";
import { SQL_DIALECTS, TABLE_FORMATS, type SqlDialect } from "../../../src/report/sql/dialect.js";
import { Timeline } from "../../../src/questions/replay/state.js";
import { columnsOf } from "../../../src/questions/tables/table.js";
import type { QuerySources } from "../../../src/report/sql/query.js";

/**
 * The texts for each database. Those for DuckDB run in the properties of replay; those for BigQuery are parsed here; docs/scale.md says
 * what was done with the others.
 */
const GOLDEN = fileURLToPath(new URL("golden/", import.meta.url));

/** The shape that logs have where each database mostly holds them. */
const USUAL: Readonly<Record<SqlDialect, LogShapeId>> = {
  duckdb: "hubble",
  clickhouse: "antrea-flows",
  bigquery: "hubble",
  spark: "plain",
};

/** Two states, an hour apart, and a port of its own among the high ones. */
const TIMES: QuerySources["times"] = {
  spans: timeline().spans,
  timeless: timeline().at(undefined),
  portStarts: [32_768, 50_051, 50_052],
};

function timeline(): Timeline {
  const state = { name: "", cluster: {} as never, profile: {} as never };
  return new Timeline([
    { ...state, taken: 1_795_420_800_000 },
    { ...state, taken: 1_795_424_400_000 },
  ]);
}

const query = (dialect: SqlDialect, shape: LogShapeId): string =>
  queryScript({ dialect, shape, log: ["lake", "flows"] }, TIMES);

const tables = (dialect: SqlDialect): string =>
  TABLE_FORMATS.map((format) =>
    tableScript(
      { dialect, shape: "plain", log: ["lake", "flows"] },
      [{ name: "pods", columns: columnsOf("number segment", "text pod"), rows: [] }],
      format,
    ),
  ).join("");

function hold(file: string, text: string): void {
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(GOLDEN + file, text);
  expect(text).toBe(readFileSync(GOLDEN + file, "utf8"));
}

describe.each(SQL_DIALECTS)("%s", (dialect) => {
  it("has the query that is recorded", () => hold(`${dialect}-query.sql`, query(dialect, USUAL[dialect])));
  it("has the statements that are recorded", () => hold(`${dialect}-tables.sql`, tables(dialect)));
});

it.each(LOG_SHAPES)("of %s logs is a query of BigQuery", (shape) => {
  expect(parse(query("bigquery", shape), { dialect: "bigquery" }).statements).toHaveLength(2);
});

it("are statements of BigQuery", () => {
  expect(parse(tables("bigquery"), { dialect: "bigquery" }).type).toBe("program");
  expect(() =>
    parse(tables("bigquery").replace("CREATE OR", "CREATE AND"), { dialect: "bigquery" }),
  ).toThrow();
});
