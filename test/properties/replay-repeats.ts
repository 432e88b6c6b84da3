import { check, Mismatch } from "./run.js";
import { describe, scenario } from "./generate/scenario.js";
import { load, requireAccepted } from "./program.js";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";
import { LogParser, type LogTaker } from "../../src/source/flows/log-parser.js";
import { logsOf, piecesIn, valuesOf } from "./replay-threads.js";
import { Random } from "./generate/random.js";
import { REFERENCE } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";
import { Tally } from "../../src/questions/replay/tally.js";
import { Timeline } from "../../src/questions/replay/state.js";

/** What a run has met. */
export interface CountedRepeats {
  /** Calls with a record, where each is told by itself, and where readers count. */
  single: number;
  counted: number;
}

/** Logs of all formats, each record told by itself as a whole, and with those that repeat counted by the reader. */
export async function checkRepeats(runs: number): Promise<CountedRepeats> {
  const counts: CountedRepeats = { single: 0, counted: 0 };
  await check({
    name: "recorded traffic that repeats",
    arbitrary: scenario,
    runs,
    part: 881,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const { cluster } = loaded;
      const timeline = new Timeline([{ name: "now", cluster, profile: REFERENCE, taken: undefined }]);
      const random = new Random(made.spelling + 17);
      const logs = logsOf(made).map((bytes) => inOtherOrder(withOtherNumbers(bytes, random), random));
      for (const [i, log] of logs.entries()) {
        const [one, counted] = [new Tally(timeline), new Tally(timeline)];
        // Two logs of one tally, the second of which has the lines of the first: read before it in every other case.
        const files = random.happens(1, 2) ? [0, 1] : [1, 0];
        const other = log.subarray(Math.floor(log.length / 3));
        for (const file of files) {
          const bytes = file === 0 ? log : other;
          read(
            bytes,
            random,
            tellerOf(one, file, () => counts.single++),
          );
          read(
            bytes,
            random,
            countingTeller(counted, file, () => counts.counted++),
          );
        }
        const [expected, found] = [valuesOf(one), valuesOf(counted)];
        const at = expected.findIndex((each, n) => each !== found[n]);
        if (at !== -1 || expected.length !== found.length)
          throw new Mismatch(`log ${i}, one by one: ${expected[at]}\nby the reader: ${found[at]}`);
      }
    },
    smaller,
    show: describe,
  });
  return counts;
}

/** Lines that are alike but for some of their digits: times, counts and ports above all. */
function withOtherNumbers(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.map((byte, at) => {
    const isInside = isDigit(bytes[at - 1]) && isDigit(byte);
    return isInside && random.happens(1, 80) ? 0x30 + random.below(10) : byte;
  });
}

/** Some lines of JSON with their keys in another order, which mean the same. */
function inOtherOrder(bytes: Uint8Array, random: Random): Uint8Array {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  const others = lines.map((line) => {
    if (!random.happens(1, 4)) return line;
    try {
      return JSON.stringify(shuffled(JSON.parse(line), random));
    } catch {
      return line;
    }
  });
  return Buffer.from(others.join("\n"), "latin1");
}

function shuffled(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => shuffled(each, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    random.shuffled(Object.entries(value)).map(([key, own]) => [key, shuffled(own, random)]),
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function read(bytes: Uint8Array, random: Random, taker: LogTaker): void {
  const parser = new LogParser(LOG_FORMATS, taker);
  for (const piece of random.happens(1, 2) ? [bytes] : piecesIn(bytes, random)) parser.push(piece);
  parser.end();
}

function tellerOf(tally: Tally, file: number, called: () => void): LogTaker {
  return {
    record: (record, line) => {
      called();
      tally.record(record, { file, line });
    },
    skip: (reason) => tally.skip(reason),
    bad: (fault, line) => tally.bad(fault, { file, line }),
    lost: (events) => tally.lost(events),
  };
}

function countingTeller(tally: Tally, file: number, called: () => void): LogTaker {
  return {
    ...tellerOf(tally, file, called),
    alike: tally.alike,
    repeated: (record, line) => {
      called();
      return tally.repeated(record, file, line);
    },
  };
}
