import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compose } from "../../../src/source/manifest/compose.js";
import { cutStream } from "../../../src/source/manifest/stream.js";
import { parse } from "../../../src/source/manifest/yaml/parser.js";
import { readStraight } from "../../../src/source/manifest/straight/read-straight.js";
import type { Keeping } from "../../../src/source/manifest/document.js";

const ALL: Keeping["parts"] = () => true;
const SOME: Keeping["parts"] = (apiVersion, kind) =>
  kind === "Pod"
    ? { metadata: { name: true }, spec: { ports: { port: true } } }
    : apiVersion === "v2"
      ? "nothing"
      : true;

/** The same with what an object says that it is, which is kept of everything. */
const HEADED: Keeping["parts"] = (apiVersion, kind) => {
  const parts = SOME(apiVersion, kind);
  return typeof parts === "object" ? { ...parts, apiVersion: true, kind: true } : parts;
};

/** What the reader of all YAML says; undefined where it has something to say beside the value. */
function slowly(text: string, start: number, end: number, parts: Keeping["parts"]): unknown {
  try {
    const events = parse(text, start, end, 64);
    if (events.length === 0 || events.rest !== undefined) return undefined;
    const { value, duplicates, collisions, restoredKeys } = compose(events, parts);
    const isQuiet = duplicates.length + collisions.length + restoredKeys.length === 0;
    return isQuiet ? { value: plain(value), start: events.starts[0] } : undefined;
  } catch {
    return undefined;
  }
}

function quickly(text: string, start: number, end: number, parts: Keeping["parts"]): unknown {
  const reading = readStraight(text, start, end, parts);
  return reading === undefined ? undefined : { value: plain(reading.value), start: reading.start };
}

/** Values as JSON, without the nulls by which the slow way remembers the keys that it has seen. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each)),
  );
}

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web-1   # the first
  labels:
    app.kubernetes.io/name: "web"
    'tier': data
spec:
  # what it listens on
  ports:
  - port: 80
    name: http
  - {port: 443, name: https}
  args: [a, "b c", d-e]
  text: |
    a: b

     c
  folded: >-
    one
    two
status: {phase: Running, ready: true}
`;

describe("plain block YAML is read in one pass", () => {
  it.each<readonly [what: string, text: string]>([
    ["a pod", POD],
    ["behind a separator", `---\n${POD}`],
    [
      "a list of them",
      `apiVersion: v1\nitems:\n${POD.trimEnd().replaceAll(/^/gm, "  ").replace("  ", "- ")}\nkind: List\n`,
    ],
    ["quoted texts with escapes and lines", "a: \"b\\n\\u0063\"\nd: 'e''f'\ng: \"h\n  i\"\n"],
    [
      "numbers, words and nulls",
      "a: 1\nb: 010\nc: yes\nd: ~\ne:\nf: 1.50\ng: 2001-01-01\nh: 18446744073709551615\n",
    ],
    ["lists in lists", "a:\n- - b\n  - c\n-\n  - d\n- e: f\n  g:\n  - h\n"],
  ])("%s", (_, text) => {
    expect(quickly(text, 0, text.length, ALL)).toBeDefined();
    expect(quickly(text, 0, text.length, ALL)).toEqual(slowly(text, 0, text.length, ALL));
  });

  it("builds only what is kept, of each object of a list", () => {
    const text = `apiVersion: v1\nkind: List\nitems:\n${POD.trimEnd().replaceAll(/^/gm, "  ").replace("  ", "- ")}\n- apiVersion: v2\n  data: {a: b}\n  kind: Other\n`;
    expect(quickly(text, 0, text.length, SOME)).toEqual({
      start: 0,
      value: {
        apiVersion: "v1",
        kind: "List",
        items: [
          {
            apiVersion: "v1",
            kind: "Pod",
            metadata: { name: "web-1" },
            spec: { ports: [{ port: 80 }, { port: 443 }] },
          },
          { apiVersion: "v2", kind: "Other" },
        ],
      },
    });
  });

  it.each<readonly [what: string, text: string]>([
    ["a key that is written twice", "a: b\nc: d\na: e\n"],
    ["one that is not kept", "kind: Pod\napiVersion: v1\nstatus:\n  a: b\n  a: c\n"],
    ["one in flow style", "a: {b: c, b: d}\n"],
    ["an anchor", "a: &x b\n"],
    ["a tag", "a: !t b\n"],
    ["a tab", "a:\tb\n"],
    ["lines of an unquoted text", "a: b\n  c\n"],
    ["a number as a key", "1: a\n"],
    ["a word that means true as a key", "on: a\n"],
    ["an infinite number", "kind: Pod\napiVersion: v1\nstatus: {a: .inf}\n"],
    ["one in block style", "kind: Pod\napiVersion: v1\nstatus: .inf\n"],
    ["one with a sign", "kind: Pod\napiVersion: v1\nstatus: +.inf\n"],
    ["one below zero", "kind: Pod\napiVersion: v1\nstatus: -.inf\n"],
    ["a key without a colon", "a: b\nc\n"],
    ["less indentation than any parent has", "a:\n    b: c\n  d: e\n"],
    ["an item beside keys", "a: b\n- c\n"],
    ["a document behind it", "a: b\n...\nc: d\n"],
  ])("and leaves to the reader of all YAML: %s", (_, text) => {
    expect(readStraight(text, 0, text.length, SOME)).toBeUndefined();
  });

  it("says of every row of the table what the reader of all YAML says, or nothing", () => {
    const rows = JSON.parse(
      readFileSync(new URL("../../../fixtures/yaml-as-kubernetes.json", import.meta.url), "utf8"),
    ) as readonly { yaml: string }[];
    let count = 0;
    for (const { yaml } of rows) {
      if (!yaml.endsWith("\n") || yaml.includes("\r")) continue;
      for (const { body, end, syntax } of cutStream({ name: "", text: yaml })) {
        const quick = syntax === "json" ? undefined : quickly(yaml, body, end, ALL);
        if (quick === undefined) continue;
        count++;
        expect(quick).toEqual(slowly(yaml, body, end, ALL));
      }
    }
    // What is left to the reader of all YAML takes longer: so many need not be.
    expect(count).toBe(296);
  });

  const KEY = "k".repeat(999);
  const nested = (levels: number): string =>
    Array.from({ length: levels }, (_, i) => `${" ".repeat(i)}a:${i === levels - 1 ? " b" : ""}\n`).join("");

  it.each<readonly [what: string, isStraight: boolean, text: string]>([
    ["keys of every first letter", true, "a: 1\nz: 2\nA: 3\nZ: 4\n_: 5\n"],
    ["a key that begins with another character", false, "/a: b\n"],
    ["a digit", false, "1a: b\n"],
    ["words of five letters and more as keys", true, "other: a\nfalsey: b\nyes-no: c\n"],
    ["one that means something else", false, "False: a\n"],
    ["a key of a thousand characters", true, `${KEY}k: a\n`],
    ["of one more", false, `${KEY}kk: a\n`],
    ["in quotes", true, `"${KEY}k": a\n`],
    ["of one more", false, `'${KEY}kk': a\n`],
    ["in flow style", true, `x: {${KEY}k: a}\n`],
    ["of one more", false, `x: {${KEY}kk: a}\n`],
    ["in flow style and quotes", true, `x: {"${KEY.slice(1)}": a}\n`],
    ["of one more", false, `x: {"${KEY}k": a}\n`],
    ["a key of two words", false, "a b: c\n"],
    ["a colon that ends no key", true, "a: b:c\nd:e: f\n"],
    ["texts with a hash", true, "a: b#c\nd: e #f\n"],
    ["items of several words", true, "a:\n- b c d\n- e f #g: h\n- i j:k\n"],
    ["an item that is a key of two words", false, "a:\n- b c: d\n"],
    ["one with a hash", false, "a:\n- b c#d: e\n"],
    ["one with a tab", false, "a:\n- b c\td\n"],
    ["texts that begin with what may be an indicator", true, "a: -b\nc: ?d\ne: :f\n"],
    ["a dash with a blank", false, "a: - b\n"],
    ["a text that begins with an indicator", false, "a: %b\n"],
    ["a quote in a quote", true, "a: 'b''c'\nd: \"e\\\"f\"\ng: \"h'\"\n"],
    ["a quote with something behind it", false, "a: 'b' c\n"],
    ["a comment behind a quote", true, "a: 'b' # c\n"],
    ["no blank in front of it", false, "a: 'b'# c\n"],
    ["quoted keys", true, "'a': b\n\"c\": d\n'e f': g\n"],
    ["a quoted key with an escape", false, '"a\\u0062": c\n'],
    ["a blank behind a quoted key", false, "'a' : b\n"],
    ["no blank behind its colon", false, "'a':b\n"],
    ["words of every first letter in flow style", true, "a: [a, z, A, Z, _, /b, 0, 9, c d, e-f]\n"],
    ["a number below zero there", false, "a: [-1]\n"],
    ["a fraction", false, "a: [.5]\n"],
    ["a colon in a word", false, "a: [b:c]\n"],
    ["a pair in a list", false, "a: [b: c]\n"],
    ["a quoted one", false, 'a: ["b": c]\n'],
    ["a hash in a word", false, "a: [b#c]\n"],
    ["a bracket in a word", false, "a: {b: c[}\n"],
    ["a line break in flow style", false, "a: [b,\n  c]\n"],
    ["keys of every first letter in flow style", true, "x: {a: b, z: c, A: d, Z: e, _: f}\n"],
    ["another one", false, "x: {/a: b}\n"],
    ["keys in quotes", true, 'x: {"a": b, \'c\': d, "e":f}\n'],
    ["a quote in one", false, "x: {'a''b': c}\n"],
    ["a key without a value", false, "x: {a, b: c}\n"],
    ["words as keys of flow style", true, "x: {other: a, falsey: b, empty: c}\n"],
    ["one that means something else", false, "x: {false: a}\n"],
    ["commas at the end", true, "a: [b, ]\nc: {d: e, }\n"],
    ["two commas", false, "a: [b, , c]\n"],
    ["collections in flow style", true, "a: [{b: [c, {}]}, [[]]]\n"],
    ["a text behind one", false, "a: [b] c\n"],
    ["a comment behind one", true, "a: [b] # c\n"],
    ["collections of 64 levels", true, nested(64)],
    ["of one more", false, nested(65)],
    ["in flow style", true, `a: ${"[".repeat(63)}${"]".repeat(63)}\n`],
    ["of one more", false, `a: ${"[".repeat(64)}${"]".repeat(64)}\n`],
    ["lists in lists", true, `a:\n${"- ".repeat(63)}b\n`],
    ["of one more", false, `a:\n${"- ".repeat(64)}b\n`],
    ["nothing", false, ""],
    ["a list", false, "- a\n"],
    ["a comment alone", false, "# a\n"],
    ["comments and blank lines", true, "# a\n\nb:\n# c\n\n  d: e\n   # f\ng: h\n"],
    ["a mark of the start", true, "---\na: b\n"],
    ["with a text behind it", false, "--- a\n"],
    ["an end mark", false, "a: b\n...\n"],
    ["a second start", false, "a: b\n---\nc: d\n"],
    ["a list at the column of its key, and a key behind it", true, "a:\n- b\n-\n- c: d\n  e:\n  - f\ng: h\n"],
    ["a list deeper than its key", true, "a:\n  - b\n  -\n    - c\nd:\n  - e: f\n"],
    ["something at the column of such a list", false, "a:\n  - b\n  c: d\n"],
    ["values that are not written", true, "a:\nb: # c\nd:\n  e:\nf:\n  - g:\n  -\n"],
    ["texts of several lines", true, "a: |+\n  b\n\nc: >2-\n   d\n  e\nf:\n- |\n  g\n"],
    ["a text that ends less deep than it begins", false, "a:\n    b\n  c\n"],
    ["numbers that are none", false, "a: .inf\n"],
    ["a number in quotes", true, "a: '.inf'\n"],
    ["nulls", true, "a: null\nb: ~\nc: Null\n"],
    ["an unprintable text", false, "a: \u0000b\n"],
  ])("%s: %s", (_, isStraight, text) => {
    const quick = quickly(text, 0, text.length, ALL);
    expect(quick !== undefined).toBe(isStraight);
    if (isStraight) expect(quick).toEqual(slowly(text, 0, text.length, ALL));
  });

  it.each<readonly [what: string, isStraight: boolean, text: string]>([
    ["behind other fields", true, "status: {a: b}\nkind: Pod\nmetadata: {uid: c, name: d}\napiVersion: v1\n"],
    [
      "of an item",
      true,
      "kind: A\nitems:\n- metadata: {uid: c, name: d}\n  kind: Pod\n- kind: Pod\n  status: a\n",
    ],
    [
      "by the list",
      true,
      "kind: PodList\napiVersion: v1\nitems:\n- metadata: {uid: c, name: d}\n- status: a\n",
    ],
    [
      "in the next item, which is another's",
      false,
      "kind: A\nitems:\n- status: a\n- status: b\n  kind: Pod\n",
    ],
    ["deeper, which is another's", true, "spec:\n  kind: Pod\nstatus: a\n"],
    ["not at all", true, "metadata: {uid: a}\nstatus: b\n"],
    ["in quotes, further down", false, "status: a\nkind: 'Pod'\n"],
    ["with a comment, further down", false, "status: a\nkind: Pod # b\n"],
    ["in quotes, first", true, "kind: 'Pod'\nstatus: a\n"],
    ["by a number", false, "kind: 1\nstatus: a\n"],
    ["of an item that is no object", false, "kind: A\nitems:\n- a\n"],
    ["of one that begins on a line of its own", false, "kind: A\nitems:\n-\n  a: b\n"],
    ["of items in flow style", true, "kind: A\nitems: [{kind: Pod, metadata: {name: a}}]\n"],
    ["of items that are none", false, "kind: A\nitems:\nb: c\n"],
  ])("what an object is may be said %s: %s", (_, isStraight, text) => {
    const quick = quickly(text, 0, text.length, HEADED);
    expect(quick !== undefined).toBe(isStraight);
    const slow = slowly(text, 0, text.length, HEADED) as { value: unknown };
    if (quick !== undefined) expect(withoutNulls(quick)).toEqual(withoutNulls(slow));
  });
});

/** The slow way leaves a null where a key was that is not kept. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each)));
}
