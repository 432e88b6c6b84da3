import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { check, Mismatch } from "../../properties/run.js";
import { JsonFields, type FieldTree } from "../../../src/source/flows/json-fields.js";
import { lineOf } from "./read.js";
import type { LogLine } from "../../../src/source/flows/reader.js";

vi.setConfig({ testTimeout: 300_000 });

const TREE: FieldTree = {
  flow: { verdict: true, IP: { source: true }, labels: true, n: true },
  verdict: true,
  end: true,
};

/** What `JSON.parse` says of the fields of a tree; undefined where it is no object. */
function expected(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? pruned(value, TREE) : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pruned(value: Readonly<Record<string, unknown>>, tree: FieldTree): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, below] of Object.entries(tree)) {
    if (!Object.hasOwn(value, name)) continue;
    const inner = value[name];
    kept[name] = below !== true && isObject(inner) ? pruned(inner, below) : inner;
  }
  return kept;
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

describe("fields of a line", () => {
  it("are what JSON.parse says, line after line in one buffer", async () => {
    // One for all lines: what it keeps of one must not change another.
    const fields = new JsonFields(TREE);
    const buffer = Buffer.alloc(1 << 16);
    let objects = 0;
    await check({
      name: "fields of hostile lines",
      arbitrary: fc.array(LINE, { minLength: 1, maxLength: 4 }),
      runs: 20_000,
      holds: (lines) => {
        for (const bytes of [...lines, ...lines]) {
          const line = lineIn(buffer, bytes);
          const object = fields.read(line);
          const found = object === undefined ? undefined : pruned({ ...object }, TREE);
          const wanted = expected(line.text());
          objects += found === undefined ? 0 : 1;
          if (!Object.is(JSON.stringify(found), JSON.stringify(wanted)))
            throw new Mismatch(`${JSON.stringify(found)}\nnot ${JSON.stringify(wanted)}`);
          expect(found).toEqual(wanted);
        }
      },
      show: (lines) => lines.map((bytes) => new TextDecoder().decode(bytes)).join("\n"),
    });
    expect(objects).toBeGreaterThan(10);
  });

  it.each([
    ["the last of several keys", '{"verdict":1,"verdict":2}', { verdict: 2 }],
    ["an object after one of the same key", '{"flow":{"verdict":1},"flow":{"n":2}}', { flow: { n: 2 } }],
    [
      "a label that looks like a field",
      '{"flow":{"labels":["\\"verdict\\":\\"DROPPED\\"}"],"n":1}}',
      { flow: { labels: ['"verdict":"DROPPED"}'], n: 1 } },
    ],
    ["a key with an escape", '{"\\u0065nd":3}', { end: 3 }],
    ["minus zero", '{"end":-0}', { end: -0 }],
    ["a value in the place of an object", '{"flow":[{"verdict":1}]}', { flow: [{ verdict: 1 }] }],
  ])("%s", (_what, text, wanted) => {
    expect(pruned({ ...new JsonFields(TREE).read(lineOf(text)) }, TREE)).toEqual(wanted);
  });

  it("gives lines that repeat a part the same object, wherever it stands", () => {
    const fields = new JsonFields(TREE);
    const part = `["k8s:app=web","k8s:team=${"x".repeat(200)}"]`;
    const read = (text: string): unknown => pruned({ ...fields.read(lineOf(text)) }, TREE)["end"];
    const first = read(`{"end":${part}}`);
    expect(read(`{"verdict":"FORWARDED","end":${part}}`)).toBe(first);
    expect(read(`{"end":${part.replace("web", "wez")}}`)).not.toBe(first);
  });

  it("reads what is nested a hundred thousand deep, and what ends there", () => {
    const deep = "[".repeat(100_000);
    const fields = new JsonFields(TREE);
    expect(fields.read(lineOf(`{"x":${deep}`))).toBeUndefined();
    expect(fields.read(lineOf(`{"end":1,"x":${deep}${"]".repeat(100_000)}}`))).toMatchObject({ end: 1 });
  });
});
