import { boundaryIn } from "../../src/source/flows/log-part.js";
import { check, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { load, requireAccepted } from "./program.js";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";
import { LogParser } from "../../src/source/flows/log-parser.js";
import { PartCounter, PartTeller } from "../../src/questions/replay/count-part.js";
import { Random } from "./generate/random.js";
import { readFileSync } from "node:fs";
import { REFERENCE } from "../../src/index.js";
import { smaller } from "./generate/smaller.js";
import { Tally } from "../../src/questions/replay/tally.js";
import { tallyValues } from "../../src/questions/replay/tally-text.js";
import { Timeline } from "../../src/questions/replay/state.js";
import { writtenLogs } from "./recorded-logs.js";

/** What parts of generated logs came to. */
export interface ToldParts {
  /** By format, those that another thread had counted. */
  readonly told: Map<string, number>;
  /** Those that couldn't be told: the rest of their log was read by one thread. */
  left: number;
}

/** Logs of all formats, hostile lines among them, by one thread and by parts, as other threads count them. */
export async function checkParts(runs: number): Promise<ToldParts> {
  const counts: ToldParts = { told: new Map(), left: 0 };
  await check({
    name: "recorded traffic in parts",
    arbitrary: scenario,
    runs,
    part: 880,
    holds: async (made) => {
      const loaded = await load(made);
      requireAccepted(loaded);
      const { cluster } = loaded;
      const timeline = new Timeline([{ name: "now", cluster, profile: REFERENCE, taken: undefined }]);
      for (const bytes of logsOf(made)) {
        const seed = made.spelling + bytes.length;
        const [one, parts] = [new Tally(timeline), new Tally(timeline)];
        readWhole(one, bytes);
        readInParts(parts, bytes, new Random(seed), counts);
        const [expected, found] = [valuesOf(one), valuesOf(parts)];
        const i = expected.findIndex((each, at) => each !== found[at]);
        if (i !== -1 || expected.length !== found.length)
          throw new Mismatch(`one thread: ${expected[i]}\nparts: ${found[i]}`);
      }
    },
    smaller,
    show: describe,
  });
  return counts;
}

const FIXTURES = LOG_FORMATS.map(({ id }) => readFileSync(`test/source/flows/logs/${id}.log`, "utf8"));

/** Logs of all formats of the traffic in a scenario, and those of the fixtures, with hostile lines among them. */
export function logsOf(made: Scenario): readonly Uint8Array[] {
  const random = new Random(made.spelling + 11);
  return [...writtenLogs(made, random).map(({ text }) => text), ...FIXTURES].map((text) =>
    new TextEncoder().encode(spoilt(text, random)),
  );
}

const HOSTILE = [
  "",
  "{",
  '{"flow":{',
  "cut,in,the",
  "\uFEFFno",
  "# a comment",
  "[".repeat(300),
  // Headers of other columns, for logs that have some.
  "destination_ip,source_ip,verdict,protocol,destination_port",
  "version dstaddr srcaddr srcport dstport protocol action",
  "x".repeat(2000),
  "2026-11-23T08:00:00.000000000Z stdout P {",
  "2026-11-23T08:00:00.000000000Z stdout F }",
  "2026-11-23T08:00:00.000000000Z stderr P ",
];

/** The lines several times over, in another order behind the first one, with hostile ones among them; also a header again. */
function spoilt(text: string, random: Random): string {
  const [first = "", ...others] = text.trimEnd().split("\n");
  const many = Array.from({ length: 1 + Math.ceil(150 / (others.length + 1)) }, () =>
    random.shuffled(others),
  );
  const lines = many.flat().flatMap((line) => {
    if (random.happens(1, 40)) return [HOSTILE[random.below(HOSTILE.length)]!, line];
    if (random.happens(1, 40)) return [line.slice(0, random.below(line.length + 1))];
    if (random.happens(1, 60)) return [`2026-11-23T08:00:00.000000000Z stdout F ${line}\r`];
    if (random.happens(1, 60)) {
      const middle = random.below(line.length + 1);
      const prefix = "2026-11-23T08:00:00.000000000Z stdout";
      return [`${prefix} P ${line.slice(0, middle)}`, `${prefix} F ${line.slice(middle)}`];
    }
    return random.happens(1, 150) ? [first, line] : [line];
  });
  return [first, ...lines].join("\n") + (random.happens(1, 2) ? "\n" : "");
}

function parserOf(tally: Tally): LogParser {
  return new LogParser(LOG_FORMATS, {
    record: (record, line) => tally.record(record, { file: 0, line }),
    skip: (reason) => tally.skip(reason),
    bad: (fault, line) => tally.bad(fault, { file: 0, line }),
    lost: (events) => tally.lost(events),
  });
}

function readWhole(tally: Tally, bytes: Uint8Array): void {
  const parser = parserOf(tally);
  parser.push(bytes);
  parser.end();
}

const THREADS = 3;

function readInParts(tally: Tally, bytes: Uint8Array, random: Random, counts: ToldParts): void {
  const parser = parserOf(tally);
  const boundary = (near: number): number => near + (boundaryIn(bytes.subarray(near)) ?? bytes.length - near);
  let start = boundary(Math.floor(bytes.length / 10));
  parser.push(bytes.subarray(0, start));
  const { format } = parser;
  if (format !== undefined && format.memory !== "lines") {
    const threads = Array.from({ length: THREADS - 1 }, () => ({
      counter: new PartCounter(format, parser.header, tally.folds.starts),
      teller: new PartTeller(tally),
    }));
    for (let i = 0; start < bytes.length; i++) {
      const end = boundary(Math.min(bytes.length, start + random.below(bytes.length / 5)));
      const thread = threads[(i % THREADS) - 1];
      if (thread === undefined) parser.push(bytes.subarray(start, end));
      else {
        // What is known arrives with the part that was asked for by then, and nothing is shared.
        const known = structuredClone(thread.teller.known());
        if (known !== undefined) thread.counter.know(known);
        const part = structuredClone(thread.counter.count(piecesIn(bytes.subarray(start, end), random)));
        if (!thread.teller.tell(part, 0, parser)) {
          counts.left++;
          break;
        }
        parser.pass(part.lineCount);
        counts.told.set(format.id, (counts.told.get(format.id) ?? 0) + 1);
      }
      start = end;
    }
  }
  parser.push(bytes.subarray(start));
  parser.end();
}

export function* piecesIn(bytes: Uint8Array, random: Random): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random.below(4000);
    yield bytes.slice(at, at + length);
    at += length;
  }
}

/** All that a tally has, in its order. */
export function valuesOf(tally: Tally): readonly string[] {
  const values = tallyValues(tally, [], { index: 0, count: 1 }, { states: [], changes: [] });
  return [...values].map((each) => JSON.stringify(each));
}
