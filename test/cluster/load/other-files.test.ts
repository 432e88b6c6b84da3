import { describe, expect, it } from "vitest";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";

/** What becomes of a file: the reason why it is other, or what is wrong with it. */
async function outcomeOf(text: string, isNamed: boolean): Promise<string> {
  const loaded = await load([{ type: "file", file: { name: "a.yaml", text }, isNamed }], READ_OPTIONS);
  const [other] = loaded.summary.other;
  const wrong = loaded.problems.map(({ facts }) => ("reason" in facts ? facts.reason : "")).join(" ");
  return other === undefined ? wrong : `other: ${other.reason}`;
}

describe("a file that does not parse", () => {
  it.each<readonly [what: string, text: string, walked: string]>([
    ["and is no manifest by any reading", "extends: [base\n", "other: not-yaml"],
    ["and names a version", "apiVersion: [v1\n", "yaml-syntax"],
    ["and may name one by an escape", '"api\\x56ersion": [v1\n', "yaml-syntax"],
    ["and may name one in base64", "!!binary YXBpVmVyc2lvbg==: [v1\n", "yaml-syntax"],
    ["and has an escape that spells no key", 'when: "a =~ \\d"\nextends: [base\n', "other: not-yaml"],
    ["and may name one over two lines", '"apiVer\\\nsion": [v1\n', "yaml-syntax"],
    ["and has a tag that says nothing", "emoji: !!python/name:x [\n", "other: not-yaml"],
  ])("%s", async (_, text, walked) => {
    expect(await outcomeOf(text, false)).toBe(walked);
    expect(await outcomeOf(text, true)).toBe("yaml-syntax");
  });

  it.each<readonly [what: string, zeros: readonly [string, string]]>([
    ["UTF-16, little-endian", ["", "\0"]],
    ["UTF-16, big-endian", ["\0", ""]],
    ["UTF-32, big-endian", ["\0\0\0", ""]],
  ])("of %s without a byte-order mark, and names a version", async (_, [front, back]) => {
    const inTheirs = (text: string): string => [...text].map((letter) => front + letter + back).join("");
    expect(await outcomeOf(inTheirs("apiVersion: v1\nkind: Pod\n"), false)).toBe("control-character");
    expect(await outcomeOf(inTheirs("extends: base\n"), false)).toBe("other: not-yaml");
  });
});

describe("a template outside of a chart", () => {
  const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .name }}}\n";
  const deep = `a: ${"[".repeat(70)}${"]".repeat(70)}\n`;

  it.each<readonly [what: string, text: string, outcome: string]>([
    ["that writes no policy", config, "other: template"],
    ["of several documents", `${config}---\n{{ if .on }}\n${config}{{ end }}\n`, "other: template"],
    ["of Jinja, of which nothing is known", `{% raw %}\n${config}`, "template"],
    [
      "of Jinja behind a document",
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n{% endraw %}\n",
      "template",
    ],
    ["that writes a policy", config.replace("ConfigMap", "NetworkPolicy"), "template"],
    ["whose kind is printed", config.replace("ConfigMap", "{{ .kind }}"), "template"],
    ["of another engine", `{% if on %}\n${config}{% endif %}\n`, "template"],
    [
      "whose comment hides what kubectl reads",
      `apiVersion: v1\nkind: ConfigMap\n# {{/*\n---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nnote: "{{"\n${deep}# */}}\n`,
      "depth",
    ],
  ])("%s", async (_, text, outcome) => {
    expect(await outcomeOf(text, false)).toBe(outcome);
    if (outcome.startsWith("other")) expect(await outcomeOf(text, true)).toBe("template");
  });
});

describe("a key that is written twice", () => {
  it.each<readonly [what: string, text: string, walked: string]>([
    ["in a file of another tool", "image: a\nimage: b\nnote: apiVersion\n", "other: no-kubernetes-object"],
    ["that says what an object is", "apiVersion: v1\nkind: Pod\nkind: NetworkPolicy\n", "duplicate-key"],
    [
      "that says that it is a list",
      "items: []\nnote: apiVersion\nitems: [{kind: NetworkPolicy}]\n",
      "list-without-kind",
    ],
    ["of an object", "apiVersion: v1\nkind: Pod\nspec: {}\nspec: {}\n", "duplicate-key"],
  ])("%s", async (_, text, walked) => {
    const loaded = await load(
      [{ type: "file", file: { name: "a.yaml", text }, isNamed: false }],
      READ_OPTIONS,
    );
    const [other] = loaded.summary.other;
    const wrong = loaded.problems.map(({ code, facts }) => ("reason" in facts ? facts.reason : code));
    expect(other === undefined ? wrong : [`other: ${other.reason}`]).toContain(walked);
  });
});

it("objects without a line that separates them are one problem", async () => {
  const object = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {}\n";
  const factsOf = async (text: string): Promise<readonly unknown[]> => {
    const file = { name: "a.yaml", text };
    const loaded = await load([{ type: "file", file, isNamed: false }], READ_OPTIONS);
    return loaded.problems.flatMap(({ code, facts }) => (code === "duplicate-key" ? [facts] : []));
  };
  expect(await factsOf(object.repeat(3))).toEqual([{ key: "apiVersion", objects: 3 }]);
  expect(await factsOf(`${object}spec: {}\n`)).toEqual([{ key: "spec" }]);
  expect(await factsOf(`${object}${object.replace("{}", "{a: 1, a: 2}")}`)).toEqual([
    { key: "apiVersion", objects: 2 },
    { key: "a" },
  ]);
});

describe("a file that parses", () => {
  it.each<readonly [what: string, text: string, outcome: string]>([
    ["and holds no object", "site_name: docs\n", "other: no-kubernetes-object"],
    ["and holds nothing", "# nothing\n", "other: no-kubernetes-object"],
    ["and holds an object", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", ""],
  ])("%s", async (_, text, outcome) => {
    for (const isNamed of [true, false]) expect(await outcomeOf(text, isNamed)).toBe(outcome);
  });
});
