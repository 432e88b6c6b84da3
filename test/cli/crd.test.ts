import { unwrapped } from "../support/unwrapped.js";
import { describe, expect, it } from "vitest";
import { adminEgress, namespace, pod, stream } from "./manifests.js";
import { definition, newestDefinition, withProperty, withRules } from "../support/crd.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";

const TO_NAMESPACES = "{ action: Deny, to: [{ namespaces: {} }] }";
const POLICY = adminEgress("tenants", TO_NAMESPACES);

const STORED = {
  apiVersion: "policy.networking.k8s.io/v1alpha2",
  kind: "ClusterNetworkPolicy",
  spec: { tier: "Admin", priority: 3, subject: { namespaces: {} } },
};

interface Found {
  readonly rule: string;
  readonly category: string;
  readonly message: string;
  readonly server: readonly string[];
}

interface Judged {
  readonly code: number;
  readonly found: readonly Found[];
}

/** Lints a policy by a CRD; only what the server and the reading say. */
async function judged(crd: string, policy = POLICY, ...args: readonly string[]): Promise<Judged> {
  const cwd = folderWith({ "crd.json": crd, "policies/a.yaml": policy });
  const { code, stdout, stderr } = await runAnp(
    ["lint", "policies", "--crd", "crd.json", "-o", "json", ...args],
    { cwd },
  );
  if (stdout === "") throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: Found[] };
  return { code, found: findings.filter(({ category }) => category === "rejected" || category === "input") };
}

async function refused(crd: string): Promise<Run> {
  return runAnp(["lint", "a.yaml", "--crd", "crd.yaml"], {
    cwd: folderWith({ "crd.yaml": crd, "a.yaml": POLICY }),
  });
}

const withRule = (rule: string, message = "never so"): string =>
  newestDefinition("ClusterNetworkPolicy", withRules({ rule, message }));

const owner = (schema: Readonly<Record<string, string | boolean | readonly unknown[]>>): string =>
  newestDefinition("ClusterNetworkPolicy", withProperty("owner", schema as never));
const OWNED = POLICY.replace("priority: 7", "priority: 7, owner: net");

describe("a CRD takes the place of a release's schema", () => {
  it("says nothing where it says the same", async () => {
    const { code, found } = await judged(newestDefinition("ClusterNetworkPolicy"));
    expect(found).toEqual([]);
    expect(code).toBe(0);
  });

  it("refuses by a rule of its own what every release accepts", async () => {
    const { code, found } = await judged(withRule("self.priority > 100", "priorities below 100 are ours"));
    expect(code).toBe(1);
    expect(found).toMatchObject([
      { rule: "cel", category: "rejected", server: ["spec: Invalid value: priorities below 100 are ours"] },
    ]);
  });

  it("accepts what every release refuses", async () => {
    const tall = POLICY.replace("priority: 7", "priority: 5000");
    const crd = newestDefinition(
      "ClusterNetworkPolicy",
      withProperty("priority", { type: "integer", format: "int32", minimum: 0, maximum: 9999 }),
    );
    expect((await judged(newestDefinition("ClusterNetworkPolicy"), tall)).code).toBe(1);
    expect((await judged(crd, tall)).found).toEqual([]);
  });

  it("knows a field that no release has, and refuses those that it does not have", async () => {
    const owned = POLICY.replace("priority: 7", "priority: 7, owner: net");
    const crd = newestDefinition(
      "ClusterNetworkPolicy",
      withProperty("owner", { type: "string", minLength: 5 }),
    );
    expect((await judged(newestDefinition("ClusterNetworkPolicy"), owned)).found).toMatchObject([
      { rule: "unknown-field", server: ['strict decoding error: unknown field "spec.owner"'] },
    ]);
    expect((await judged(crd, owned)).found).toMatchObject([
      {
        rule: "schema",
        server: ['spec.owner: Invalid value: "net": spec.owner in body should be at least 5 chars long'],
      },
    ]);
    expect((await judged(crd, owned.replace("owner: net", "owner: network"))).found).toEqual([]);
  });

  it("fills in its own defaults before it asks its rules", async () => {
    const crd = (rule: string): string =>
      newestDefinition("ClusterNetworkPolicy", (schema) =>
        withProperty("owner", { type: "string", default: "nobody" })(
          withRules({ rule, message: "an owner is needed" })(schema) as never,
        ),
      );
    expect((await judged(crd("self.owner == 'nobody'"))).found).toEqual([]);
    expect((await judged(crd("self.owner != 'nobody'"))).found).toHaveLength(1);
  });

  it.each([
    ["a version that is not served", "v1alpha2", false],
    ["a version that it does not have", "v1beta1", true],
  ])("refuses %s", async (_, version, isServed) => {
    const crd = definition({ kind: "ClusterNetworkPolicy", version, schema: { type: "object" }, isServed });
    const { code, found } = await judged(crd);
    expect(code).toBe(1);
    expect(found).toMatchObject([
      {
        rule: "unserved-kind",
        server: ['no matches for kind "ClusterNetworkPolicy" in version "policy.networking.k8s.io/v1alpha2"'],
      },
    ]);
  });

  it("leaves a version open that it serves and nobody here knows", async () => {
    const crd = definition({ kind: "ClusterNetworkPolicy", version: "v1beta2", schema: { type: "object" } });
    const { code, found } = await judged(crd, POLICY.replace("v1alpha2", "v1beta2"));
    expect(code).toBe(3);
    expect(found).toMatchObject([{ rule: "not-analysed", category: "input" }]);
    expect(found[0]?.message).toContain("`policy.networking.k8s.io/v1beta2 ClusterNetworkPolicy`");
  });

  it("leaves other kinds to their release", async () => {
    const other = newestDefinition("AdminNetworkPolicy", withRules({ rule: "false", message: "none" }));
    expect((await judged(other)).found).toEqual([]);
  });
});

// Each is ended after its time, whatever else the machine does meanwhile: all of them at once.
describe.concurrent("a check that does not end", () => {
  it.each([
    [
      "a text that a pattern tries in too many ways",
      "self.tier + 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' == '' || 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('^(a+)+$')",
    ],
    [
      "a count to the end of the world",
      `${"[1,2,3,4,5,6,7,8,9,10].all(a, ".repeat(12)}a > 0${")".repeat(12)}`,
    ],
  ])("is not evaluated, and so not passed: %s", async (_, rule) => {
    const { code, found } = await judged(withRule(rule));
    expect(code).toBe(3);
    expect(found).toMatchObject([{ rule: "not-analysed", category: "input" }]);
    expect(found[0]?.message).toContain("takes too long");
  });

  it("is not evaluated, and so not passed: a pattern of a field", async () => {
    const text = `"${"a".repeat(40)}!"`;
    const { code, found } = await judged(
      owner({ type: "string", pattern: "^(a+)+$" }),
      OWNED.replace("owner: net", `owner: ${text}`),
    );
    expect(code).toBe(3);
    expect(found[0]?.message).toBe("a CRD check takes too long: `^(a+)+$`");
  });
});

describe("rules of CRDs are programs of others", () => {
  it.each([
    ["is written in a later CEL", "self.egress.all(i, rule, i < 3 && has(rule.to))", "can't be evaluated"],
    ["asks for a function that is not there", "'%d'.format([self.priority]) == '7'", "can't be evaluated"],
    ["is no CEL", "self.priority >", "can't be evaluated"],
    ["is no question", "self.priority", "can't be evaluated"],
    ["matches as only Go does", "self.tier.matches('(?i)^admin$')", "can't be evaluated"],
  ])("one that %s is not evaluated, and so not passed", async (_, rule, words) => {
    const { code, found } = await judged(withRule(rule));
    expect(code).toBe(3);
    expect(found).toMatchObject([{ rule: "not-analysed", category: "input" }]);
    expect(found[0]?.message).toContain(words);
  });

  it("one that takes too long keeps no other object from its own rules", async () => {
    const crd = newestDefinition(
      "ClusterNetworkPolicy",
      withRules(
        {
          rule: `self.priority == 7 ? 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('^(a+)+$') : true`,
          message: "slow",
        },
        { rule: "self.priority != 8", message: "no eights" },
      ),
    );
    const policies = stream(
      POLICY,
      adminEgress("other", TO_NAMESPACES).replace("priority: 7", "priority: 8"),
    );
    const { code, found } = await judged(crd, policies);
    expect(code).toBe(3);
    expect(found.map(({ rule, server }) => [rule, server])).toContainEqual([
      "cel",
      ["spec: Invalid value: no eights"],
    ]);
  });

  it("makes the message as the CRD says", async () => {
    const rule = { rule: "self.priority > 9", messageExpression: "'not ' + string(self.priority)" };
    const { found } = await judged(newestDefinition("ClusterNetworkPolicy", withRules(rule)));
    expect(found).toMatchObject([{ server: ["spec: Invalid value: not 7"] }]);
  });

  it("leaves out what compares with an older object, as on creation", async () => {
    expect((await judged(withRule("self.priority == oldSelf.priority"))).found).toEqual([]);
  });

  it("leaves open what compares with the object that is stored", async () => {
    const crd = withRule("self.priority == oldSelf.priority");
    const cwd = folderWith({
      "prod.json": JSON.stringify({
        apiVersion: "v1",
        kind: "List",
        items: [JSON.parse(crd), { ...STORED, metadata: { name: "tenants" } }],
      }),
      "a.yaml": POLICY,
      "b.yaml": POLICY.replace("tenants", "others"),
    });
    const lint = async (file: string): Promise<Run> =>
      runAnp(["lint", "--snapshot", "prod.json", "-f", file, "--only", "cel"], { cwd });
    const changed = await lint("a.yaml");
    expect(unwrapped(changed.stdout)).toContain("can't be evaluated: `self.priority == oldSelf.priority`");
    expect(changed.code).toBe(3);
    expect((await lint("b.yaml")).code).toBe(0);
  });

  it("matches as Go does", async () => {
    const rule = (pattern: string): string => withRule(`self.tier.matches('${pattern}')`);
    expect((await judged(rule("^[[:alpha:]]+$"))).found).toEqual([]);
    expect((await judged(rule("^[[:digit:]]+$"))).found).toHaveLength(1);
  });
});

describe("patterns and keywords of CRDs", () => {
  it("a pattern is held against the text", async () => {
    expect((await judged(owner({ type: "string", pattern: "^[a-m]" }), OWNED)).found).toMatchObject([
      {
        rule: "schema",
        server: ["spec.owner: Invalid value: \"net\": spec.owner in body should match '^[a-m]'"],
      },
    ]);
    expect((await judged(owner({ type: "string", pattern: "^[n-z]" }), OWNED)).found).toEqual([]);
  });

  it.each([
    ["a format of Go's", { type: "string", format: "email" }],
    ["a choice of schemas", { type: "string", oneOf: [{ minLength: 9 }, { maxLength: 2 }] }],
    ["a keyword that nobody has", { type: "string", "x-kubernetes-secret": true }],
  ])("%s is not evaluated", async (_, schema) => {
    const { code, found } = await judged(owner(schema), OWNED);
    expect(code).toBe(3);
    expect(found).toMatchObject([{ rule: "not-analysed" }]);
  });

  it("they say nothing of objects that do not have the field", async () => {
    expect((await judged(owner({ type: "string", format: "email" }))).found).toEqual([]);
  });
});

describe("a policy of which nobody knows whether it is taken", () => {
  it("makes the answer unknown where it may decide", async () => {
    const cwd = folderWith({
      "crd.json": withRule("self.egress.all(i, rule, i < 3 && has(rule.to))"),
      "a.yaml": stream(namespace("shop"), pod("shop", "web"), pod("shop", "cart"), POLICY),
    });
    const ask = ["explain", "-f", "a.yaml", "shop/web", "shop/cart", "--port", "80", "--crd", "crd.json"];
    const { code, stdout } = await runAnp(ask, { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain("INCOMPLETE  unknown what 1 policy does");
    expect(stdout).toContain("ClusterNetworkPolicy tenants");
    expect(stdout).not.toContain("refused by the API server");
    const decided = await runAnp(ask.slice(0, -2), { cwd });
    expect(decided.stdout).toContain("DENIED");
  });
});

describe("files of --crd", () => {
  it.each([
    [
      "another kind",
      newestDefinition("ClusterNetworkPolicy").replaceAll("ClusterNetworkPolicy", "Tenant"),
      "the CRD of another kind",
    ],
    ["v1beta1", newestDefinition("ClusterNetworkPolicy").replace('k8s.io/v1"', 'k8s.io/v1beta1"'), "v1beta1"],
    ["no CRD", POLICY, "no CustomResourceDefinition"],
    [
      "a namespaced CRD",
      newestDefinition("ClusterNetworkPolicy").replace('"Cluster"', '"Namespaced"'),
      "scope",
    ],
    ["broken YAML", "a: [", "cannot be read"],
    [
      "two of a kind",
      newestDefinition("ClusterNetworkPolicy").repeat(2),
      "a second CRD of ClusterNetworkPolicy",
    ],
    ["nothing", "", "is empty"],
  ])("%s is a mistake of the caller's", async (_, text, words) => {
    const { code, stderr } = await refused(text);
    expect(code).toBe(2);
    expect(stderr).toContain("crd.yaml");
    expect(stderr).toContain(words);
  });

  it("holds several, as a list or as documents", async () => {
    const [admin, cluster] = [newestDefinition("AdminNetworkPolicy"), withRule("false")];
    for (const text of [
      `${admin}---\n${cluster}`,
      JSON.stringify({ apiVersion: "v1", kind: "List", items: [JSON.parse(admin), JSON.parse(cluster)] }),
    ])
      expect((await judged(text)).found).toHaveLength(1);
  });

  it("contradicts a release for the same kind, not for others", async () => {
    const cwd = folderWith({ "crd.json": newestDefinition("ClusterNetworkPolicy"), "a.yaml": POLICY });
    const run = async (bundle: string): Promise<Run> =>
      runAnp(["lint", "a.yaml", "--crd", "crd.json", "--bundle", bundle], { cwd });
    const both = await run("v0.2.0/standard");
    expect(both.code).toBe(2);
    expect(both.stderr).toContain("--bundle names a release for ClusterNetworkPolicy too");
    expect((await run("v0.1.5/standard")).code).toBe(0);
  });
});
