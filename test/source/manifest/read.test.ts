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
    ["as an alias", "a: &x b\n*x : c\nb: d\n", [["b", 8, 15]]],
    ["behind an alias of another name", "b: 1\na: &x b\n*x : c\n", [["b", 0, 13]]],
    ["behind other keys", "b: 1\na: 2\na: 3\n", [["a", 5, 10]]],
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

describe("what is wrong with a document is told, and where", () => {
  it.each<readonly [what: string, text: string, told: string]>([
    ["no YAML", "a: @b\n", "yaml-syntax (found character that cannot start any token): @"],
    ["at the end of the text", "a: [b", "yaml-syntax (did not find expected ',' or ']'): "],
    ["no JSON", '{"a": 1}{"b": 2}{"c" 3}', "json-syntax: 3"],
    ["an escape of JSON", 'a: "b\\ud83d\\ude00c"\n', "surrogate-escape (\\ud83d): \\ud83d"],
    ["another version of YAML", "%YAML 1.2\n", "yaml-version (1.2): "],
    ["text behind a separator", "a: 1\n--- b c\nd: 2\n", "separator-with-text: b c"],
    ["text behind a last separator", "a: 1\n--- b c", "separator-with-text: b c"],
    ["text behind the document", "{a: 1}\nb: 2\n", "text-after-document: b"],
    ["a last line that is dropped", `a: 1\nb${" ".repeat(4095)}`, "last-line-dropped: b"],
    [
      "text behind a document whose last line is dropped, too",
      `{a: 1}\nb: 2\nc${" ".repeat(4095)}`,
      "text-after-document: b",
    ],
    ["a control character", "a: \u0007\n", "control-character (U+0007): \u0007"],
    ["a byte-order mark", "a: 1\n\ufeffb: 2\n", "control-character (U+FEFF): \ufeff"],
    ["a line break that nobody sees", "a: b\u2028c: d\n", "unicode-line-break (U+2028): \u2028"],
    ["one of one byte", "a: b\u0085c: d\n", "unicode-line-break (U+0085): \u0085"],
    ["collections in one another", `a: ${"[".repeat(63)}{`, "depth: {"],
    ["those of JSON", `{"a": ${"[".repeat(63)}{`, "depth: {"],
    ["a number that is none", "a: .inf\n", "number-not-finite: .inf"],
    ["one of JSON", '{"a": 1e400}', "number-not-finite: 1e400"],
    ["a fraction in JSON", '{"metadata": {"generation": 1.0}}', "metadata-fraction (1.0): 1.0"],
    ["an anchor that is none", "a: *b\n", "unknown-anchor (b): *b"],
    ["a key too often", `a: 0\n${"a: 1\n".repeat(20)}'a': 2\na: 3\n`, "too-many-duplicates (20): 'a'"],
    ["one of JSON too often", `{${'"a": 1, '.repeat(21)}"a" :2}`, 'too-many-duplicates (20): "a"'],
  ])("%s", (_, text, told) => {
    const wrong = read(text).flatMap(({ problem, rest }) => problem ?? rest ?? []);
    const shown = wrong.map(({ code, at, detail }) => {
      const named = detail === undefined ? code : `${code} (${detail})`;
      return `${named}: ${text.slice(at.start, at.end)}`;
    });
    expect(shown).toEqual([told]);
    expect(wrong[0]?.at.start).toBeGreaterThanOrEqual(0);
  });

  it("where aliases add too much, that is the whole document that passes the limit of the file", () => {
    const list = `[${Array.from({ length: 9 }, () => "x").join(", ")}]`;
    const document = `x: &a ${list}\ny:\n${"- *a\n".repeat(10_000)}`;
    const text = `${`${document}---\n`.repeat(10)}x: &a b\ny: *a\n`;
    const readings = read(text);
    expect(readings.map(({ problem }) => problem?.code)).toEqual([
      ...Array.from({ length: 10 }, () => undefined),
      "alias-budget",
    ]);
    const { start = 0, end = 0 } = readings.at(-1)?.problem?.at ?? {};
    expect(text.slice(start, end)).toBe("---\nx: &a b\ny: *a\n");
  });
});

describe("what has items is read as a list, of which kubectl looks at the metadata", () => {
  const keeping: Parameters<typeof readDocuments>[1] = {
    parts: (version = "", kind = "") => (kind === "All" ? true : { kind: true, [version]: true }),
  };

  it.each<readonly [what: string, text: string, value: unknown]>([
    ["in YAML", "kind: A\nmetadata: {x: 1}\nitems: []\n", { kind: "A", metadata: { x: 1 }, items: [] }],
    [
      "in JSON",
      '{"kind":"A","apiVersion":"v","b":1,"items":2}',
      { kind: "A", apiVersion: "v", b: 1, items: 2 },
    ],
    ["but nothing else, in YAML", "kind: A\napiVersion: v\nb: 1\nv: 2\n", { kind: "A", v: 2 }],
    ["but nothing else, in JSON", '{"kind":"A","apiVersion":"v","b":1,"v":2}', { kind: "A", v: 2 }],
    ["whose items are said to be kept", "kind: All\nb: 1\nitems: []\n", { kind: "All", b: 1, items: [] }],
  ])("%s", (_, text, value) => expect(asJson(read(text, keeping)[0]?.value)).toMatchObject(value as object));

  it("and what is a header alone keeps its items", () => {
    const nothing = { parts: () => "nothing" as const };
    const text = '{"apiVersion":"v1","kind":"List","a":1,"items":[{"b":2}]}';
    expect(asJson(read(text, nothing)[0]?.value)).toEqual(JSON.parse(text));
    expect(asJson(read('{"b":2,"kind":"A"}', nothing)[0]?.value)).toEqual({ kind: "A" });
    expect(asJson(read("[1]", nothing)[0]?.value)).toEqual([1]);
  });

  it("of which the items of JSON are known by their places", () => {
    const items = (text: string): unknown => read(text)[0]?.document.objects?.items;
    expect(items('{"items":[1,[2]]}')).toEqual([10, 11, 12, 15]);
    expect(items('{"a":[1]}')).toBeUndefined();
    expect(items("items: [1]\n")).toBeUndefined();
  });
});
