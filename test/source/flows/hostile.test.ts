import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { LOG_FORMATS } from "../../../src/source/flows/formats.js";
import { lineOf, readLog, type ReadEntry } from "./read.js";
import { check, Mismatch } from "../../properties/run.js";
import { told } from "./told.js";
import type { FlowRecord } from "../../../src/source/flows/record.js";

vi.setConfig({ testTimeout: 300_000 });

/** Logs with all that a reader may meet, by format. */
const LOGS = LOG_FORMATS.map((format) => ({
  format,
  lines: readFileSync(`test/source/flows/logs/${format.id}.log`, "utf8").trimEnd().split("\n"),
}));

/** What is put in the place of a value, or anywhere. */
const POISON = [
  "99999999999999999999999999",
  "-1",
  "1e999",
  "0.5",
  "65536",
  '"65536"',
  "null",
  "true",
  "[]",
  "{}",
  '[[[[["x"]]]]]',
  "[".repeat(3000),
  '{"a":'.repeat(2000),
  '"__proto__":{"flow":1}',
  '"\\u0000\\ud800"',
  '"\u202e\u2066evil"',
  "\u0000",
  "\uFFFD",
  "\u2028",
  ",,,,,",
  "|||",
  ":::",
  "<nil>",
  " src= dst= ",
  "999.999.999.999",
  "::ffff:1.2.3.4%eth0",
];

interface Spoilt {
  readonly log: (typeof LOGS)[number];
  readonly lines: readonly string[];
}

const ATTACK = fc.record({
  line: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 40 }),
  how: fc.constantFrom("cut", "poison", "value", "double", "swap", "byte"),
  poison: fc.constantFrom(...POISON),
  byte: fc.nat({ max: 255 }),
});

const SPOILT: fc.Arbitrary<Spoilt> = fc
  .record({ log: fc.constantFrom(...LOGS), attacks: fc.array(ATTACK, { minLength: 1, maxLength: 4 }) })
  .map(({ log, attacks }) => {
    const lines = [...log.lines];
    for (const attack of attacks) {
      const i = attack.line % lines.length;
      lines[i] = spoil(lines[i] ?? "", attack);
    }
    return { log, lines };
  });

function spoil(
  line: string,
  { at, length, how, poison, byte }: typeof ATTACK extends fc.Arbitrary<infer A> ? A : never,
): string {
  const place = Math.floor(at * line.length);
  const [before, after] = [line.slice(0, place), line.slice(place)];
  switch (how) {
    case "cut":
      return before;
    case "poison":
      return before + poison + after.slice(length);
    case "value":
      // The value of the next key of JSON, or the next word.
      return before + after.replace(/:\s*("[^"]*"|[\w.]+)|=[^, ]*|,[^,]*/, (found) => `${found[0]}${poison}`);
    case "double":
      return before + after.replace(/"\w+":/, (found) => `${found}${poison},${found}`);
    case "swap":
      return after + before;
    case "byte":
      return before + String.fromCharCode(byte) + after.slice(1);
  }
}

/** How many things a log has at most: a line may be two records. */
function expectSane(entries: readonly ReadEntry[], lines: readonly string[]): void {
  if (entries.length < lines.length / 2)
    throw new Mismatch(`${entries.length} entries of ${lines.length} lines`);
  for (const entry of entries) if ("record" in entry) expectInRange(entry.record, told(entry));
}

function expectInRange(record: FlowRecord, text: string): void {
  const { port, sourcePort, count, first, last, icmp, protocolNumber } = record;
  const isFine =
    [port, sourcePort].every(
      (each) => each === undefined || (Number.isInteger(each) && each >= 0 && each <= 65_535),
    ) &&
    Number.isSafeInteger(count) &&
    count >= 1 &&
    [first, last].every((each) => each === undefined || (Number.isFinite(each) && each >= 0)) &&
    (icmp === undefined || (icmp.type >= 0 && icmp.type <= 255)) &&
    (protocolNumber === undefined || (protocolNumber >= 0 && protocolNumber <= 255)) &&
    (record.cause === undefined) === (record.seen === "allowed" || record.seen === "none");
  if (!isFine) throw new Mismatch(`out of range: ${text}`);
}

it("a spoilt line is a record within its ranges, skipped or bad, and never thrown", async () => {
  await check({
    name: "spoilt logs",
    arbitrary: SPOILT,
    runs: 20_000,
    holds: ({ log, lines }) => {
      expectSane(readLog(log.format, lines.join("\n")), lines);
    },
    show: ({ log, lines }) => `${log.format.id}\n${lines.join("\n")}`,
  });
});

it.each(LOGS.map((log) => [log.format.id, log] as const))(
  "%s is cut at every byte",
  (_id, { format, lines }) => {
    for (const line of lines)
      for (let end = 0; end < line.length; end++) {
        const [entry, ...others] = readLog(format, line.slice(0, end));
        expect(entry === undefined && others.length === 0 ? line.slice(0, end) : "").toBe("");
      }
  },
);

it("no format claims what is none, whatever it is", () => {
  for (const poison of [...POISON, "", " ", "{", "null", "[1]", '{"a":1}', "hello world", "a,b,c"])
    expect(LOG_FORMATS.filter((format) => readLogDetects(format, poison)).map(({ id }) => id)).toEqual([]);
});

function readLogDetects(format: (typeof LOG_FORMATS)[number], text: string): boolean {
  return format.detects(lineOf(text));
}
