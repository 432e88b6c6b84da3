import { describe, expect, it } from "vitest";
import { applyTo, editText, type TextEdit } from "./edit-text.js";
import { listing } from "../listing.js";

type Row = readonly [what: string, edits: readonly TextEdit[], listing: string];

const SEVERAL: readonly Row[] = [
  [
    "one behind the other, each in what those before it leave",
    [{ insert: { port: 80 }, into: "ports", index: 0 }, { set: "ports/1/port", to: 82 }, { remove: "a" }],
    `- a: b
     | ports:
     + - port: 80
     - - port: 81
     + - port: 82
     | - port: 83`,
  ],
  [
    "of several documents",
    [
      { set: "a", to: 3, document: 2 },
      { set: "a", to: 1, document: 0 },
    ],
    `- a: 10
     + a: 1
     | --- # the second
     | a: 20
     | ---
     - a: 30
     + a: 3`,
  ],
];

const DENY_ALL = { kind: "NetworkPolicy", spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } };

const ADDED: readonly Row[] = [
  [
    "indented as the last one",
    [{ add: DENY_ALL }],
    `| kind: Pod
     | spec:
     |     a:
     |     - b
     | # the end
     + ---
     + kind: NetworkPolicy
     + spec:
     +     podSelector: {}
     +     ingress:
     +     - ports:
     +       - port: 80`,
  ],
  [
    "with dashes as elsewhere in the file",
    [{ add: { a: ["b"] } }],
    `| a:
     | - b: 1
     |   c:
     |   - d
     | ---
     | b: 2
     + ---
     + a:
     + - b`,
  ],
  ["behind a last `---`", [{ add: { a: 1 } }], `| b: 2\n| ---\n+ a: 1`],
  ["to a text without a last line break", [{ add: { a: 1 } }], `- b: 2∎\n+ b: 2\n+ ---\n+ a: 1∎`],
  ["to an empty text", [{ add: { a: 1 } }], `+ a: 1`],
  ["behind an end marker", [{ add: { a: 1 } }], `| b: 2\n| ...\n+ ---\n+ a: 1`],
  ["twice", [{ add: { a: 1 } }, { add: { c: 3 } }], `| b: 2\n+ ---\n+ a: 1\n+ ---\n+ c: 3`],
  [
    "as JSON behind JSON",
    [{ add: { a: ["c"] } }],
    `| {
     |    "b": 2
     | }
     + {
     +    "a": [
     +       "c"
     +    ]
     + }`,
  ],
  ["as one line behind one line", [{ add: { a: ["c"] } }], `| {"b":2}\n+ {"a":["c"]}`],
];

const REFUSED: readonly (readonly [what: string, edit: TextEdit, code: string, text: string])[] = [
  ["an item of what an alias stands for", { insert: 1, into: "b", index: 0 }, "alias", "a: &x [2]\nb: *x\n"],
  ["a value that an alias stands for", { set: "b/c", to: 1 }, "alias", "a: &x {c: 2}\nb: *x\n"],
  ["a merged value", { set: "b/c", to: 1 }, "alias", "a: &x {c: 2}\nb:\n  <<: *x\n"],
  ["a field beside merged ones", { set: "b/d", to: 1 }, "alias", "a: &x {c: 2}\nb:\n  <<: *x\n"],
  ["a value that an alias uses", { set: "a", to: 1 }, "unverified", "a: &x 2\nb: *x\n"],
  ["what has the anchor of an alias", { remove: "a" }, "unverified", "a: &x 2\nb: *x\n"],
  [
    "an item behind text that keeps its line breaks",
    { insert: "c", into: "a", index: 1 },
    "unverified",
    "a:\n- |+\n  b\n\n",
  ],
  ["a block scalar", { set: "a", to: "c" }, "unverified", "a: |\n  b\n"],
  ["an item that is not there", { set: "a/1", to: 1 }, "no-such-place", "a: [0]\n"],
  ["an index behind the end", { insert: 1, into: "a", index: 2 }, "no-such-place", "a: [0]\n"],
  ["a field of a text", { set: "a/b", to: 1 }, "no-such-place", "a: b\n"],
  ["what is not there", { remove: "b" }, "no-such-place", "a: b\n"],
  ["an item of a mapping", { insert: 1, into: "a", index: 0 }, "not-a-list", "a: {b: c}\n"],
  ["a document that cannot be read", { set: "a", to: 1 }, "unreadable", "a: {\n"],
  ["a document behind which text is dropped", { set: "a", to: 1 }, "unreadable", "{a: 2}\nb: 3\n"],
  ["lines that end with CR", { set: "a", to: 1 }, "line-breaks", "a: 2\rb: 3\r"],
  ["a file whose last document cannot be read", { add: { a: 1 } }, "unreadable", "b: {\n"],
];

describe("several edits", () => {
  it.each(SEVERAL)("are made %s", (_, edits, text) => {
    const { before, after } = listing(text);
    expect(editText(before, ...edits)).toBe(after);
  });
});

describe("a new document", () => {
  it.each(ADDED)("is added %s", (_, edits, text) => {
    const { before, after } = listing(text);
    expect(editText(before, ...edits)).toBe(after);
  });
});

describe("what cannot be edited safely is not", () => {
  it.each(REFUSED)("%s", (_, edit, code, text) => {
    expect(editText(text, edit)).toBe(code);
  });

  it("says which of several edits is not possible", () => {
    const file = { name: "a.yaml", text: "a: 1\nb: 2\n" };
    const result = applyTo(file, [{ set: "a", to: 3 }, { remove: "c" }]);
    expect(result.refused !== undefined && result.edit.type).toBe("remove");
  });

  it("a file that is not UTF-8", () => {
    const result = applyTo({ name: "a.yaml", text: "a: 1\n", utf16: true }, [{ set: "a", to: 2 }]);
    expect(result.refused).toBe("encoding");
  });
});

describe("a document that helm made", () => {
  const text = "---\n# Source: shop/templates/a.yaml\na: 1\n---\n# Source: shop/templates/b.yaml\na: 2\n";

  it("is edited, and its template named", () => {
    const result = applyTo({ name: "rendered.yaml", text }, [{ set: "a", to: 3, document: 1 }]);
    expect(result).toEqual({ text: text.replace("a: 2", "a: 3"), templates: ["shop/templates/b.yaml"] });
  });
});
