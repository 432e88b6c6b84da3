import { allTables } from "../report/sql/answers-table.js";
import { commitAll, type StagedFile } from "./write-file.js";
import { count } from "../base/text/count.js";
import { csvOf } from "../report/sql/write-table.js";
import { defuse, encode } from "../report/encode.js";
import { join } from "node:path";
import { keepInputs } from "./output.js";
import { LOG_SHAPES } from "../report/sql/log-shape.js";
import { queryScript, tableScript, type ScriptQuestion } from "../report/sql/scripts.js";
import { stageBelow } from "./stage-below.js";
import { UsageError } from "./exit.js";
import { verdictTables } from "../questions/tables/verdict-tables.js";
import type { Io } from "./io.js";
import type { ReplayOptions } from "./replay-options.js";
import type { TableFormat } from "../report/sql/dialect.js";
import type { Tally } from "../questions/replay/tally.js";
import type { Work } from "../base/limits/work.js";

/** What is written, and where. */
export interface SqlWriting extends ScriptQuestion {
  readonly folder: string;
  readonly format: TableFormat;
}

/** Options of `anp replay` that `--sql` has no use for: it reads no log, and compares nothing. */
const WITHOUT = ["shard", "merge", "engine", "threads", "output"] as const;

/**
 * What `--sql` asks for; undefined without it.
 * @throws {UsageError}
 */
export function sqlWritingIn(
  { sql, table, outDir, tables, format, ...others }: ReplayOptions,
  flows: readonly string[],
): SqlWriting | undefined {
  if (sql === undefined) {
    const needing =
      table !== undefined
        ? "--table"
        : outDir !== undefined
          ? "--out-dir"
          : tables !== undefined
            ? "--tables"
            : undefined;
    if (needing !== undefined) throw new UsageError(`${needing} needs --sql`);
    return undefined;
  }
  const unused = WITHOUT.find((each) => others[each] !== undefined);
  if (unused !== undefined) throw new UsageError(`--sql and --${unused} can't be combined`);
  if (!others.failOn.includes("never"))
    throw new UsageError("--sql compares nothing: --fail-on has nothing to fail on");
  if (flows.length > 0) throw new UsageError("--sql reads no logs: the query does", "leave the files out");
  if (table === undefined) throw new UsageError("--sql needs --table", "name the table that holds the log");
  if (outDir === undefined) throw new UsageError("--sql needs --out-dir", "name the folder to write to");
  const shape = LOG_SHAPES.find((each) => each === format);
  if (shape === undefined)
    throw new UsageError(
      format === undefined ? "--sql needs --format" : `no table has the shape of ${format}`,
      `say what shape the table has: ${LOG_SHAPES.join(", ")}`,
    );
  return { dialect: sql, log: partsOf(table), shape, folder: outDir, format: tables ?? "parquet" };
}

/** A name is written into queries: nothing but letters, digits, `_` and `-` is. */
function partsOf(table: string): readonly string[] {
  const parts = table.split(".");
  if (parts.length > 3 || !parts.every((each) => /^[A-Za-z_][A-Za-z0-9_-]{0,127}$/.test(each)))
    throw new UsageError(
      `invalid --table ${JSON.stringify(table)}`,
      "up to three parts with dots between, each of letters, digits, _ and -: flows, logs.flows",
    );
  return parts;
}

/**
 * Writes the query, and the tables that it joins with a log.
 * @throws {UsageError | OutputError} where a file has no place
 */
export async function writeSql(
  tally: Tally,
  writing: SqlWriting,
  met: readonly { readonly name: string }[],
  work: Work,
  io: Io,
): Promise<void> {
  const { folder, format } = writing;
  const verdicts = verdictTables(tally, work);
  const tables = allTables(verdicts);
  const { parquetOf } = await import("../report/sql/parquet.js");
  const files: readonly (readonly [name: string, pieces: Iterable<string> | Uint8Array])[] = [
    ["query.sql", [queryScript(writing, verdicts)]],
    ["tables.sql", [tableScript(writing, tables, format)]],
    ...tables.map((each) => {
      const pieces = format === "parquet" ? parquetOf(each) : csvOf(each);
      return [`${each.name}.${format}`, pieces] as const;
    }),
  ];
  keepInputs(
    files.map(([name]) => ({ file: join(folder, name) })),
    met,
    io,
  );
  const staged: (readonly [string, StagedFile])[] = [];
  try {
    for (const [name, pieces] of files) {
      const file = join(folder, name);
      staged.push([file, stageBelow({ folder, names: [name], file, pieces }, { cwd: io.cwd() })]);
    }
  } catch (error) {
    for (const [, each] of staged) each.discard();
    throw error;
  }
  commitAll(staged);
  const rows = tables.reduce((sum, each) => sum + each.rows.length, 0);
  io.stderr.write(
    `${defuse(`wrote ${encode(folder)}: query.sql, tables.sql and ${count(tables.length, "table", "tables")} of ${count(rows, "row", "rows")}`)}\n`,
  );
}
