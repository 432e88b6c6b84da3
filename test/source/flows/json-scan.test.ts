import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { check, Mismatch } from "../../properties/run.js";
import { readFileSync } from "node:fs";
import { compiledScan, TARGET } from "../../../scripts/wasm.mjs";
import { LineScan, type ScannedKeys } from "../../../src/source/flows/json-scan.js";
import { lineOf } from "./read.js";
import { nextPiece } from "../../../src/source/flows/cut-line.js";
import { SCAN_LISTS } from "../../../src/source/flows/part-scan.js";
import { readTime } from "../../../src/source/flows/time.js";
import type { LogLine } from "../../../src/source/flows/reader.js";

vi.setConfig({ testTimeout: 300_000 });

const KEYS: ScannedKeys = new Map([
  [
    "flow",
    {
      lists: ["rest"],
      within: new Map([
        ["verdict", { lists: ["rest"] }],
        ["IP", { lists: ["rest"], within: new Map([["source", { lists: ["source"] }]]) }],
        ["labels", { lists: ["source", "destination"] }],
        ["n", { lists: [], slot: 0 }],
      ]),
    },
  ],
  ["verdict", { lists: ["shared"] }],
  ["end", { lists: ["destination"] }],
  ["time", { lists: [], slot: 1 }],
  ["port", { lists: [], slot: 63, isPort: true }],
]);

function scanner(): LineScan {
  return new LineScan(KEYS);
}

/** The object that `JSON.parse` makes of a text; undefined for anything else. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is on a list, as text: values of the keys that belong there, by their paths. */
function listed(value: Record<string, unknown>, keys: ScannedKeys, list: string): string {
  const found: unknown[] = [];
  const visit = (object: Record<string, unknown>, wanted: ScannedKeys, path: string): void => {
    for (const [name, { lists, within }] of wanted) {
      if (!Object.hasOwn(object, name)) continue;
      const own = object[name];
      if (within !== undefined && isObject(own)) visit(own, within, `${path}.${name}`);
      else if (lists.some((each) => each === list)) found.push([path, name, own]);
    }
  };
  visit(value, keys, "");
  return JSON.stringify(found);
}

/** A line of bytes as a stream hands it on: in a Buffer that is used again. */
function lineIn(buffer: Buffer, bytes: Uint8Array): LogLine {
  buffer.fill(0x7a);
  buffer.set(bytes, 3);
  const end = 3 + bytes.length;
  return {
    bytes: buffer,
    start: 3,
    end,
    piece: nextPiece(),
    text: () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
  };
}

const KEY = fc.constantFrom(
  '"flow"',
  '"verdict"',
  '"IP"',
  '"source"',
  '"labels"',
  '"n"',
  '"end"',
  '"time"',
  '"port"',
  '"x"',
  '"\\u0066low"',
  '"flo\\u0077"',
  '"__proto__"',
  '"constructor"',
  '""',
  '"é"',
  '"fl\\"ow"',
);
const SCALAR = fc.oneof(
  fc.constantFrom(
    "0",
    "-0",
    "1e3",
    "1E+400",
    "-1.5e-7",
    "12345678901234567890",
    "443",
    "true",
    "false",
    "null",
  ),
  fc.constantFrom(
    '""',
    '"DROPPED"',
    '"a\\nb"',
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '"\u2028\u202e"',
    '"\\\\"',
    '"\\""',
    '"{\\"flow\\":{"',
    '"a:b,c]}"',
  ),
  fc.string({ maxLength: 40 }).map((text) => JSON.stringify(text)),
  // What is no JSON, though it looks like it.
  fc.constantFrom(
    "01",
    "1.",
    ".5",
    "+1",
    "-",
    "1e",
    "tru",
    "nul",
    "'a'",
    '"a\tb"',
    '"\\x"',
    '"\\u12g4"',
    "NaN",
    "",
    "[,]",
    '"open',
  ),
);
const BLANK = fc.constantFrom("", "", "", " ", "\t", "\r ", "\u00a0", "\u000b");
const { value: VALUE } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    SCALAR,
    tie("list"),
    tie("object"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
  object: fc
    .array(fc.tuple(KEY, BLANK, tie("value"), BLANK), { maxLength: 5 })
    .map((pairs) => `{${pairs.map(([key, a, value, b]) => `${key}${a}:${value}${b}`).join(",")}}`),
}));

/** Mostly objects with the keys that are read; sometimes a few bytes are others. */
const LINE = fc
  .record({
    head: KEY,
    value: VALUE,
    rest: fc.array(fc.tuple(KEY, VALUE), { maxLength: 3 }),
    spoil: fc.option(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255), cut: fc.boolean() }),
      { freq: 3 },
    ),
    tail: fc.constantFrom("", "", "", " ", "}", ",", "x"),
  })
  .map(({ head, value, rest, spoil, tail }) => {
    const pairs = [[head, value] as const, ...rest].map(([key, each]) => `${key}:${each}`);
    const bytes = new TextEncoder().encode(`{${pairs.join(",")}}${tail}`);
    if (spoil === null) return bytes;
    const at = Math.floor(spoil.at * bytes.length);
    if (spoil.cut) return bytes.slice(0, at);
    bytes[at] = spoil.byte;
    return bytes;
  });

it("says the same of a line whose keys come in another order", () => {
  const scan = scanner();
  const numbers = [
    '{"flow":{"verdict":"denied","IP":{"source":"10.0.0.1"},"n":7,"labels":["a"]},"end":"b","port":80,"verdict":"c"}',
    '{"verdict":"c","port":80,"end":"b","flow":{"labels":["a"],"n":7,"IP":{"source":"10.0.0.1"},"verdict":"denied"}}',
    '{"end":"b","flow":{"n":7,"verdict":"denied","labels":["a"],"IP":{"source":"10.0.0.1"}},"verdict":"c","port":80}',
    '{"end":"b","flow":{"n":7,"verdict":"denied","labels":["d"],"IP":{"source":"10.0.0.1"}},"verdict":"c","port":80}',
  ].map((text) => {
    expect(scan.scan(lineOf(text))).toBe(true);
    return [...scan.lists];
  });
  expect(numbers[1]).toEqual(numbers[0]);
  expect(numbers[2]).toEqual(numbers[0]);
  // Other labels are another source and another destination, and nothing else.
  const [source, destination, shared, own] = numbers[0]!;
  expect(numbers[3]).toEqual([
    expect.not.closeTo(source!, 0.5),
    expect.not.closeTo(destination!, 0.5),
    shared,
    own,
  ]);
});

describe("the scan of a line", () => {
  it("finds only what JSON.parse finds, and the same number only for the same values", async () => {
    // One for all lines: what it keeps of one must not change another.
    const scan = scanner();
    const buffer = Buffer.alloc(1 << 16);
    const values = SCAN_LISTS.map(() => new Map<number, string>());
    let scanned = 0;
    let objects = 0;
    await check({
      name: "scans of hostile lines",
      arbitrary: fc.array(LINE, { minLength: 1, maxLength: 4 }),
      runs: 40_000,
      holds: (lines) => {
        for (const bytes of [...lines, ...lines]) {
          const line = lineIn(buffer, bytes);
          const object = parsed(line.text());
          if (object !== undefined) objects++;
          if (!scan.scan(line)) continue;
          scanned++;
          if (object === undefined) throw new Mismatch("scanned, though it is no object of JSON");
          for (const [i, list] of SCAN_LISTS.entries()) {
            const wanted = listed(object, KEYS, list);
            const known = values[i]!.get(scan.lists[i]!) ?? wanted;
            values[i]!.set(scan.lists[i]!, wanted);
            if (known !== wanted) throw new Mismatch(`${wanted}\nhas the number of ${known}`);
          }
          const { flow } = object;
          expectSlot(scan, 0, isObject(flow) ? flow["n"] : undefined);
          expectSlot(scan, 1, object["time"]);
          expectSlot(scan, 63, object["port"]);
        }
      },
      show: (lines) => lines.map((bytes) => new TextDecoder().decode(bytes)).join("\n"),
    });
    expect(scanned).toBeGreaterThan(10);
    expect(objects).toBeGreaterThan(scanned);
  });

  it("reads times as readTime does", async () => {
    const scan = scanner();
    const digits = (length: number, most: number) =>
      fc.nat(most).map((value) => String(value).padStart(length, "0"));
    const times = fc
      .tuple(
        fc.oneof(digits(4, 9999), fc.integer({ min: 1965, max: 2110 }).map(String)),
        digits(2, 14),
        digits(2, 33),
        digits(2, 25),
        digits(2, 61),
        digits(2, 62),
        fc.oneof(
          fc.constant(""),
          fc.nat(9_999_999_999).map((value) => `.${value}`),
        ),
        fc.constantFrom("Z", "Z", "Z", "z", "+02:00", "-00:00", "", "ZZ"),
        fc.constantFrom("T", "T", "T", "t", " ", "_"),
      )
      .map(
        ([year, month, day, hour, minute, second, fraction, zone, t]) =>
          `${year}-${month}-${day}${t}${hour}:${minute}:${second}${fraction}${zone}`,
      );
    let read = 0;
    await check({
      name: "times in slots",
      arbitrary: times,
      runs: 100_000,
      holds: (text) => {
        const wanted = readTime(text);
        const isScanned = scan.scan(lineOf(JSON.stringify({ time: text })));
        if (!isScanned && wanted !== undefined && /^[^+]*[Zz]$/.test(text)) throw new Mismatch("left out");
        if (isScanned) read++;
        if (isScanned && scan.slots[1] !== wanted) throw new Mismatch(`${scan.slots[1]}, not ${wanted}`);
      },
    });
    expect(read).toBeGreaterThan(10);
  });

  it.each([
    ["a key that is written twice", '{"end":1,"end":1}'],
    ["a key that is written twice within", '{"flow":{"IP":{"source":"a","source":"b"}}}'],
    ["an object after one of the same key", '{"flow":{"verdict":1},"flow":{"n":2}}'],
    ["a key with an escape", '{"\\u0065nd":3}'],
    ["a fraction in a slot", '{"time":1.5}'],
    ["minus zero in a slot", '{"time":-0}'],
    ["an exponent in a slot", '{"time":1e3}'],
    ["more digits than a number has", '{"time":1234567890123456}'],
    ["a port that is none", '{"port":65536}'],
    ["a time of another zone", '{"time":"2026-11-20T12:12:18+02:00"}'],
    ["a value that is nested deeper than is worth it", `{"x":${"[".repeat(80)}${"]".repeat(80)}}`],
    ["what is nested a hundred thousand deep", `{"x":${"[".repeat(100_000)}`],
    ["a control character", '{"end":"a\u0001"}'],
    ["a NUL behind the object", '{"end":1}\u0000'],
    ["text behind the object", '{"end":1} x'],
    ["a list", '[{"end":1}]'],
    ["nothing", ""],
  ])("leaves to JSON.parse: %s", (_what, text) => {
    expect(scanner().scan(lineOf(text))).toBe(false);
  });

  it.each([
    ["a label that looks like a field", '{"flow":{"labels":["\\"verdict\\":\\"DROPPED\\"}"],"n":1}}'],
    ["keys that aren't read, written twice", '{"x":1,"x":2,"end":3}'],
    ["an escape in a key of a value", '{"end":{"\\u0065nd":1}}'],
    ["white space of JSON", ' \t\r{ "end" : [ 1 , 2 ] , "flow" : { } } \r'],
    ["bytes that are no UTF-8, which decoding replaces", '{"end":"\ufffd"}'],
    ["half of a surrogate pair", '{"end":"\\ud800"}'],
    ["a long text", `{"x":"${"é".repeat(200_000)}","end":2}`],
  ])("takes: %s", (_what, text) => {
    expect(scanner().scan(lineOf(text))).toBe(true);
  });

  it("has the same number for the same values, wherever the line stands and whatever else is in it", () => {
    const scan = scanner();
    const part = `["k8s:app=web","k8s:team=${"x".repeat(200)}"]`;
    const read = (text: string): number => {
      expect(scan.scan(lineOf(text))).toBe(true);
      return scan.lists[1]!;
    };
    const first = read(`{"end":${part}}`);
    expect(read(`{"verdict":"FORWARDED","end":${part},"x":null}`)).toBe(first);
    expect(read(`{"end":${part.replace("web", "wez")}}`)).not.toBe(first);
    expect(read(`{"end":${part.replace('x"]', 'y"]')}}`)).not.toBe(first);
    expect(read(`{"end":${part}}`)).toBe(first);
  });

  it("says when it has no more room, and begins again", () => {
    const scan = scanner();
    const text = (i: number): string => `{"end":"${"x".repeat(100_000)}${i}"}`;
    let lines = 0;
    while (scan.scan(lineOf(text(lines)))) lines++;
    expect(scan.isFull).toBe(true);
    expect(lines).toBeGreaterThan(100);
    scan.forget();
    expect(scan.isFull).toBe(false);
    expect(scan.scan(lineOf(text(0)))).toBe(true);
    expect([...scan.lists]).toEqual([0, 0, 0, 0]);
  });

  it("reads pieces that are larger than its memory", () => {
    const scan = scanner();
    const line = new TextEncoder().encode('{"end":"a","port":443}');
    const bytes = new Uint8Array(6 << 20).fill(0x20);
    bytes.set(line, 5 << 20);
    const start = 5 << 20;
    expect(scan.scan({ bytes, start, end: start + line.length, piece: nextPiece(), text: () => "" })).toBe(
      true,
    );
    expect(scan.slots[63]).toBe(443);
  });

  it("is compiled from the source that is beside it", async () => {
    expect(readFileSync(TARGET, "utf8")).toBe(await compiledScan());
  });
});

/** A slot has what the line has, or nothing where the line has nothing. */
function expectSlot({ slots }: LineScan, slot: number, value: unknown): void {
  const own = slots[slot]!;
  if (value === undefined) {
    if (!Number.isNaN(own)) throw new Mismatch(`slot ${slot} has ${own}`);
    return;
  }
  const isNumber = typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
  const wanted = isNumber ? Number(value) : readTime(String(value));
  if (own !== wanted) throw new Mismatch(`slot ${slot} has ${own}, not ${wanted}`);
}
