import { describe, expect, it } from "vitest";
import { jsonKey } from "../../../src/source/manifest/json-cursor.js";
import { jsonMembers, scanJson } from "../../../src/source/manifest/json.js";
import type { Keep } from "../../../src/source/manifest/composed.js";
import type { Keeping } from "../../../src/source/manifest/document.js";

/** The parts that are kept of some kinds; all of the others. */
const PARTS: Readonly<Record<string, Keep | "nothing">> = {
  Pod: { apiVersion: true, kind: true, a: true, b: { c: true, items: true } },
  PodList: { kind: true },
  Node: "nothing",
};

const keeping: Keeping["parts"] = (apiVersion, kind = "") => (apiVersion === "v1" && PARTS[kind]) || true;

type Scanned = Extract<ReturnType<typeof scanJson>, { readonly value: unknown }>;

/** What a text is that is JSON, with what is told of it beside its value. */
function scanned(text: string): Scanned {
  const scan = scanJson(text, 0, keeping);
  if (scan.problem !== undefined) throw new Error(`${scan.problem.code} at ${scan.problem.at}`);
  return scan;
}

function built(text: string): unknown {
  const { value } = scanned(text);
  return JSON.parse(JSON.stringify(value));
}

const pod = (rest: string): string => `{"apiVersion":"v1","kind":"Pod",${rest}}`;

describe("of an object is built what is kept of what it says that it is", () => {
  it.each<readonly [what: string, text: string, value: unknown]>([
    [
      "parts of parts, through lists",
      pod('"a":{"x":1},"b":[{"c":2,"d":3},[{"c":4}],5],"e":{"a":6}'),
      { apiVersion: "v1", kind: "Pod", a: { x: 1 }, b: [{ c: 2 }, [{ c: 4 }], 5] },
    ],
    [
      "the kind first",
      '{"kind":"Pod","apiVersion":"v1","e":1,"a":2}',
      { kind: "Pod", apiVersion: "v1", a: 2 },
    ],
    [
      "in other letters",
      '{"\\u006bind":"Po\\u0064","apiVersion":"v1","e":1,"\\u0061":2}',
      { kind: "Pod", apiVersion: "v1", a: 2 },
    ],
    ["what it is, of some", '{"apiVersion":"v1","kind":"Node","a":1}', { apiVersion: "v1", kind: "Node" }],
    [
      "all where it says something first",
      '{"apiVersion":"v1","e":1,"kind":"Pod","f":2}',
      { apiVersion: "v1", e: 1, kind: "Pod", f: 2 },
    ],
    ["all without a version", '{"kind":"Pod","e":1}', { kind: "Pod", e: 1 }],
    ["all without a kind", '{"apiVersion":"v1","e":1}', { apiVersion: "v1", e: 1 }],
    [
      "all of one whose kind is no text",
      '{"apiVersion":"v1","kind":["Pod"],"e":1}',
      { apiVersion: "v1", kind: ["Pod"], e: 1 },
    ],
    ["all of another one", '{"apiVersion":"v2","kind":"Pod","e":1}', { apiVersion: "v2", kind: "Pod", e: 1 }],
    [
      "of the items of a list, each",
      `{"apiVersion":"v1","kind":"PodList","metadata":{"x":1},"items":[${pod('"a":1,"e":2')},{"kind":"Pod","e":3},4,[5],{"apiVersion":"v1","kind":"Node","a":6}]}`,
      {
        apiVersion: "v1",
        kind: "PodList",
        items: [
          { apiVersion: "v1", kind: "Pod", a: 1 },
          { kind: "Pod", e: 3 },
          4,
          [5],
          { apiVersion: "v1", kind: "Node" },
        ],
      },
    ],
    [
      "of those of a list in a list, too",
      `{"items":[{"apiVersion":"v1","kind":"PodList","x":0,"items":[${pod('"a":1,"e":2')}],"itemss":3}]}`,
      { items: [{ kind: "PodList", apiVersion: "v1", items: [{ apiVersion: "v1", kind: "Pod", a: 1 }] }] },
    ],
    [
      "but all of what a mapping of that name holds",
      `{"apiVersion":"v1","kind":"PodList","items":{"x":${pod('"e":1')}}}`,
      { apiVersion: "v1", kind: "PodList", items: { x: { apiVersion: "v1", kind: "Pod", e: 1 } } },
    ],
    [
      "and of a field of that name deeper in an object",
      pod(`"b":{"items":[${pod('"e":1')}],"c":2,"d":3}`),
      { apiVersion: "v1", kind: "Pod", b: { items: [{ apiVersion: "v1", kind: "Pod", e: 1 }], c: 2 } },
    ],
  ])("%s", (_, text, value) => expect(built(text)).toEqual(value));

  it("and everything where nobody says what to keep", () => {
    const text = pod('"e":{"f":1}');
    expect(scanJson(text, 0)).toMatchObject({ value: JSON.parse(text) as unknown });
  });
});

/** The keys that are written twice, each with the texts and places of both. */
function twice(text: string): unknown[] {
  return scanned(text).duplicates.map(({ key, first, second }) => {
    expect([jsonKey(text, first), jsonKey(text, second)]).toEqual([key, key]);
    return [key, first.start, second.start];
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const item = (rest: string): string => `{"items":[${pod(rest)}]}`;
const manyKeys = (count: number): string => Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(",");

describe("keys that are written twice are found, whether they are built or not", () => {
  it.each<readonly [what: string, text: string, found: readonly (readonly [string, number, number])[]]>([
    ["of an object", '{"e":1,"a":2,"a":3}', [["a", 7, 13]]],
    ["of one that is kept in part", item('"a":1,"a":2'), [["a", 42, 48]]],
    ["one in other letters", item('"a":1,"\\u0061":2'), [["a", 42, 48]]],
    ["of what is not kept", item('"e":{"y":1,"z":2,"z":3}'), [["z", 53, 59]]],
    ["one in other letters there", item('"e":{"y":1,"z":2,"\\u007a":3}'), [["z", 53, 59]]],
    ["the other one in other letters", item('"e":{"y":1,"\\u007a":2,"z":3}'), [["z", 53, 64]]],
    ["deeper in it", item('"e":[{"y":{"z":1},"x":0,"y":2}]'), [["y", 48, 66]]],
    ["but not in another mapping", item('"e":[{"y":1},{"y":{"y":2}}]'), []],
    ["nor in one behind it", item('"e":{"x":{"y":1},"y":2}'), []],
    ["nor one that is as long and ends alike", item('"e":{"xy":1,"zy":2,"xyz":3,"xy ":4}'), []],
    ["nor one with the same hash", item('"e":{"Aa":1,"BB":2}'), []],
    [
      "the first of several",
      item('"e":{"y":1,"y":2,"y":3}'),
      [
        ["y", 47, 53],
        ["y", 47, 59],
      ],
    ],
  ])("%s", (_, text, found) => expect(twice(text)).toEqual(found));

  it.each([30, 31, 32, 33, 34, 100, 254, 255, 256, 257, 300, 600])(
    "among %i others, in a mapping behind one and in front of one as large",
    (count) => {
      const before = `"d":{${manyKeys(count)}}`;
      const mapping = `"e":{${manyKeys(count)},"x":{${manyKeys(count)}},"k7":0}`;
      const text = item(`${before},${mapping},"f":{${manyKeys(count)},"e":0}`);
      const start = text.indexOf('"e":{');
      expect(twice(text)).toEqual([["k7", text.indexOf('"k7"', start), text.indexOf('"k7":0}', start)]]);
    },
  );

  it.each<readonly [what: string, front: string, behind: string]>([
    ["what is kept", "", ""],
    ["what is not", '"e":{', "}"],
  ])("up to twenty of %s, and the place of the next one is told", (_, front, behind) => {
    const twenty = `${front}"a":0${',"a":1'.repeat(20)}`;
    expect(scanJson(item(twenty + behind), 0, keeping)).not.toHaveProperty("oneTooMany");
    const text = item(`${twenty},"a":2,"a":3${behind}`);
    const start = text.indexOf('"a":2');
    const { duplicates, oneTooMany } = scanned(text);
    expect(duplicates).toHaveLength(20);
    expect(oneTooMany).toEqual({ start, end: start + 3 });
  });
});

describe("a number of the root's metadata that is written as a fraction is told", () => {
  it.each<readonly [what: string, text: string, written: string | undefined]>([
    ["with a point", '{"metadata":{"name":"a","generation":1.0}}', "1.0"],
    ["with an exponent", '{"metadata":{"generation":1e3}}', "1e3"],
    ["with a large one", '{"metadata":{"generation":2E0}}', "2E0"],
    ["below zero", '{"metadata":{"deletionGracePeriodSeconds":-30.0}}', "-30.0"],
    ["the first of two", '{"metadata":{"generation":1.0,"deletionGracePeriodSeconds":2.0}}', "1.0"],
    ["behind blanks", '{ "metadata" : { "generation" : 1.0 } }', "1.0"],
    ["of an object that is kept in part", pod('"metadata":{"generation":4.0}'), "4.0"],
    ["but not a whole number", '{"metadata":{"generation":1}}', undefined],
    ["nor one that is none in YAML either", '{"metadata":{"generation":1.5}}', undefined],
    ["nor a text", '{"metadata":{"generation":"1.0"}}', undefined],
    ["nor another field", '{"metadata":{"name":1.0},"generation":1.0}', undefined],
    ["nor in another object", '{"spec":{"metadata":{"generation":1.0}}}', undefined],
    ["nor in an item", '{"items":[{"metadata":{"generation":1.0}}]}', undefined],
    ["nor in a list", '{"metadata":[{"generation":1.0}]}', undefined],
    ["nor in another field of a kept object", '{"spec":{"generation":1.0}}', undefined],
    ["nor deeper", '{"metadata":{"x":{"generation":1.0}}}', undefined],
  ])("%s", (_, text, written) => {
    const { fraction } = scanned(text);
    expect(fraction === undefined ? undefined : text.slice(fraction.start, fraction.end)).toBe(written);
  });
});

describe("what is no JSON is told where it goes wrong", () => {
  it.each<readonly [text: string, at: number]>([
    ["", 0],
    ["-", 0],
    ["+1", 0],
    [".5", 0],
    ["5.", 1],
    ["5e", 1],
    ["5e+", 1],
    ["1.5e", 3],
    ["tru", 0],
    ["[1,]", 3],
    ["[1 2]", 3],
    ["[", 1],
    ['{"a" 1}', 5],
    ["{a:1}", 1],
    ['{"a":1,}', 7],
    ['{"a":1', 6],
    ['"a', 2],
    ['"a\n"', 2],
    ['"a\u001f"', 2],
    ['"\\x"', 0],
    ['["a", "\\u12"]', 6],
    ["\u00a01", 0],
  ])("%j", (text, at) => {
    expect(scanJson(text, 0, keeping)).toEqual({ problem: { code: "json-syntax", at } });
    const front = '{"apiVersion":"v1","kind":"Pod","e":';
    // Where a number may go on, what follows is the fault.
    if (text !== "") expect(scanJson(front + text, 0, keeping).problem?.code).toBe("json-syntax");
  });

  it("nor is what nests deeper than 64 levels", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    const front = '{"apiVersion":"v1","kind":"Pod",';
    for (const key of ['"a":', '"b":', '"e":']) {
      expect(scanJson(`${front}${key}${nested(63)}}`, 0, keeping).problem).toBeUndefined();
      expect(scanJson(`${front}${key}${nested(64)}}`, 0, keeping).problem).toEqual({
        code: "depth",
        at: front.length + key.length + 63,
      });
    }
  });
});

it.each<readonly [text: string, value: unknown, end?: number]>([
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", 9007199254740993n],
  ["9007199254740993.0", 9007199254740992],
  ["9007199254740993e0", 9007199254740992],
  ["9223372036854775807", 9223372036854775807n],
  ["9223372036854775808", 9223372036854775808],
  ["-9223372036854775808", -9223372036854775808n],
  ["-9223372036854775809", -9223372036854775808],
  ["1e300", 1e300],
  ["-0", -0],
  ["1.5.", 1.5, 3],
  ["1e5.", 1e5, 3],
  ["1e5e", 1e5, 3],
  ["01", 0, 1],
  [" \t\r\n[1]", [1]],
  ["[\t1 ,\r2\n]", [1, 2]],
  ['" \\t\\u00e9"', " \té"],
  ['"\\ud83d\\ude00\\ud800"', "😀\ufffd"],
  ["null", null],
])("%s is a value", (text, value, end) => {
  expect(scanJson(String(text), 0)).toEqual({ value, end: end ?? String(text).length, duplicates: [] });
});

it.each<readonly [text: string, start: number]>([
  ["1e400", 0],
  ['{"a":[-1e400,1e400]}', 6],
  [pod('"e":{"f":1e400}'), 41],
])("no float holds a number of %s", (text, start) => {
  const { notFinite } = scanned(text);
  const end = /1e400/.exec(text)?.index ?? 0;
  expect(notFinite).toEqual({ start, end: end + 5 });
});

describe("the members of a collection", () => {
  it.each<readonly [text: string, members: readonly (readonly [string, string, boolean])[]]>([
    ["[]", []],
    ["{ }", []],
    [
      '[1, {"a": 2}, [3], "x"]',
      [
        ["", "1", false],
        ["", '{"a": 2}', true],
        ["", "[3]", true],
        ["", '"x"', false],
      ],
    ],
    [
      '{"a": 1, "b" : [2]}',
      [
        ['"a"', "1", false],
        ['"b"', "[2]", true],
      ],
    ],
    ['{"a": 1, b: 2}', [['"a"', "1", false]]],
    ["[1, x, 2]", [["", "1", false]]],
  ])("of %s", (text, members) => {
    const written = (span: Span | undefined): string =>
      span === undefined ? "" : text.slice(span.start, span.end);
    expect(
      jsonMembers(text, 0, undefined).map(({ key, value, isCollection }) => [
        written(key),
        written(value),
        isCollection,
      ]),
    ).toEqual(members);
  });

  it("are the same where a list's items are known", () => {
    const text = `{"kind":"List","items":[${pod('"a":1')}, 2, [3]],"x":{"items":[4]}}`;
    const { objects } = scanned(text);
    expect(objects?.list.start).toBe(text.indexOf("["));
    const { start } = objects?.list ?? { start: 0 };
    for (const at of [0, start]) {
      const members = jsonMembers(text, at, objects);
      expect(members).toHaveLength(3);
      expect(members).toEqual(jsonMembers(text, at, undefined));
    }
  });

  it.each<readonly [what: string, text: string, list: string | undefined]>([
    ["of no list that is the root", '[{"items":1},[2]]', undefined],
    ["of the outer one of two", '{"items":[{"items":[1]},2],"other":[3]}', '[{"items":[1]},2]'],
    ["of the first of two", '{"items":[1],"items":[2,3]}', "[1]"],
  ])("are known %s", (_, text, list) => {
    const { objects } = scanned(text);
    expect(objects === undefined ? undefined : text.slice(objects.list.start, objects.list.end)).toBe(list);
  });
});
