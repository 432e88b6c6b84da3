import { createHash } from "node:crypto";
import { LineCutter } from "../source/flows/line-cutter.js";
import { LOG_FORMATS } from "../source/flows/formats.js";
import { LogParser } from "../source/flows/log-parser.js";
import { logStream, type LogStreamOptions } from "../input/log-stream.js";
import { LogStreamError } from "../input/log-stream-error.js";
import { STANDARD_INPUT } from "./sources.js";
import { tallyInThreads } from "./replay-threads.js";
import { tallyIdentity } from "../questions/replay/identity.js";
import { TallyReader, type TallyProblem } from "../questions/replay/read-tally.js";
import { UsageError } from "./exit.js";
import { wholeNumber } from "./limits.js";
import type { Io } from "./io.js";
import type { LogFormat } from "../source/flows/reader.js";
import type { ReplayedLog } from "../report/replay-report.js";
import type { ReplayOptions } from "./replay-options.js";
import type { Tally } from "../questions/replay/tally.js";
import { tallyValues, type TalliedLog, type TallyShard } from "../questions/replay/tally-text.js";

type LogOptions = Pick<ReplayOptions, "format" | "maxUnpacked" | "stdinFilename" | "threads">;

/**
 * Counts what some logs have. A log that can't be read to its end says so, and what came before counts.
 * @throws {UsageError} for a log that isn't there
 */
export async function tallyLogs(
  tally: Tally,
  paths: readonly string[],
  options: LogOptions,
  io: Io,
  shard?: TallyShard,
): Promise<readonly ReplayedLog[]> {
  failForStandardInput(paths);
  const threads = shard === undefined ? threadsIn(options) : 1;
  const formats = LOG_FORMATS.filter(({ id }) => options.format === undefined || id === options.format);
  const logs: ReplayedLog[] = [];
  for (const [file, path] of paths.entries()) {
    const parser = new LogParser(
      formats,
      {
        record: (record, line) => tally.record(record, { file, line }),
        alike: tally.alike,
        repeated: (record, line) => tally.repeated(record, file, line),
        skip: (reason) => tally.skip(reason),
        bad: (fault, line) => tally.bad(fault, { file, line }),
        lost: (events) => tally.lost(events),
      },
      shard === undefined ? undefined : { ...shard, stream: file },
    );
    const name = nameOf(path, options);
    const before = tally.counts.records;
    let read = 0;
    const told = (bytes: number): void => {
      read += bytes;
      io.tell?.(`reading: ${Math.round(read / 1e6)} MB of logs`);
    };
    const broken = await orBroken(path, async () => {
      const log = { path, cwd: io.cwd(), number: file, tally, parser, told };
      if (await tallyInThreads(log, threads)) return;
      for await (const piece of logStream(path, streamOptions(options, io))) {
        parser.push(piece);
        told(piece.length);
      }
    });
    parser.end();
    const isWithoutRecords = shard === undefined && tally.counts.records === before;
    logs.push({ ...logOf(name, parser.format, broken), ...(isWithoutRecords ? { isWithoutRecords } : {}) });
  }
  return logs;
}

/** The values of a tally, with what it was counted with. */
export function tallyLines(
  tally: Tally,
  logs: readonly ReplayedLog[],
  shard: TallyShard,
): ReturnType<typeof tallyValues> {
  return tallyValues(tally, logs, shard, tallyIdentity(tally, sha256Of));
}

function sha256Of(pieces: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const each of pieces) hash.update(each);
  return hash.digest("hex");
}

function logOf(name: string, format: LogFormat | undefined, broken: string | undefined): ReplayedLog {
  return { name, format: format?.id, lacks: format?.lacks ?? [], broken };
}

/**
 * Adds the tallies of shards.
 * @throws {UsageError} for what is no tally of these states, and where one is missing or there twice
 */
export async function mergeTallies(
  tally: Tally,
  paths: readonly string[],
  options: LogOptions,
  io: Io,
): Promise<readonly ReplayedLog[]> {
  failForStandardInput(paths);
  let logs: readonly TalliedLog[] | undefined;
  const shards: { readonly shard: TallyShard; readonly name: string }[] = [];
  const identity = tallyIdentity(tally, sha256Of);
  for (const path of paths) {
    const name = nameOf(path, options);
    const reader = new TallyReader(tally, identity);
    const cutter = new LineCutter({
      line: (line) => {
        const read = reader.read(line.text(), logs);
        if (!read.ok) throw new UsageError(`${name}: ${problemOf(read.problem)}`);
      },
      tooLong: (number) => {
        throw new UsageError(`${name}: ${problemOf({ code: "not-a-tally", line: number })}`);
      },
    });
    const broken = await orBroken(path, async () => {
      for await (const piece of logStream(path, streamOptions(options, io))) cutter.push(piece);
    });
    if (broken !== undefined) throw new UsageError(`${name}: ${broken}`);
    cutter.end();
    const { head } = reader;
    if (head === undefined) throw new UsageError(`${name}: ${problemOf({ code: "not-a-tally", line: 1 })}`);
    if (!reader.isWhole) throw new UsageError(`${name}: ${problemOf({ code: "cut" })}`);
    logs = mergedLogs(logs, head.logs);
    shards.push({ shard: head.shard, name });
  }
  failForShards(shards);
  return (logs ?? []).map(({ name, format, broken }) => ({
    ...logOf(
      name,
      LOG_FORMATS.find(({ id }) => id === format),
      broken,
    ),
    format,
  }));
}

/** Whichever shard has met a fault. */
function mergedLogs(
  before: readonly TalliedLog[] | undefined,
  own: readonly TalliedLog[],
): readonly TalliedLog[] {
  return own.map((log, i) => ({
    ...log,
    format: before?.[i]?.format ?? log.format,
    broken: before?.[i]?.broken ?? log.broken,
  }));
}

function failForShards(shards: readonly { readonly shard: TallyShard; readonly name: string }[]): void {
  const [first] = shards;
  if (first === undefined) return;
  const { count } = first.shard;
  const byIndex = new Map<number, string>();
  for (const { shard, name } of shards) {
    if (shard.count !== count)
      throw new UsageError(`${name} is one of ${shard.count} shards, ${first.name} one of ${count}`);
    const other = byIndex.get(shard.index);
    if (other !== undefined)
      throw new UsageError(`${other} and ${name} are both shard ${shard.index} of ${count}`);
    byIndex.set(shard.index, name);
  }
  for (let i = 0; i < count; i++)
    if (!byIndex.has(i))
      throw new UsageError(`shard ${i} of ${count} is missing`, "--merge needs all of them");
}

function problemOf(problem: TallyProblem): string {
  switch (problem.code) {
    case "not-a-tally":
      return `line ${problem.line} is not of a tally${problem.field === undefined ? "" : ` (${problem.field})`}`;
    case "cut":
      return "the tally was cut: count that shard again";
    case "unknown-version":
      return "a tally of another version of anp";
    case "other-cluster":
      return "counted with another cluster, change or facts: give --merge the same --snapshot, -f and options";
    case "other-logs":
      return "counted from other logs than the shards before";
  }
}

/** @returns what ended reading a log before its end */
async function orBroken(path: string, read: () => Promise<void>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (!(error instanceof LogStreamError)) throw error;
    if (error.isMissing)
      throw new UsageError(`${path}: ${error.message}`, "paths are relative to the current folder");
    return error.message;
  }
}

/** @throws {UsageError} */
function threadsIn({ threads }: LogOptions): number {
  if (threads === undefined) return 1;
  const count = wholeNumber(threads, "--threads");
  if (count < 1 || count > MOST_THREADS)
    throw new UsageError(`--threads takes 1 to ${MOST_THREADS}, not ${threads}`);
  return count;
}

/** Each has memory of its own. */
const MOST_THREADS = 64;

function streamOptions({ maxUnpacked }: LogOptions, io: Io): LogStreamOptions {
  return { cwd: io.cwd(), stdin: io.stdin, mostUnpacked: wholeNumber(maxUnpacked, "--max-unpacked") };
}

function nameOf(path: string, { stdinFilename }: LogOptions): string {
  return path === "-" ? (stdinFilename ?? STANDARD_INPUT) : path;
}

function failForStandardInput(paths: readonly string[]): void {
  if (paths.filter((path) => path === "-").length > 1)
    throw new UsageError("standard input can be read only once");
}
