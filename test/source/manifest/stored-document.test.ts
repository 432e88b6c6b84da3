import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { child, keyOf, rootOrigin } from "../../../src/source/manifest/origin.js";
import {
  emptyMapping,
  isMapping,
  type MutableMapping,
  type Value,
} from "../../../src/source/manifest/value.js";
import { locate } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import { StoredDocument } from "../../../src/source/manifest/stored-document.js";

/** What the text of an object reads back as; a problem where it cannot be read. */
function readBack(value: Value): unknown {
  const { text } = new StoredDocument("shop/networkpolicy/web", value).file;
  const readings = [...readDocuments({ name: "x", text })];
  const [reading] = readings;
  if (readings.length !== 1 || reading?.value === undefined) return { text, readings };
  const isWhole = reading.duplicates.length + reading.collisions.length === 0 && reading.rest === undefined;
  return isWhole ? reading.value : { text, reading };
}

/** Parsed JSON as values are held. */
function valueOf(json: unknown): Value {
  if (Array.isArray(json)) return json.map(valueOf);
  if (typeof json !== "object" || json === null) return json as Value;
  const result: MutableMapping = emptyMapping();
  for (const [key, below] of Object.entries(json)) result[key] = valueOf(below);
  return result;
}

/** Words that YAML could take for something else than text. */
const WORDS =
  "~ null true yes No on y 1 -1 0x1f 0o17 1e3 .5 1_000 12:30:45 2026-11-21 .inf .nan << = --- ... # !x &a *a %Y @x ` [ { } | > ' \" \\ __proto__";

/** Texts with blanks, breaks and characters that no YAML may hold as they are. */
const SEQUENCES =
  " ;- a;? a;a: b;a #b;a\nb;\ta;a\r\n;key ;a\u0085b;a\u2028b;\ufeffa;a\ufeff;\u00a0;\u0000;\u007f;\u009f;\ufffe;\uffff";

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", ...WORDS.split(" "), ...SEQUENCES.split(";")),
);

/** Whole numbers beyond 2^53 are bigints; JSON has no negative zero. */
function isExact(number: number): boolean {
  return !Object.is(number, -0) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

const VALUE = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    TEXT,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (isExact(number) ? number : 0.25)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(TEXT, tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("the text of an object that a server has stored", () => {
  it("reads back as the same value, whatever the object holds", () => {
    fc.assert(
      fc.property(VALUE, (json) => {
        const value = valueOf(json);
        expect(readBack(value)).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it.each<readonly [what: string, value: unknown]>([
    ["nothing", null],
    ["lists in lists", { a: [[], [[1, [2]], {}], { b: [{ c: [] }] }] }],
    ["a key longer than a simple key may be", { ["k".repeat(1500)]: { ["ä".repeat(1200)]: ["x"] } }],
    ["a text of many lines", { a: `${"line\n".repeat(20)}  indented\n\n` }],
    ["numbers at their edges", { a: [5e-324, -1.5, Number.MAX_SAFE_INTEGER, 0] }],
  ])("reads back: %s", (_what, json) => {
    const value = valueOf(json);
    expect(readBack(value)).toStrictEqual(value);
  });

  it("reads back whole numbers beyond 2^53", () => {
    const value = valueOf({ a: 2n ** 63n - 1n, b: [-(2n ** 60n)] });
    expect(readBack(value)).toStrictEqual(value);
  });

  it("is in the style of kubectl, keys sorted", () => {
    const value = valueOf({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "web", labels: { on: "yes", port: "80" } },
      spec: {
        podSelector: {},
        ingress: [{ from: [{ podSelector: {} }, { ipBlock: null }], ports: [{ port: 80 }] }],
      },
    });
    expect(new StoredDocument("shop/networkpolicy/web", value).file.text).toBe(
      `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  labels:
    "on": "yes"
    port: "80"
  name: web
spec:
  ingress:
  - from:
    - podSelector: {}
    - ipBlock: null
    ports:
    - port: 80
  podSelector: {}
`,
    );
  });

  it("has a place for everything in it", () => {
    const value = valueOf({ spec: { ingress: [{ ports: [{ port: 80 }, { port: "http" }] }] } });
    const root = rootOrigin(new StoredDocument("shop/networkpolicy/web", value));
    const { text } = root.document.file;
    const port = child(root, "spec", "ingress", 0, "ports", 1, "port");
    const textOf = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    expect(textOf(locate(port))).toBe("http");
    expect(textOf(locate(keyOf(port)))).toBe("port");
    expect(textOf(locate(child(root, "spec", "egress")))).toBe("spec");
  });

  it("is made once, and not before it is asked for", () => {
    let read = 0;
    const value = new Proxy(valueOf({ a: "b" }) as object, {
      get: (target, key) => {
        read++;
        return Reflect.get(target, key) as unknown;
      },
    }) as Value;
    const { file } = new StoredDocument("shop/pod/web", value);
    expect(read).toBe(0);
    expect(isMapping(value)).toBe(true);
    expect([file.text, file.text]).toEqual(["a: b\n", "a: b\n"]);
    expect(read).toBe(1);
  });
});
