import { allTables } from "../report/sql/answers-table.js";
import { addressOfText } from "../questions/tables/address-text.js";
import { DIALECTS } from "../report/sql/dialects.js";
import { fillTable, openDuckDb, sqlText } from "./duckdb.js";
import { judgedQuery } from "../report/sql/query.js";
import { logBeginning } from "../input/log-stream.js";
import { LogStreamError } from "../input/log-stream-error.js";
import { NOT_JUDGED } from "../questions/replay/outcome.js";
import { resolve } from "node:path";
import { SHAPES } from "../report/sql/log-shapes.js";
import { UsageError } from "./exit.js";
import { verdictTables, type VerdictTables } from "../questions/tables/verdict-tables.js";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Family } from "../base/net/address.js";
import type { Io } from "./io.js";
import type { LogShape } from "../report/sql/log-shape.js";
import type { Protocol } from "../base/net/traffic.js";
import type { ReplayedLog } from "../report/replay-report.js";
import type { RecordedPoint } from "../source/flows/record.js";
import { earliest, latest } from "../questions/replay/counting.js";
import type { ComparedFate } from "../questions/replay/tally-group.js";
import type { Tally } from "../questions/replay/tally.js";
import type { Work } from "../base/limits/work.js";

/** A kind of flow as the query counts it. */
export interface JudgedRow {
  readonly from_end: number;
  readonly to_end: number;
  readonly is_self: number;
  readonly family: Family | "none";
  readonly protocol: Protocol | "none";
  readonly lo_port: number;
  readonly hi_port: number;
  readonly point: RecordedPoint;
  readonly fate: ComparedFate;
  readonly n: number;
  readonly t0: number | null;
  readonly t1: number | null;
  readonly from_sample: string | null;
  readonly to_sample: string | null;
  readonly from_label: string;
  readonly to_label: string;
  readonly answer: number;
  readonly outcome: string;
  readonly not_judged: string;
  readonly verdict: string;
  readonly decided_by: string;
}

/** What the query has counted of some logs. */
export interface JudgedLogs {
  readonly tables: VerdictTables;
  readonly logs: readonly (ReplayedLog & { readonly rows: readonly JudgedRow[] })[];
}

/**
 * Counts what some logs have with DuckDB, by the query that `--sql duckdb` writes.
 * @throws {UsageError} as {@link judgeWithDuckDb}
 */
export async function tallyWithDuckDb(
  tally: Tally,
  paths: readonly string[],
  options: DuckDbOptions,
  io: Io,
): Promise<readonly ReplayedLog[]> {
  const judged = await judgeWithDuckDb(tally, paths, options, io);
  addJudged(tally, judged);
  return judged.logs;
}

/** Adds what the query has counted to a tally of the same states. */
export function addJudged(tally: Tally, { logs, tables }: JudgedLogs): void {
  for (const [file, { rows }] of logs.entries()) for (const row of rows) addRow(tally, row, tables, file);
}

/** What else is said of the logs. */
export interface DuckDbOptions {
  /** The shape of the logs; by default that of their columns. */
  readonly format: string | undefined;
  /** Bytes that a packed log may unpack to. */
  readonly mostUnpacked: number;
  /** What working out the tables may take. */
  readonly work: Work | undefined;
}

/** @throws {UsageError} for a log that isn't there, or that DuckDB can't read whole */
export async function judgeWithDuckDb(
  tally: Tally,
  paths: readonly string[],
  { format, mostUnpacked, work }: DuckDbOptions,
  io: Pick<Io, "cwd" | "tell">,
): Promise<JudgedLogs> {
  const files = paths.map((path) => resolve(io.cwd(), path));
  for (const [i, path] of paths.entries()) failForPath(path, files[i] ?? "");
  const tables = verdictTables(tally, work);
  const connection = await openDuckDb(files);
  try {
    for (const table of allTables(tables)) await fillTable(connection, `anp_${table.name}`, table);
    const logs: JudgedLogs["logs"][number][] = [];
    for (const [file, path] of paths.entries()) {
      io.tell?.(`reading: ${path}`);
      const log = await fileCall(connection, path, files[file] ?? "", {
        format,
        mostUnpacked,
        cwd: io.cwd(),
      });
      const rows = await judgedRows(connection, log, tables, path);
      logs.push({ name: path, format: log.shape.id, lacks: [], broken: undefined, rows });
    }
    return { tables, logs };
  } finally {
    connection.closeSync();
  }
}

/** DuckDB would take such names for patterns, or for what it fetches. */
function failForPath(path: string, file: string): void {
  if (path === "-") throw new UsageError("--engine duckdb reads files, not standard input");
  if (/[*?[\]{}]/.test(file))
    throw new UsageError(
      `${path}: DuckDB reads *, ?, [ and { of a name as a pattern`,
      "rename it or its folder",
    );
}

/** A log as a call that reads it. */
interface FileCall {
  readonly shape: LogShape;
  readonly call: string;
  readonly hasLost: boolean;
}

async function fileCall(
  connection: DuckDBConnection,
  path: string,
  file: string,
  { format, mostUnpacked, cwd }: Pick<DuckDbOptions, "format" | "mostUnpacked"> & { readonly cwd: string },
): Promise<FileCall> {
  const { kind, isPacked } = await kindOf(path, cwd, mostUnpacked);
  const name = sqlText(file);
  if (kind === "parquet") await failForLongParquet(connection, path, name, mostUnpacked);
  const packed = isPacked ? ", compression = 'gzip'" : "";
  const reading = (types: string): string =>
    kind === "parquet"
      ? `read_parquet(${name}, hive_partitioning = false)`
      : kind === "json"
        ? `read_json(${name}, format = 'newline_delimited', hive_partitioning = false${packed}${types})`
        : `read_csv(${name}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', hive_partitioning = false${packed})`;
  const described = await read(connection, `DESCRIBE SELECT * FROM ${reading("")}`, path);
  const columns = new Map(described.map((each) => [String(each["column_name"]).toLowerCase(), each]));
  const has = (column: string): boolean => columns.has(column.toLowerCase());
  const shape = Object.values(SHAPES).find(({ id, columns: own }) =>
    format === undefined ? own.filter(has).length >= Math.min(own.length, 4) : id === format,
  );
  if (shape === undefined || !shape.columns.some(has))
    throw new UsageError(
      `${path} has none of the tables' shapes that --engine duckdb reads`,
      `their columns are in docs/scale.md; without --engine other logs are read`,
    );
  const { lostColumn } = shape;
  const hasLost = lostColumn !== undefined && (kind === "json" || has(lostColumn));
  const wanted = [...shape.columns, ...(hasLost ? [lostColumn] : [])];
  const typeOf = (column: string): string => shape.types[column] ?? "VARCHAR";
  const declared = wanted
    .filter((each) => has(each) || each === lostColumn)
    .map((each) => `${sqlText(each)}: ${sqlText(typeOf(each))}`);
  const source = reading(kind === "json" ? `, columns = {${declared.join(", ")}}` : "");
  // What a file doesn't have is what its log doesn't say.
  const selected = wanted.map((each) => {
    const isThere = has(each) || (kind === "json" && each === lostColumn);
    const value = isThere ? `"${each}"` : "NULL";
    return kind === "json" && isThere ? value : `CAST(${value} AS ${typeOf(each)}) AS "${each}"`;
  });
  return { shape, hasLost, call: `(SELECT ${selected.join(", ")} FROM ${source})` };
}

async function kindOf(
  path: string,
  cwd: string,
  mostUnpacked: number,
): Promise<{ readonly kind: "parquet" | "json" | "csv"; readonly isPacked: boolean }> {
  try {
    const { bytes, isPacked } = await logBeginning(path, { cwd, mostUnpacked });
    if (bytes === undefined) throw new UsageError(`${path} is empty`);
    const text = Buffer.from(bytes.subarray(0, 1000)).toString("latin1");
    if (text.startsWith("PAR1") && !isPacked) return { kind: "parquet", isPacked };
    return { kind: text.trimStart().startsWith("{") ? "json" : "csv", isPacked };
  } catch (error) {
    if (!(error instanceof LogStreamError)) throw error;
    const hint = error.isMissing
      ? "paths are relative to the current folder"
      : "without --engine, what comes before counts";
    throw new UsageError(`${path}: ${error.message}`, hint);
  }
}

/** Parquet says in its footer how long its columns are. @throws {UsageError} for too much */
async function failForLongParquet(
  connection: DuckDBConnection,
  path: string,
  name: string,
  mostUnpacked: number,
): Promise<void> {
  const sql = `SELECT COALESCE(SUM(total_uncompressed_size), 0) AS bytes FROM parquet_metadata(${name})`;
  const [row] = await read(connection, sql, path);
  if (!(Number(row?.["bytes"]) <= mostUnpacked))
    throw new UsageError(`${path}: unpacks to more than ${mostUnpacked} bytes`);
}

/** The query's rows for a log. */
async function judgedRows(
  connection: DuckDBConnection,
  { shape, hasLost, call }: FileCall,
  times: VerdictTables,
  path: string,
): Promise<readonly JudgedRow[]> {
  const dialect = DIALECTS.duckdb;
  const sql = judgedQuery({ dialect, shape, hasLost, log: call, table: (name) => `anp_${name}`, times });
  return (await read(connection, sql, path)) as unknown as readonly JudgedRow[];
}

async function read(
  connection: DuckDBConnection,
  sql: string,
  path: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  try {
    const reader = await connection.runAndReadAll(sql);
    // Sums are wide integers; every count of ours is a number.
    return reader
      .getRowObjectsJS()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, typeof value === "bigint" ? Number(value) : value]),
        ),
      );
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    throw new UsageError(
      `${path}: DuckDB can't read it: ${first}`,
      "without --engine, what can't be read is counted",
    );
  }
}

/** Adds what the query has counted as the reader of logs does it; which lines they were, it doesn't know. */
function addRow(tally: Tally, row: JudgedRow, { ends }: VerdictTables, file: number): void {
  const { n, t0, t1, fate, point } = row;
  const place = { file, line: 0 };
  const { counts } = tally;
  if (row.not_judged === "bad-line") {
    tally.bad({ code: "not-this-format" }, place, n);
    return;
  }
  if (row.not_judged === "lost-events") {
    counts.lost += n;
    return;
  }
  counts.records += n;
  counts.first = earliest(counts.first, t0 ?? undefined);
  counts.last = latest(counts.last, t1 ?? undefined);
  const kind = `${fate === "dropped-somehow" ? "dropped" : fate} ${point}`;
  counts.seen.set(kind, (counts.seen.get(kind) ?? 0) + n);
  const from = ends.get(row.from_end - 1);
  const to = ends.get(row.to_end - 1);
  const reason = NOT_JUDGED.find((each) => each === row.not_judged);
  if (from === undefined || to === undefined) {
    if (reason === undefined) throw new Error(`invariant: ${row.not_judged} is why a record isn't compared`);
    tally.unjudged(reason, n, place);
    return;
  }
  const isAdded = tally.add({
    from,
    to,
    protocol: row.protocol === "none" ? undefined : row.protocol,
    ports: row.protocol === "none" ? undefined : [row.lo_port, row.hi_port],
    family: row.family === "none" ? undefined : row.family,
    point,
    fate,
    isSelf: row.is_self === 1,
    count: n,
    first: t0 ?? undefined,
    last: t1 ?? undefined,
    place,
    sample: { from: sampleOf(row.from_sample), to: sampleOf(row.to_sample) },
    named: undefined,
  });
  if (!isAdded) tally.unjudged("too-many", n, place);
}

function sampleOf(text: string | null): ReturnType<typeof addressOfText> | undefined {
  return text === null || !/^[46]/.test(text) ? undefined : addressOfText(text);
}
