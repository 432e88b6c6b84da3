import { describe, expect, it } from "vitest";
import { fileName } from "../../../src/report/place.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { DocumentReading } from "../../../src/source/manifest/document.js";

function read(text: string, keeping?: Parameters<typeof readDocuments>[1]): DocumentReading[] {
  return [...readDocuments({ name: "a.yaml", text }, keeping)];
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("under-indented lines of flow collections and quotes are read as Kubernetes reads them", () => {
  it.each<readonly [what: string, text: string, value: unknown]>([
    ["a bracket under its key", "a:\n  args: [\n    x\n  ]\n", { a: { args: ["x"] } }],
    ["items at the margin", "a:\n  args: [\nx,\nz\n]\n", { a: { args: ["x", "z"] } }],
    ["a mapping", "a:\n  b: {\nc: d\n}\n", { a: { b: { c: "d" } } }],
    ["a double-quoted text", 'a:\n  b: "c\nd"\n', { a: { b: "c d" } }],
    ["a single-quoted text with a quote in it", "a:\n  b: 'c''\nd'\n", { a: { b: "c' d" } }],
    ["an empty line in a quote", 'a:\n  b: "c\n\nd"\n', { a: { b: "c\nd" } }],
    ["quotes in a flow list", "a:\n  b: ['x\ny', \"z\nw\"]\n", { a: { b: ["x y", "z w"] } }],
    [
      "several of them",
      "a: [\nb\n]\nc: [\nd\n]\ne:\n  f: [\ng\n]\n",
      { a: ["b"], c: ["d"], e: { f: ["g"] } },
    ],
    ["a block scalar between them keeps its blanks", "a:\n  b: [\nc\n]\n  d: |\n    [\n   x\n", undefined],
    ["brackets in comments", "a:\n  b: [ # ]\nc # [\n]\n", { a: { b: ["c"] } }],
    ["blank lines", "a:\n  b: [\n\n\nc\n\n]\n", { a: { b: ["c"] } }],
  ])("%s", (_, text, value) => {
    const [reading] = read(text);
    if (value === undefined) expect(reading?.problem?.code).toBe("yaml-syntax");
    else {
      expect(reading?.problem).toBeUndefined();
      expect(asJson(reading?.value)).toEqual(value);
    }
  });

  it("no line of a plain text is touched", () => {
    const [reading] = read("a:\n  b: c\nd\n");
    expect(reading?.problem?.code).toBe("yaml-syntax");
  });
});

describe("a helm comment names the file", () => {
  const SOURCE = "# Source: shop/templates/policy.yaml\n";

  it.each<readonly [what: string, text: string, name: string]>([
    ["in front of a document", `---\n${SOURCE}a: 1\n`, "shop/templates/policy.yaml"],
    ["below other comments", `---\n# x\n\n${SOURCE}# y\na: 1\n`, "shop/templates/policy.yaml"],
    ["with CR LF", `---\r\n${SOURCE.replace("\n", "\r\n")}a: 1\r\n`, "shop/templates/policy.yaml"],
    ["in front of a flow mapping", `${SOURCE}{a: 1}\n`, "shop/templates/policy.yaml"],
    ["in front of one that cannot be composed", `${SOURCE}a: *b\n`, "shop/templates/policy.yaml"],
    ["not in a block scalar", `a: |\n  x\n${SOURCE.replace("#", "  #")}`, "a.yaml"],
    ["not behind the first token", `a: 1\n${SOURCE}b: 2\n`, "a.yaml"],
    ["not in the document before", `${SOURCE}a: 1\n---\nb: 2\n`, "a.yaml"],
    ["not without a path", "# Source: \na: 1\n", "a.yaml"],
    ["not in the middle of a comment", "# x # Source: y\na: 1\n", "a.yaml"],
  ])("%s", (_, text, name) => {
    const last = read(text).at(-1);
    expect(last === undefined ? "" : fileName(last.document)).toBe(name);
  });

  it("but of no path longer than a system has", () => {
    const [reading] = read(`# Source: ${"a".repeat(5000)}\na: 1\n`);
    expect(reading?.document.sourceComment).toHaveLength(1000);
  });
});

describe("keys that are written twice", () => {
  const spans = (text: string): unknown =>
    read(text).flatMap(({ duplicates }) =>
      duplicates.map(({ key, first, second }) => [key, text.slice(0, first.start).length, second.start]),
    );

  it.each<readonly [what: string, text: string, found: unknown]>([
    ["in block style", "a: 1\nb: 2\na: 3\n", [["a", 0, 10]]],
    ["in flow style", "{a: 1, a: 2}\n", [["a", 1, 7]]],
    ["in JSON", '{"a": 1, "a": 2}', [["a", 1, 9]]],
    ["in JSON, one escaped", '{"a": 1, "\\u0061": 2}', [["a", 1, 9]]],
    ["with different quotes", "a: 1\n'a': 2\n", [["a", 0, 5]]],
    [
      "three times",
      "a: 1\na: 2\na: 3\n",
      [
        ["a", 0, 5],
        ["a", 0, 10],
      ],
    ],
    ["by a merge", "x: &x {a: 1}\ny:\n  a: 2\n  <<: *x\n", [["a", 18, 25]]],
    ["not in different mappings", "a: {b: 1}\nc: {b: 2}\n", []],
    ["not in different items", "- a: 1\n- a: 2\n", []],
  ])("%s", (_, text, found) => expect(spans(text)).toEqual(found));

  it("up to twenty; a document with more is not read", () => {
    for (const [count, isRead] of [
      [20, true],
      [21, false],
    ] as const) {
      for (const text of [
        `a: 0\n${"a: 1\n".repeat(count)}`,
        `{${'"a": 1, '.repeat(count)}"a": 0}`,
        `"true": 0\n${"y: 1\n".repeat(count)}`,
      ]) {
        const [reading] = read(text);
        expect((reading?.duplicates.length ?? 0) + (reading?.collisions.length ?? 0)).toBe(20);
        expect(reading?.problem?.code).toBe(isRead ? undefined : "too-many-duplicates");
        expect(reading?.value !== undefined).toBe(isRead);
      }
    }
  });
});

describe("what aliases and merges add is counted", () => {
  const list = (length: number): string => `[${Array.from({ length }, () => "x").join(", ")}]`;
  const aliases = (count: number): string => Array.from({ length: count }, () => "- *a\n").join("");

  it("for a document: 100,000 nodes", () => {
    // An alias of a list of 9 adds 10 nodes and itself: 11.
    const text = (count: number): string => `x: &a ${list(9)}\ny:\n${aliases(count)}`;
    expect(read(text(9_000))[0]?.problem).toBeUndefined();
    expect(read(text(11_000))[0]?.problem?.code).toBe("alias-budget");
  });

  it("for a file: a million", () => {
    const document = `x: &a ${list(9)}\ny:\n${aliases(9_000)}`;
    const readings = read(Array.from({ length: 13 }, () => document).join("---\n"));
    expect(readings[0]?.problem).toBeUndefined();
    expect(readings.at(-1)?.problem?.code).toBe("alias-budget");
  });
});

describe("only what is kept is built", () => {
  const keeping = { parts: () => ({ a: { b: true } }) as const };

  /** What is not kept may be missing or null. */
  const isKept = (text: string, value: object): void =>
    expect(asJson(read(text, keeping)[0]?.value)).toMatchObject(value);

  it("of mappings, through lists", () => {
    const text = "apiVersion: v1\nkind: Pod\na:\n- b: 1\n  c: 2\n- {b: [3], d: 4}\ne: 5\n";
    isKept(text, { a: [{ b: 1 }, { b: [3] }] });
    expect(JSON.stringify(read(text, keeping)[0]?.value)).not.toMatch(/[245]/);
  });

  it("and nothing of what every object inherits", () => {
    const text = "constructor: {caller: 1}\n__proto__: {a: 1}\na: {toString: {arguments: 1}, b: 2}\n";
    isKept(text, { a: { b: 2 } });
    expect(JSON.stringify(read(text, keeping)[0]?.value)).not.toContain("1");
  });

  it("but what is broken in the rest is found", () => {
    expect(read("a: {b: 1}\ne: [\n", keeping)[0]?.problem?.code).toBe("yaml-syntax");
  });

  it("and an alias may name what is left out", () => {
    isKept("e: &e 1\na: {b: *e, c: 2}\n", { a: { b: 1 } });
  });
});

describe("numbers of any length are read in no time", () => {
  it.each([
    ["1".repeat(100_000), "1".repeat(100_000)],
    [`0x${"f".repeat(100_000)}`, `0x${"f".repeat(100_000)}`],
    [`0b${"0".repeat(100_000)}11`, 3],
    [`${"9".repeat(30)}`, 1e30],
    ["18446744073709551615", 18446744073709551615n],
    ["-9223372036854775808", -9223372036854775808n],
  ])("%#", (text, value) => expect(read(`a: ${text}\n`)[0]?.value).toEqual({ a: value }));

  it("in JSON", () => {
    expect(read(`{"a": 9223372036854775807, "b": ${"1".repeat(300)}}`)[0]?.value).toEqual({
      a: 9223372036854775807n,
      b: Number("1".repeat(300)),
    });
  });
});
