import { UsageError } from "./exit.js";
import type { Column, Table } from "../questions/tables/table.js";
import type * as DuckDb from "@duckdb/node-api";
import type { DuckDBConnection } from "@duckdb/node-api";

/** A package that people install beside the program if they want it: a variable, so that the bundle leaves it out. */
const PACKAGE = "@duckdb/node-api";

/**
 * A database in memory that reads the named files and nothing else: it has no network, loads no extension, writes nothing, and no
 * statement can change that.
 * @param files absolute paths
 * @throws {UsageError} where the package isn't installed
 */
export async function openDuckDb(files: readonly string[]): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await loaded();
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_unsigned_extensions: "false",
    temp_directory: "",
  });
  const connection = await instance.connect();
  // Times without a zone are UTC.
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`SET allowed_paths = [${files.map(sqlText).join(", ")}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
  return connection;
}

async function loaded(): Promise<typeof DuckDb> {
  try {
    return (await import(PACKAGE)) as typeof DuckDb;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    throw new UsageError(
      isMissing
        ? `--engine duckdb needs the package ${PACKAGE}, which isn't installed`
        : `${PACKAGE} can't be loaded: ${message.split("\n", 1)[0]}`,
      `install it where anp is: npm install ${PACKAGE}, with --global if anp is global`,
    );
  }
}

/** Makes a table and fills it. @param name of letters and `_` */
export async function fillTable(
  connection: DuckDBConnection,
  name: string,
  { columns, rows }: Table,
): Promise<void> {
  const typed = columns.map((each) => `"${each.name}" ${TYPES[each.type]}`);
  await connection.run(`CREATE TABLE ${name} (${typed.join(", ")})`);
  const appender = await connection.createAppender(name);
  for (const row of rows) {
    for (const cell of row) {
      if (typeof cell === "number") appender.appendInteger(cell);
      else appender.appendVarchar(cell);
    }
    appender.endRow();
  }
  appender.closeSync();
}

const TYPES: Readonly<Record<Column["type"], string>> = { number: "INTEGER", text: "VARCHAR" };

/** Any text as a constant. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
