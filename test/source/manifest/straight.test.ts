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
    expect(count).toBeGreaterThan(200);
  });
});
