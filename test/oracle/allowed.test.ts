import { compare } from "./difference.js";
import { describe, expect, it } from "vitest";
import { readingOf, type Reading } from "./reading.js";
import { STRICTER } from "./allowed.js";
import type { Answer } from "./decoder.js";

/** Kubernetes' answer: the values that it reads, with what it says of objects that it refuses. */
function reads(documents: readonly unknown[], refused: readonly string[] = []): Answer {
  return { documents, objects: [], mistyped: [], refused };
}

const ALL_KEYS_TWICE = "a: 1\n".repeat(30);
/** Text that Kubernetes' reader does not look behind. */
const FAR = "# far\n".repeat(300);
const DEEP = `${"[".repeat(70)}${"]".repeat(70)}`;
const MANY = `a: &a [${"1, ".repeat(400)}1]\nb: &b [${"*a, ".repeat(400)}*a]\nc: [*b, *b]\n`;
const HUNDREDS = Array.from({ length: 401 }, () => 1);
const THOUSANDS = Array.from({ length: 401 }, () => HUNDREDS);

/** Texts with a code for which they are refused here, what Kubernetes reads, and another reading that it might have. */
const ROWS: readonly (readonly [
  code: string,
  text: string | Uint8Array,
  documents: readonly unknown[],
  other: readonly unknown[] | undefined,
])[] = [
  ["null-key", "a: {~: b}\na: c\n", [{ a: "c" }], [{ a: "d" }]],
  ["null-key", "{a: {? : b}, a: c, d: {null: {}}, d: e}\n", [{ a: "c", d: "e" }], [{ a: "c", d: {} }]],
  ["null-key", "1\n---\na:\n  ?\n  : 1\na: 2\n", [1, { a: 2 }], [1, { a: null }]],
  ["null-key", "10: {!!null ''}\n!!merge <<:\n  10:\n", [{ "10": null }], [{ "10": {} }]],
  ["null-key", "a: {null: 1, b: 2,&c}\na: 3\n", [{ a: 3 }], [{ a: { b: 2 } }]],
  ["control-character", `a: b\n...\n${FAR}${"U\0T\0F\0".repeat(90)}\n`, [{ a: "b" }], [{ a: "c" }]],
  [
    "null-key",
    `${ALL_KEYS_TWICE}b: {~: 1, null: 2, ~: 3}\nb: {Null: 4}\nb: 5\n`,
    [{ a: 1, b: 5 }],
    undefined,
  ],
  ["number-key", "a: {18446744073709551615: b}\na: c\n", [{ a: "c" }], [{ a: {} }]],
  ["number-not-finite", "a: .inf\na: 1\n", [{ a: 1 }], [{ a: 2 }]],
  ["number-not-finite", "a: [-.inf, .inf]\nb: 2\na: 1\n", [{ a: 1, b: 2 }], [{ a: 1 }]],
  ["control-character", `a: b\n...\n${FAR}\x01\n`, [{ a: "b" }], [{ a: "c" }]],
  ["control-character", `a: 1\n...\n${FAR}\x1f\x7f\ufffe\n---\n2\n`, [{ a: 1 }, 2], [2, 2]],
  ["number-not-finite", `a: [${".inf, ".repeat(50)}!!float .nan]\na: 6\n`, [{ a: 6 }], [{ a: 7 }]],
  ["control-character", "a: 1\n\ufeffb: 2\n", [{ a: 1, "\ufeffb": 2 }], undefined],
  ["unicode-line-break", "# a\x85b: c\n", [{ b: "c" }], undefined],
  ["depth", DEEP, [JSON.parse(DEEP)], [[]]],
  ["alias-budget", MANY, [{ a: HUNDREDS, b: THOUSANDS, c: [THOUSANDS, THOUSANDS] }], [{ a: HUNDREDS }]],
  ["too-many-duplicates", ALL_KEYS_TWICE, [{ a: 1 }], []],
  ["invalid-utf-8", Buffer.from("613a2062ff", "hex"), [{ a: "b\ufffd" }], undefined],
  ["invalid-utf-16", Buffer.from("fffe61003a0062", "hex"), ["a:\ufffd"], undefined],
];

describe("what is read more strictly on purpose", () => {
  it.each(ROWS)("%s excuses %j", async (code, text, documents) => {
    const reading = await readingOf(text, false);
    expect(reading.refusal?.code).toBe(code);
    expect(compare(reading, reads(documents))).toEqual({ type: "stricter", name: code });
  });

  it.each(
    ROWS.flatMap(([code, text, , other]) => (other === undefined ? [] : [[code, text, other] as const])),
  )("%s excuses no reading of %j that is not so", async (_, text, other) => {
    const { type } = compare(await readingOf(text, false), reads(other));
    expect(type).toBe("different");
  });

  it.each([
    ["number-not-finite", '{"kind": 1e400}'],
    ["metadata-fraction", '{"metadata": {"generation": 1.0}}'],
  ])("%s excuses what Kubernetes reads and refuses as an object, and nothing else", async (code, text) => {
    const reading = await readingOf(text, false);
    const documents: unknown[] = [JSON.parse(text)];
    expect(compare(reading, reads(documents, ["json: cannot unmarshal number"]))).toEqual({
      type: "stricter",
      name: code,
    });
    expect(compare(reading, reads(documents)).type).toBe("different");
  });

  it("has a row for each code", () => {
    const tried = new Set([...ROWS.map(([code]) => code), "metadata-fraction"]);
    expect([...STRICTER.keys()].filter((code) => !tried.has(code))).toEqual([]);
  });
});

describe.each([...STRICTER.keys()])("%s never excuses", (code) => {
  const none = { ambiguous: new Set<number>(), kinds: new Map<string, number>() };
  const refusal = { code, text: "a: b\n", index: 0, at: { start: 3, end: 4 } };
  const REFUSED: Reading = { ...none, documents: [], refusal };

  it("a claim that the text does not bear out", () => {
    expect(compare(REFUSED, reads([{ a: "b" }]))).toEqual({ type: "different", difference: "refused-here" });
  });

  it("other values in front of it", () => {
    const ours = { ...REFUSED, documents: [{ a: 1 }] };
    expect(compare(ours, reads([{ a: 2 }, { a: "b" }]))).toEqual({ type: "different", difference: "value" });
  });

  it("a document that Kubernetes does not read", () => {
    const ours = { ...REFUSED, documents: [{ a: 1 }] };
    expect(compare(ours, reads([]))).toEqual({ type: "different", difference: "read-here" });
  });

  it("reading what Kubernetes refuses", () => {
    const answer = { ...reads([]), error: `yaml: ${code}` };
    expect(compare({ ...none, documents: [{ a: "b" }] }, answer)).toEqual({
      type: "different",
      difference: "read-here",
    });
  });
});
