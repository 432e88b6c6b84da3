import { GROUPS } from "./option-groups.js";
import { InvalidArgumentError, Option, type Command } from "commander";
import { LOG_FORMATS } from "../source/flows/formats.js";
import { UsageError } from "./exit.js";
import { SQL_DIALECTS, TABLE_FORMATS, type SqlDialect, type TableFormat } from "../report/sql/dialect.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { TallyShard } from "../questions/replay/tally-text.js";
import type { ViewOptions } from "./view.js";

/** What commander parses for `anp replay`; `failOn` is never empty. */
export interface ReplayOptions extends CommandSourceOptions, ViewOptions {
  readonly format?: string;
  readonly maxBad: string;
  readonly maxUnpacked: string;
  readonly threads?: string;
  readonly failOn: readonly ReplayFailure[];
  readonly shard?: string;
  readonly merge?: boolean;
  readonly engine?: "duckdb";
  readonly sql?: SqlDialect;
  readonly table?: string;
  readonly outDir?: string;
  readonly tables?: TableFormat;
  readonly output?: readonly string[];
}

const FAIL_ON = ["drift", "dropped", "passed", "open", "cut", "never"] as const;

/** What may fail a comparison with recorded traffic. */
export type ReplayFailure = (typeof FAIL_ON)[number];

const DEFAULT_FAIL_ON: readonly ReplayFailure[] = ["never"];

/** Bytes that packed logs unpack to where nobody says: 100 GB. */
const MOST_UNPACKED = 100_000_000_000;

/** Adds the options that say how logs are read. */
export function addLogOptions(command: Command): Command {
  command
    .optionsGroup(GROUPS.question)
    .addOption(
      new Option("--format <name>", "format of the logs (default: detected)").choices(
        LOG_FORMATS.map(({ id }) => id),
      ),
    );
  return command
    .optionsGroup(GROUPS.limits)
    .option("--max-bad <lines>", "unreadable lines of logs that are let pass; more exit 3", "0")
    .option("--max-unpacked <bytes>", "bytes that a packed log may unpack to", String(MOST_UNPACKED));
}

/** Adds the options that only `anp replay` has. */
export function addReplayOptions(command: Command): Command {
  return addLogOptions(
    command
      .optionsGroup(GROUPS.question)
      .addOption(
        new Option(
          "--fail-on <outcome>",
          "what exits 1: drift (dropped and passed), dropped, passed, open, or what -f would cut (repeatable)",
        )
          .choices(FAIL_ON)
          .argParser(collectFailures)
          .default(DEFAULT_FAIL_ON, "never"),
      )
      .option("--shard <i/n>", "only count the i-th of n parts of the logs, from 0, and print the tally")
      .option("--threads <count>", "threads to read a large uncompressed file with (default: 1)")
      .option("--merge", "merge the tallies of all shards, given as arguments, into one report")
      .addOption(
        new Option(
          "--engine <name>",
          "count with this database instead: tables of Parquet, CSV or JSON lines (needs @duckdb/node-api)",
        ).choices(["duckdb"]),
      )
      .addOption(
        new Option(
          "--sql <database>",
          "write the query that compares a table there with the policies, and the tables it joins; read no logs",
        ).choices(SQL_DIALECTS),
      )
      .option("--table <name>", "with --sql: the table that holds the log, of the shape that --format names")
      .optionsGroup(GROUPS.output)
      .option("--out-dir <folder>", "with --sql: folder for the query and its tables")
      .addOption(
        new Option("--tables <format>", "with --sql: how the tables are written (default: parquet)").choices(
          TABLE_FORMATS,
        ),
      ),
  );
}

function collectFailures(text: string, before: readonly ReplayFailure[]): readonly ReplayFailure[] {
  const named = FAIL_ON.find((each) => each === text);
  if (named === undefined) throw new InvalidArgumentError(`Allowed choices are ${FAIL_ON.join(", ")}.`);
  return before === DEFAULT_FAIL_ON ? [named] : [...before, named];
}

/** @throws {UsageError} for options that DuckDB doesn't know, and for threads where no log is read by lines */
export function failForEngine({ engine, shard, merge, threads }: ReplayOptions): void {
  const other = engine !== undefined ? "--engine" : shard !== undefined ? "--shard" : "--merge";
  if (threads !== undefined && (engine !== undefined || shard !== undefined || merge === true))
    throw new UsageError(`--threads and ${other} can't be combined`);
  if (engine === undefined) return;
  if (shard !== undefined || merge === true)
    throw new UsageError(`--engine and --${merge === true ? "merge" : "shard"} can't be combined`);
}

/** The part of the logs that is counted. @throws {UsageError} */
export function shardIn({ shard, merge }: ReplayOptions): TallyShard | undefined {
  if (shard === undefined) return undefined;
  if (merge === true) throw new UsageError("--shard counts, --merge judges: use one of them");
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(shard) ?? [];
  if (index === undefined || count === undefined || Number(index) >= Number(count))
    throw new UsageError(
      `invalid --shard ${JSON.stringify(shard)}`,
      "parts are numbered from 0: --shard 0/4 to --shard 3/4",
    );
  return { index: Number(index), count: Number(count) };
}
