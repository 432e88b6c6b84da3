import { compose } from "../../../src/source/manifest/compose.js";
import { describe, expect, it } from "vitest";
import { parse } from "../../../src/source/manifest/yaml/parser.js";
import { ReadError } from "../../../src/source/manifest/read-error.js";
import type { Composed, Keep } from "../../../src/source/manifest/composed.js";

function composed(text: string, parts: Parameters<typeof compose>[1] = () => true): Composed {
  return compose(parse(text, 0, text.length, 64), parts);
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** What a text's objects say that they are, each as `apiVersion/kind`, in the order in which they are asked about. */
function objectsOf(text: string): string[] {
  const asked: string[] = [];
  composed(text, (apiVersion, kind) => {
    asked.push(`${apiVersion ?? "-"}/${kind ?? "-"}`);
    return true;
  });
  return asked;
}

describe("an object is asked what it is before it is built", () => {
  it.each<readonly [what: string, text: string, objects: readonly string[]]>([
    ["where it says so first", "apiVersion: v1\nkind: Pod\nspec: {}\n", ["v1/Pod"]],
    ["where it says so last", "spec: {kind: A}\nkind: Pod\napiVersion: v2\n", ["v2/Pod"]],
    ["its kind alone", "kind: Pod\na: b\n", ["-/Pod"]],
    ["its version alone", "a: b\napiVersion: v3\n", ["v3/-"]],
    ["what is no text", "apiVersion: 1\nkind: null\n", ["-/-"]],
    ["nothing", "a: b\n", ["-/-"]],
    ["in quotes", "\"apiVersion\": 'v1'\n'kind': \"Pod\"\n", ["v1/Pod"]],
    ["but no list", "- kind: Pod\n", []],
    ["no text", "kind\n", []],
    ["none with a tag at a key", "!!str kind: Pod\napiVersion: v1\n", []],
    ["none with a tag at what it is", "kind: !!str Pod\napiVersion: v1\n", []],
    ["none that merges others", "kind: Pod\n<<: {kind: Service}\n", []],
    ["none whose kind is a list", "kind: [Pod]\napiVersion: v1\n", []],
    ["none with an alias, for it may name what would not be built", "kind: Pod\na: &a b\nc: *a\n", []],
  ])("%s", (_, text, objects) => expect(objectsOf(text)).toEqual(objects));

  it.each<readonly [what: string, text: string, objects: readonly string[]]>([
    [
      "which are what the list says where they say nothing",
      "apiVersion: v1\nkind: PodList\nitems:\n- a: b\n- c: d\n",
      ["v1/PodList", "v1/Pod", "v1/Pod"],
    ],
    [
      "or what they say themselves, all of it",
      "apiVersion: v1\nkind: PodList\nitems:\n- kind: Node\n- apiVersion: v2\n- {}\n",
      ["v1/PodList", "-/Node", "v2/-", "v1/Pod"],
    ],
    ["and may be lists", "kind: List\nitems:\n- kind: AList\n  items: [{}]\n", ["-/List", "-/AList", "-/A"]],
    ["but no other field", "kind: List\nobjects:\n- kind: A\n", ["-/List"]],
    ["no field of the same name further in", "kind: List\nspec:\n  items:\n  - kind: A\n", ["-/List"]],
    ["and no mapping", "kind: List\nitems: {kind: A}\n", ["-/List"]],
    ["nor what is no object", "kind: List\nitems: [a, [{kind: B}], {kind: C}]\n", ["-/List", "-/C"]],
  ])("so are its items, %s", (_, text, objects) => expect(objectsOf(text)).toEqual(objects));

  it("and each is built as it says", () => {
    const keep: Readonly<Record<string, true | Keep | "nothing">> = {
      PodList: { kind: true, items: true },
      Pod: { a: true, b: { c: true } },
      Node: "nothing",
    };
    const text =
      "kind: PodList\nmetadata: {}\nitems:\n- {a: 1, b: {c: 2, d: 3}, e: 4}\n- {kind: Node, apiVersion: v1, a: 5}\n- {kind: Other, a: 6}\n";
    const { value } = composed(text, (_, kind = "") => keep[kind] ?? true);
    expect(asJson(value)).toEqual({
      kind: "PodList",
      metadata: null,
      items: [
        { a: 1, b: { c: 2, d: null }, e: null },
        { kind: "Node", apiVersion: "v1", a: null },
        { kind: "Other", a: 6 },
      ],
    });
  });
});

describe("keys that are stored under another text are told", () => {
  it.each<readonly [what: string, text: string, told: readonly (readonly [string, string, string])[]]>([
    ["a word that means true", "on: a\n", [["true", "on", "on"]]],
    ["a number that is written otherwise", "a: {0x1F: b}\n", [["31", "0x1F", "0x1F"]]],
    ["behind an alias", "a: &x yes\n*x : c\n", [["true", "*x", "*x"]]],
    ["not one in quotes", '"on": a\n', []],
    ["not a number that is written as it is stored", "31: a\n", []],
    ["not a word", "web: a\n", []],
  ])("%s", (_, text, told) => {
    const { restoredKeys, value } = composed(text);
    expect(restoredKeys.map(({ key, written, at }) => [key, written, text.slice(at.start, at.end)])).toEqual(
      told,
    );
    for (const { mapping, key } of restoredKeys) {
      expect(Object.keys(mapping as object)).toContain(key);
      const within = [value, ...Object.values(value as object)] as readonly unknown[];
      expect(within).toContain(mapping);
    }
  });

  it("not what is not built", () => {
    const text = "kind: Pod\na: {on: b}\n";
    expect(composed(text, () => ({ kind: true })).restoredKeys).toEqual([]);
    expect(composed(text, () => ({ a: true })).restoredKeys).toHaveLength(1);
  });
});

describe("what aliases and merges add is counted as Kubernetes' reader counts it", () => {
  it.each<readonly [what: string, text: string, nodes: number]>([
    ["an alias of a text", "a: &x b\nc: *x\n", 1],
    ["an alias of a list, with the list", "a: &x [b, c]\nd: *x\n", 3],
    ["of a mapping, with its keys", "a: &x {b: c, d: e}\nf: *x\n", 5],
    ["an alias of aliases", "a: &x [b, c]\nd: &y [*x, *x]\ne: *y\n", 3 + 3 + (1 + 2 * (1 + 3))],
    ["an alias as a key", "a: &x b\n*x : c\n", 1],
    ["a merge: its keys, and one more", "a: {<<: {b: c, d: e}}\n", 3],
    ["a merge of a list: each of its mappings", "a: {<<: [{b: c}, {d: e}]}\n", 2 + 2],
    ["an alias of what merges", "a: &x {<<: {b: c}}\nd: *x\n", 2 + (1 + 3)],
    ["the list of a merge is no node", "a: &x {<<: [{b: c}, {d: e}]}\nf: *x\n", 2 + 2 + (1 + 3 + 3)],
    ["nothing", "a: &x b\n", 0],
  ])("%s", (_, text, nodes) => expect(composed(text).expanded).toBe(nodes));

  it("to a hundred thousand for a document", () => {
    const full = `a: &x [1, 2, 3, 4, 5, 6, 7, 8, 9]\nb: &y 1\nc:\n${"- *x\n".repeat(10_000)}`;
    expect(composed(full).expanded).toBe(100_000);
    expect(() => composed(`${full}- *y\n`)).toThrow(ReadError);
  });
});

/** The text that an error underlines. */
function refused(text: string): string {
  try {
    composed(text);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const { code, at } = error.problem;
    return `${code}: ${text.slice(at.start, at.end)}`;
  }
  return "";
}

it.each<readonly [what: string, text: string, error: string]>([
  ["a mapping as a key", "? {a: b}\n: c\n", "map-key: {"],
  ["a list as a key", "x: y\n? [a]\n: c\n", "map-key: ["],
  ["an alias of a collection as a key", "x: &x [y]\n*x : c\n", "map-key: *x"],
  ["an anchor that is not set yet", "a: *x\nb: &x c\n", "unknown-anchor: *x"],
  ["an alias of what it is in", "a: &x [*x]\n", "anchor-contains-itself: *x"],
  ["a merge of a text", "a: b\n<<: c\n", "merge-of-no-map: <<"],
  ["a merge of a list with a text in it", "<<: [{a: b}, c]\n", "merge-of-no-map: <<"],
  ["a key of null", "~: a\n", "null-key: ~"],
  ["a key beyond 64 bits", "9223372036854775808: a\n", "number-key: 9223372036854775808"],
  ["an infinity", "a: .inf\n", "number-not-finite: .inf"],
  ["a number that its tag says is none", "a: !!int b\n", "tag-mismatch: b"],
])("there is no %s", (_, text, error) => expect(refused(text)).toBe(error));
