import { describe, expect, it } from "vitest";
import { ADMIN, BETA, CLUSTER, convert, RELEASED } from "./convert-options.js";
import { namespace, pod, REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { schemaOf } from "../support/schemas.js";

const problemsOf = schemaOf("convert");

describe("anp convert", () => {
  it("is a filter: what is not converted passes through, byte for byte", async () => {
    const around = "# kept\n\napiVersion: v1\nkind:   ConfigMap\nmetadata: {name: 'x' }   # as it is\n";
    const { code, stdout, stderr } = await convert({}, ["-"], { stdin: stream(around, ADMIN, around, BETA) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: stream(around, CLUSTER, around, RELEASED) });
    expect(stderr).toMatch(/^converted 2 objects in 1 file\n/);
  });

  it("joins files with what separates documents", async () => {
    const files = {
      "a.yaml": `---\n${ADMIN}`,
      "b.yaml": BETA.trimEnd(),
      "c.yaml": `---\n${SHOP}`,
      "d.txt": "x",
    };
    const { stdout } = await convert(files, ["."]);
    expect(stdout).toBe(`---\n${CLUSTER}---\n${RELEASED}---\n${SHOP}`);
  });

  it("reads a file once that is converted and stands in a folder that is looked at", async () => {
    const files = { "a.yaml": BETA, "around/b.yaml": SHOP };
    const { code, stdout, stderr } = await convert(files, ["a.yaml", "-f", ".", "-f", "a.yaml"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: RELEASED });
    expect(stderr).not.toContain("copies");
  });

  it("does not join JSON with other files, which would be read as JSON", async () => {
    const files = {
      "a.yaml": ADMIN,
      "b.json": '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"x"}}',
    };
    expect(await convert(files, ["."])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--out-dir"),
    });
    expect((await convert(files, [".", "--out-dir", "new"])).code).toBe(0);
  });

  it("converts the items of a list, and puts new ones behind them", async () => {
    const tenants = {
      apiVersion: "policy.networking.k8s.io/v1alpha1",
      kind: "AdminNetworkPolicy",
      metadata: { name: "t", uid: "1" },
      spec: {
        priority: 3,
        subject: { namespaces: {} },
        ingress: [{ action: "Deny", from: [{ namespaces: { notSameLabels: ["team"] } }] }],
      },
    };
    const list = {
      apiVersion: "v1",
      kind: "List",
      items: [tenants, { apiVersion: "v1", kind: "Node", metadata: { name: "n" } }],
    };
    const around = { "n.yaml": stream(namespace("a", "{ team: red }"), namespace("b", "{ team: blue }")) };
    const { stdout } = await convert(around, ["-", "-f", "n.yaml"], {
      stdin: JSON.stringify(list, undefined, 4),
    });
    const { items } = JSON.parse(stdout);
    expect(items.map(({ kind, metadata }: any) => [kind, metadata])).toEqual([
      ["ClusterNetworkPolicy", { name: "t-blue" }],
      ["ClusterNetworkPolicy", { name: "t-red" }],
      ["Node", { name: "n" }],
    ]);
    expect(stdout).toMatch(/^\{\n {4}"apiVersion": "v1",\n/);
  });

  it.each([
    ["AdminNetworkPolicy", ADMIN, CLUSTER],
    ["NetworkPolicy", BETA, RELEASED],
  ])(
    "says of an item what it is now where a list says what its items are: %s",
    async (kind, old, becomes) => {
      const bare = (text: string): string => text.replace(/^apiVersion:.*\nkind:.*\n/, "");
      const asItem = (text: string): string => `- ${text.trimEnd().replaceAll("\n", "\n  ")}\n`;
      const head = `${/^apiVersion:.*\n/.exec(old)?.[0]}kind: ${kind}List\nitems:\n`;
      const files = { "a.yaml": head + asItem(bare(old)), "b.yaml": SHOP };
      const { code, stdout, stderr } = await convert(files, ["a.yaml", "-f", "b.yaml"]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: head + asItem(becomes) });
      expect(stderr).toContain("no verdict can change");
    },
  );

  it("leaves what another file contradicts that is only read", async () => {
    const files = { "a.yaml": ADMIN, "b.yaml": ADMIN.replace("9", "8") };
    const { code, stdout, stderr } = await convert(files, ["a.yaml", "-f", "b.yaml"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: ADMIN });
    expect(stderr).toContain("AdminNetworkPolicy closed: the input contains it several times  a.yaml:1:1");
  });

  it.each([
    ["that is all", "nothing to convert: every policy already has the newest API", 0, CLUSTER, []],
    [
      "is asked for",
      "nothing to convert to networking.k8s.io/v1",
      0,
      ADMIN,
      ["--to", "networking.k8s.io/v1"],
    ],
    ["could be read", "nothing to convert in what could be read", 3, `${SHOP}---\nkind: [\n`, []],
  ])("says that there is nothing to convert where %s", async (_, summary, code, text, args) => {
    const ran = await convert({ "a.yaml": text }, ["a.yaml", "--check", ...args]);
    expect(ran.code).toBe(code);
    expect(ran.stdout).toMatch(new RegExp(`^${summary}$`, "m"));
  });

  it("is incomplete where something cannot be read, and converts the rest", async () => {
    const ran = await convert({ "a.yaml": ADMIN, "b.yaml": "apiVersion: [\n" }, ["a.yaml", "b.yaml"]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(/INCOMPLETE .*b\.yaml/);
    expect(ran.stdout).toContain(CLUSTER);
  });

  it("is incomplete where a policy is refused, old or not", async () => {
    const bad = ADMIN.replace("priority: 9", "priority: 9000").replace("closed", "bad");
    for (const text of [
      stream(ADMIN, bad),
      stream(ADMIN, SHOP, REVERSED_PORTS.replace("cart-from-web", "x")),
    ])
      expect((await convert({ "a.yaml": text }, ["a.yaml"])).code).toBe(3);
    const { stderr } = await convert({ "a.yaml": stream(ADMIN, bad) }, ["a.yaml"]);
    expect(stderr).toMatch(/AdminNetworkPolicy bad: the API server refuses it \(schema a\.yaml:\d+:\d+\)/);
  });

  it("leaves what cannot be carried over, says why, and fails", async () => {
    const byName = ADMIN.replace("ingress: ", "egress: ")
      .replace("from: [{ namespaces: {} }]", "to: [{ domainNames: [a.example.com] }]")
      .replace("closed", "by-name");
    const { code, stdout, stderr } = await convert({ "a.yaml": stream(ADMIN, byName) }, ["a.yaml"]);
    expect(code).toBe(1);
    expect(stdout).toBe(stream(CLUSTER, byName));
    expect(stderr).toContain("converted 1 object in 1 file; 1 can't be converted");
    expect(stderr).toContain("denies or passes by domain name");
  });

  it("tells what a hostile name or label would do to a terminal, and to a comment", async () => {
    const text = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: t}
spec: {priority: 3, subject: {namespaces: {}}, ingress: [{name: "\\e[31m", action: Deny, from: [{namespaces: {sameLabels: [team]}}]}]}
`;
    const around = `apiVersion: v1
kind: Namespace
metadata: {name: a, labels: {team: "x\\nkind: Pod\\n# \\e[2J"}}
`;
    const { stdout, stderr } = await convert({ "n.yaml": around }, ["-", "-f", "n.yaml"], { stdin: text });
    expect(stderr).not.toContain("\u001b");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toMatch(/^kind: Pod/m);
  });

  it.each([
    ["what is converted, with notes and a rollout", stream(SHOP, ADMIN, BETA), []],
    ["what is left", stream(ADMIN, ADMIN.replace("9", "8")), []],
    [
      "verdicts that differ",
      stream(SHOP, ADMIN, CLUSTER.replace("closed", "open").replace("Deny", "Accept")),
      [],
    ],
    ["what is incomplete", `${ADMIN}---\nkind: [\n`, []],
    ["the design of 2016", stream(namespace("shop"), pod("shop", "web"), BETA), ["--legacy"]],
    ["nothing at all", SHOP, []],
  ])("has the published form for %s", async (_, text, args) => {
    const { stdout } = await convert({ "a.yaml": text }, ["a.yaml", "--check", "-o", "json", ...args]);
    expect(problemsOf(JSON.parse(stdout))).toEqual([]);
  });

  it("says that a broken answer is broken", () => {
    expect(problemsOf({ version: 1 })).not.toEqual([]);
  });
});
