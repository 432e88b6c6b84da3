import { describe, expect, it } from "vitest";
import { apiObject, underlined } from "../../../support/api-object.js";
import { child, keyOf } from "../../../../src/source/manifest/origin.js";
import { field } from "../../../../src/source/manifest/node.js";
import { isOfOlderShape, shapeOfField } from "../../../../src/cluster/admission/crd/older-shapes.js";
import { meantList } from "../../../../src/cluster/admission/crd/as-list.js";
import { shapeFix } from "../../../../src/cluster/admission/crd/shape-fix.js";
import type { Mapping } from "../../../../src/source/manifest/value.js";
import type { UnknownField } from "../../../../src/cluster/admission/go-json/decode.js";
import type { Schema } from "../../../../src/cluster/admission/structural/schema.js";

/** A field that is unknown below another one, where fields of some names could stand. */
function unknownIn(
  under: string,
  name: string,
  written: string,
  known: readonly string[] = [],
): UnknownField {
  const { node } = apiObject(`${under}: ${written}\n`);
  const parent = field(node, under);
  if (parent === undefined) throw new Error("no parent");
  return {
    at: keyOf(child(parent.origin, name)),
    name,
    lists: new Set(),
    known: new Map(known.map((each) => [each, []])),
    parent: parent.value as Mapping,
  };
}

describe("a field of another release's shape is known by where it stands", () => {
  it.each<
    readonly [under: string, name: string, written: string, field: string | undefined, isOlder: boolean]
  >([
    ["namespaces", "namespaceSelector", "{ namespaceSelector: {} }", "namespaceSelector", true],
    ["namespaces", "sameLabels", "{ sameLabels: [a] }", "sameLabels", true],
    ["namespaces", "samelabels", "{ samelabels: [a] }", "sameLabels", false],
    ["namespaces", "related", "{ related: Self }", "related", true],
    ["subject", "namespaceSelector", "{ namespaceSelector: {} }", "namespaceSelector", true],
    ["pods", "namespaces", "{ namespaces: { sameLabels: [a] } }", "namespaces", true],
    ["namespaces", "matchLabels", "{ matchLabels: {} }", "matchLabels", false],
    ["pods", "namespaceSelector", "{ namespaceSelector: {} }", "namespaceSelector", false],
    ["subject", "sameLabels", "{ sameLabels: [a] }", undefined, false],
    ["pods", "unlike", "{ unlike: a }", undefined, false],
  ])("%s.%s", (under, name, written, expected, isOlder) => {
    const unknown = unknownIn(under, name, written);
    expect(shapeOfField(unknown)?.field).toBe(expected);
    expect(isOfOlderShape(unknown)).toBe(isOlder);
  });

  it("unless it is one of the shape that is read", () => {
    expect(
      shapeOfField(unknownIn("namespaces", "matchLabel", "{ matchLabel: {} }", ["matchLabels"])),
    ).toBeUndefined();
  });

  it("with the one member that it holds, or what says the same", () => {
    const holds = (written: string): unknown => shapeOfField(unknownIn("pods", "namespaces", written))?.holds;
    expect(holds("{ namespaces: { sameLabels: [a] } }")).toBe("sameLabels");
    expect(holds("{ namespaces: { sameLabels: [a], b: c } }")).toBeUndefined();
    expect(holds("{ namespaces: {} }")).toBeUndefined();
    const instead = (text: string, ...known: readonly string[]): unknown =>
      shapeOfField(unknownIn("namespaces", "related", `{ related: ${text} }`, known))?.instead;
    const keys = ["kubernetes.io/metadata.name"];
    expect(instead("Self", "sameLabels")).toEqual({ field: "sameLabels", keys });
    expect(instead("NotSelf", "notSameLabels")).toEqual({ field: "notSameLabels", keys });
    expect(instead("Self")).toBeUndefined();
    expect(instead("Other", "sameLabels")).toBeUndefined();
    expect(instead("[Self]", "sameLabels")).toBeUndefined();
  });
});

describe("a field of another shape is written anew where both say the same", () => {
  it.each<readonly [what: string, under: string, name: string, written: string, edits: readonly string[]]>([
    [
      "under its new name",
      "subject",
      "namespaceSelector",
      "{ namespaceSelector: {} }",
      ["rename namespaceSelector namespaces"],
    ],
    [
      "not with something beside it",
      "subject",
      "namespaceSelector",
      "{ namespaceSelector: {}, pods: {} }",
      [],
    ],
    [
      "without what it stood in",
      "namespaces",
      "namespaceSelector",
      "{ namespaceSelector: {} }",
      ["unwrap namespaces"],
    ],
    [
      "not with something beside it there",
      "namespaces",
      "namespaceSelector",
      "{ namespaceSelector: {}, b: c }",
      [],
    ],
    [
      "in what it now stands in",
      "namespaces",
      "matchLabels",
      "{ matchLabels: { a: b } }",
      ['set namespaces {"namespaceSelector":{"matchLabels":{"a":"b"}}}'],
    ],
    [
      "with what stands beside it",
      "namespaces",
      "matchExpressions",
      "{ matchExpressions: [], matchLabels: {} }",
      ['set namespaces {"namespaceSelector":{"matchExpressions":[],"matchLabels":{}}}'],
    ],
    [
      "a level higher",
      "pods",
      "namespaces",
      "{ namespaces: { namespaceSelector: {} }, podSelector: {} }",
      ["unwrap namespaces", "rename namespaces namespaceSelector"],
    ],
    ["not what no selector says", "pods", "namespaces", "{ namespaces: { sameLabels: [a] } }", []],
    [
      "not where there is one",
      "pods",
      "namespaces",
      "{ namespaces: { namespaceSelector: {} }, namespaceSelector: {} }",
      [],
    ],
    [
      "a level deeper",
      "pods",
      "namespaceSelector",
      "{ namespaceSelector: { matchLabels: {} } }",
      [
        'set namespaceSelector {"namespaceSelector":{"matchLabels":{}}}',
        "rename namespaceSelector namespaces",
      ],
    ],
    [
      "not where there is one there",
      "pods",
      "namespaceSelector",
      "{ namespaceSelector: {}, namespaces: {} }",
      [],
    ],
  ])("%s", (_, under, name, written, edits) => {
    const unknown = unknownIn(under, name, written);
    const shaped = shapeOfField(unknown);
    if (shaped === undefined) throw new Error("no shape");
    const told = (shapeFix(unknown, shaped) ?? []).map((edit) => {
      const rest =
        edit.type === "set" ? ` ${JSON.stringify(edit.value)}` : edit.type === "rename" ? ` ${edit.key}` : "";
      return `${edit.type} ${String("at" in edit ? edit.at.step : "")}${rest}`;
    });
    expect(told).toEqual(edits);
  });

  it("as labels that say it", () => {
    const unknown = unknownIn("namespaces", "related", "{ related: Self }", ["sameLabels"]);
    const shaped = shapeOfField(unknown);
    const edits = shaped === undefined ? [] : (shapeFix(unknown, shaped) ?? []);
    expect(edits.map(({ type }) => type)).toEqual(["set", "rename"]);
    expect(edits[0]).toMatchObject({ value: ["kubernetes.io/metadata.name"] });
    expect(edits[1]).toMatchObject({ key: "sameLabels" });
    expect(underlined(unknown.at)).toBe("related");
  });
});

describe("a list was meant where a mapping stands", () => {
  const listOf = (...names: readonly string[]): Schema =>
    ({ items: { properties: new Map(names.map((name) => [name, {}])) } }) as unknown as Schema;
  const meant = (value: string, schema: Schema): unknown =>
    meantList(field(apiObject(`a: ${value}\n`).node, "a")?.value, schema);

  it.each<readonly [what: string, value: string, names: readonly string[], list: unknown]>([
    ["of that mapping", "{ b: 1, c: 2 }", ["b", "c", "d"], [{ b: 1, c: 2 }]],
    ["not with another field", "{ b: 1, x: 2 }", ["b", "c"], undefined],
    ["not where nothing is in it", "{}", ["b"], undefined],
    ["not where none stands", "[{ b: 1 }]", ["b"], undefined],
    [
      "of the ports of the proposal",
      "{ port: [{ protocol: TCP, number: 81 }, { number: 82 }] }",
      ["portNumber"],
      [{ portNumber: { protocol: "TCP", port: 81 } }, { portNumber: { port: 82 } }],
    ],
    ["not of other items", "{ port: [{ protocol: TCP, number: 81 }] }", ["b"], undefined],
    ["not with something beside them", "{ port: [{ number: 81 }], x: 1 }", ["portNumber"], undefined],
    ["not of none", "{ port: [] }", ["portNumber"], undefined],
    ["not of ports with more", "{ port: [{ number: 81, x: 1 }] }", ["portNumber"], undefined],
    [
      "not of ports without a number",
      "{ port: [{ number: 81 }, { protocol: TCP }] }",
      ["portNumber"],
      undefined,
    ],
    ["not of no ports", "{ port: [81] }", ["portNumber"], undefined],
    ["not of one", "{ port: { number: 81 } }", ["portNumber"], undefined],
  ])("%s", (_, value, names, list) => expect(meant(value, listOf(...names))).toEqual(list));

  it("where the schema has items", () => expect(meant("{ b: 1 }", {} as Schema)).toBeUndefined());
});
