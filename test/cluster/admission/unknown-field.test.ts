import { describe, expect, it } from "vitest";
import { apiObject } from "../../support/api-object.js";
import { child, keyOf, type PathStep } from "../../../src/source/manifest/origin.js";
import { meantField, unknownFieldFinding } from "../../../src/cluster/admission/unknown-field.js";
import type { Mapping } from "../../../src/source/manifest/value.js";

/** What is told of a field at a path of an object that has what is written around it. */
function told(
  path: readonly PathStep[],
  written: string,
  known: Readonly<Record<string, readonly string[]>>,
  isAcceptedWithout = true,
  lists: readonly string[] = [],
): ReturnType<typeof unknownFieldFinding> {
  const { node } = apiObject("a: b\n");
  const name = String(path.at(-1));
  const parent = apiObject(`a: ${written}\n`).node.value as { readonly a: Mapping };
  return unknownFieldFinding(
    node.origin,
    {
      at: keyOf(child(node.origin, ...path)),
      name,
      known: new Map(Object.entries(known)),
      lists: new Set(lists),
      parent: parent.a,
    },
    isAcceptedWithout,
  );
}

const names = (...all: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(all.map((each) => [each, []]));

describe("an unknown field is told with what was meant", () => {
  it.each<
    readonly [
      what: string,
      name: string,
      written: string,
      known: readonly string[],
      meant: string | undefined,
    ]
  >([
    ["in other letters", "podselector", "{}", ["podSelector", "ingress"], "podSelector"],
    ["though that is written, too", "Ports", "{ ports: [] }", ["ports"], "ports"],
    ["misspelt", "ingres", "{}", ["ingress", "egress"], "ingress"],
    ["misspelt, if it is not written", "ingres", "{ ingress: [] }", ["ingress"], undefined],
    ["of another version", "ports", "{}", ["protocols", "to"], "protocols"],
    ["of the other version", "protocols", "{}", ["ports", "to"], "ports"],
    [
      "of another version, if it is not written",
      "ports",
      "{ protocols: [] }",
      ["protocols", "to"],
      undefined,
    ],
    ["nothing like it", "unlike", "{}", ["ingress"], undefined],
  ])("%s", (_, name, written, known, meant) => {
    const parent = (apiObject(`a: ${written}\n`).node.value as { readonly a: Mapping }).a;
    const fields = new Map(known.map((each): [string, readonly string[]] => [each, []]));
    expect(meantField({ name, known: fields, parent })).toBe(meant);
  });

  it.each<
    readonly [
      what: string,
      path: readonly PathStep[],
      written: string,
      known: readonly string[],
      finding: object,
      fix: string,
    ]
  >([
    [
      "in other letters",
      ["spec", "podselector"],
      "{ podselector: {} }",
      ["podSelector"],
      { code: "wrong-case-field", facts: { name: "podselector", parent: "spec", meant: "podSelector" } },
      "rename podselector podSelector",
    ],
    [
      "misspelt",
      ["spec", "ingres"],
      "{ ingres: [] }",
      ["ingress"],
      { code: "unknown-field", facts: { name: "ingres", parent: "spec", meant: "ingress" } },
      "rename ingres ingress",
    ],
    [
      "as the nearer of two",
      ["spec", "xgress"],
      "{ xgress: [] }",
      ["ingress", "egress"],
      { code: "unknown-field" },
      "rename xgress egress",
    ],
    [
      "where it is written, too",
      ["spec", "Ingress"],
      "{ Ingress: [], ingress: [] }",
      ["ingress"],
      { code: "wrong-case-field" },
      "",
    ],
    [
      "of another version, alone",
      ["spec", "subject", "namespaceSelector"],
      "{ namespaceSelector: {} }",
      ["namespaces"],
      { facts: { meant: "namespaces" } },
      "rename namespaceSelector namespaces",
    ],
    [
      "of another version, beside another",
      ["spec", "subject", "namespaceSelector"],
      "{ namespaceSelector: {}, pods: {} }",
      ["namespaces"],
      { facts: { meant: "namespaces" } },
      "",
    ],
    [
      "of another version, of another form",
      ["spec", "ingress", 0, "ports"],
      "{ ports: [] }",
      ["protocols"],
      { facts: { meant: "protocols" } },
      "",
    ],
    [
      "nothing",
      ["spec", "unlike"],
      "{ unlike: 1 }",
      ["ingress"],
      { code: "unknown-field", facts: { name: "unlike", parent: "spec" } },
      "",
    ],
  ])("and how to write it: %s", (_, path, written, known, finding, fix) => {
    const { fix: edits = [], ...rest } = told(path, written, names(...known));
    expect(rest).toMatchObject(finding);
    const shown = edits.map((edit) =>
      edit.type === "rename" ? `rename ${String(edit.at.step)} ${edit.key}` : edit.type,
    );
    expect(shown.join()).toBe(fix);
  });

  it("nothing, where nothing is like it", () => {
    expect(Object.keys(told(["spec", "unlike"], "{ unlike: 1 }", names("ingress")).facts)).not.toContain(
      "meant",
    );
  });

  it("a level too far to the left", () => {
    const { facts, fix } = told(["spec", "matchLabels"], "{ podSelector: null, matchLabels: { app: web } }", {
      podSelector: ["matchLabels"],
      ingress: ["from"],
    });
    expect(facts).toMatchObject({ belongsUnder: "podSelector" });
    expect(fix).toMatchObject([{ type: "remove" }, { type: "set", value: { matchLabels: { app: "web" } } }]);
    const other = told(["spec", "matchLabels"], "{ podSelector: {}, matchLabels: {} }", {
      podSelector: ["matchLabels"],
    });
    expect(Object.keys(other.facts)).not.toContain("belongsUnder");
  });

  it("a level too far to the left and without the dash of an entry", () => {
    const { facts, fix } = told(
      ["spec", "egress", 0, "podSelector"],
      "{ to: null, podSelector: { matchLabels: { app: api } } }",
      { to: ["podSelector", "ipBlock"], ports: ["port"] },
      true,
      ["to", "ports"],
    );
    expect(facts).toMatchObject({ belongsUnder: "to", isEntry: true });
    expect(fix).toMatchObject([
      { type: "remove" },
      { type: "set", value: [{ podSelector: { matchLabels: { app: "api" } } }] },
    ]);
  });

  it("two that may be one entry or two, without a fix", () => {
    const { facts, fix } = told(
      ["spec", "ingress", 0, "podSelector"],
      "{ from: null, podSelector: {}, namespaceSelector: {} }",
      { from: ["podSelector", "namespaceSelector"] },
      true,
      ["from"],
    );
    expect(facts).toMatchObject({ belongsUnder: "from", isEntry: true });
    expect(fix).toBeUndefined();
  });
});

describe("without a field that is dropped an object", () => {
  const RULE = ["from", "ports"];

  it.each<readonly [effect: string, path: readonly PathStep[], written: string, known: readonly string[]]>([
    [
      "selector-selects-everything",
      ["spec", "podSelector", "matchLabel"],
      "{ matchLabel: {} }",
      ["matchLabels"],
    ],
    [
      "selector-selects-everything",
      ["spec", "podSelector", "matchLabel"],
      "{ matchLabel: {}, matchLabels: null }",
      ["matchLabels"],
    ],
    [
      "is-ignored",
      ["spec", "podSelector", "matchLabel"],
      "{ matchLabel: {}, matchLabels: {} }",
      ["matchLabels"],
    ],
    ["selector-selects-everything", ["x", "namespaceSelector", "y"], "{}", ["matchLabels"]],
    ["selector-selects-everything", ["x", "namespaces", "y"], "{}", ["matchLabels"]],
    ["selector-selects-everything", ["x", "nodes", "y"], "{}", ["matchLabels"]],
    ["matches-everything", ["spec", "ingress", 0, "form"], "{ form: [] }", RULE],
    ["matches-everything", ["spec", "ingress", 0, "form"], "{ form: [], ports: [] }", RULE],
    ["matches-every-peer", ["spec", "ingress", 0, "form"], "{ form: [], ports: [{}] }", RULE],
    ["matches-everything", ["spec", "ingress", 0, "unlike"], "{ from: null }", RULE],
    ["is-ignored", ["spec", "ingress", 0, "unlike"], "{ from: [{}] }", RULE],
    ["matches-every-port", ["spec", "ingress", 0, "prots"], "{ from: [{}], prots: [] }", RULE],
    ["matches-every-peer", ["spec", "egress", 0, "too"], "{}", ["to", "ports", "action"]],
    ["matches-every-port", ["spec", "egress", 0, "protocol"], "{}", ["to", "protocols", "action"]],
    ["is-ignored", ["spec", "egress", 0, "nane"], "{}", ["name", "ports", "to", "action"]],
    ["selects-every-pod-of-namespace", ["spec", "podselector"], "{}", ["podSelector"]],
    ["is-ignored", ["spec", "x", "podselector"], "{}", ["podSelector"]],
    ["no-rules", ["spec", "ingres"], "{}", ["ingress"]],
    ["no-rules", ["spec", "Egress"], "{}", ["egress"]],
    ["is-ignored", ["x", "ingres"], "{}", ["ingress"]],
    ["selects-only-own-namespace", ["spec", "from", 0, "namespaceselector"], "{}", ["namespaceSelector"]],
    ["is-ignored", ["spec", "pods", "namespaceselector"], "{}", ["namespaceSelector"]],
    ["is-ignored", ["spec", "unlike"], "{}", ["ingress"]],
  ])("%s: %j of %s", (effect, path, written, known) => {
    expect(told(path, written, names(...known)).facts).toMatchObject({ effect });
    expect(told(path, written, names(...known), false).facts).toMatchObject({ effect: "is-refused" });
  });
});
