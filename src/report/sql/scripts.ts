import { DIALECTS } from "./dialects.js";
import { reportQuery, type QuerySources } from "./query.js";
import { SHAPES } from "./log-shapes.js";
import type { LogShapeId } from "./log-shape.js";
import type { SqlDialect, TableFormat } from "./dialect.js";
import type { Table } from "../../questions/tables/table.js";
import type { TableName } from "../../questions/tables/verdict-tables.js";

/** What is asked for: a database, the table that holds the log there, and its shape. */
export interface ScriptQuestion {
  readonly dialect: SqlDialect;
  /** The parts of the log's name: `["lake", "flows"]`; each of letters, digits, `_` and `-`. */
  readonly log: readonly string[];
  readonly shape: LogShapeId;
}

/** The query that compares the log with the tables. */
export function queryScript(question: ScriptQuestion, times: QuerySources["times"]): string {
  const dialect = DIALECTS[question.dialect];
  const shape = SHAPES[question.shape];
  const sources: QuerySources = {
    dialect,
    shape,
    hasLost: false,
    log: dialect.name(...question.log),
    table: (name) => tableIn(question, name),
    times,
  };
  return `-- What recorded traffic and policies come to: a row for each kind of flow, or reason why records aren't compared.
-- Of ${shape.id} logs it reads: ${shape.columns.join(", ")}.
${reportQuery(sources)};
`;
}

/** The statements that load the tables beside the log. */
export function tableScript(
  question: ScriptQuestion,
  tables: readonly Table<TableName>[],
  format: TableFormat,
): string {
  const dialect = DIALECTS[question.dialect];
  const statements = tables.map(({ name, columns }) =>
    dialect.load(tableIn(question, name), columns, { name: `${name}.${format}`, format }),
  );
  return `-- The tables that query.sql joins, from the files beside this one.\n${statements.join("\n")}\n`;
}

/** Tables stand where the log's table stands. */
function tableIn({ dialect, log }: ScriptQuestion, name: TableName): string {
  return DIALECTS[dialect].name(...log.slice(0, -1), `anp_${name}`);
}
