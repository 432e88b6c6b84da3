import { adminPolicy, clusterPolicy, lintText } from "../../support/findings.js";
import { contradictions } from "../../support/witness.js";
import { describe, expect, it } from "vitest";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import type { Diagnostic } from "../../../src/cluster/problems/diagnostic.js";
import type { Loaded } from "../../../src/index.js";

const SHAPE_MIX_UP = "older-shape-selects-everything";

/** The shape mix-ups that a text is told of, under the newest bundle. */
async function mixUpsOf(text: string): Promise<readonly Diagnostic[]> {
  return (await lintText(text)).filter(({ rule }) => rule === SHAPE_MIX_UP);
}

describe("a peer of an older shape (S-OBJ-3)", () => {
  it.each([
    [
      "namespaces: { namespaceSelector: { matchLabels: { team: lab } } }",
      "move the content of `namespaceSelector` directly below `namespaces`",
    ],
    ["namespaces: { sameLabels: [team] }", "write one policy for each value of the label"],
    ["namespaces: { notSameLabels: [team] }", "write one policy for each value of the label"],
    ["namespaces: { related: Self }", "write one policy for each namespace"],
  ])("{ %s } is stored as all namespaces: %s", async (peer, help) => {
    const text = adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`);
    const found = (await lintText(text)).filter(({ level }) => level !== "info");
    expect(found.map(({ rule, category }) => [rule, category])).toEqual([[SHAPE_MIX_UP, "rejected"]]);
    expect(found[0]?.wording.help).toContain(help);
  });

  it("that selects every namespace in both shapes is an unknown field", async () => {
    const peer = "namespaces: { namespaceSelector: {} }";
    const found = await lintText(adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`));
    const rules = found.map(({ rule }) => rule);
    expect(rules).toContain("unknown-field");
    expect(rules).not.toContain(SHAPE_MIX_UP);
  });

  it("of pods is refused in any case: its selector is missing", async () => {
    const peer = "pods: { namespaces: { namespaceSelector: {} }, podSelector: {} }";
    const found = await lintText(adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`));
    const help = "move its `namespaceSelector` up, directly below `pods`";
    expect(found.find(({ rule }) => rule === "unknown-field")?.wording.help).toContain(help);
    expect(found.map(({ rule }) => rule)).not.toContain(SHAPE_MIX_UP);
  });

  it("of a ClusterNetworkPolicy, which no older release has, is an unknown field", async () => {
    const peer = "namespaces: { namespaceSelector: {} }";
    const found = await lintText(clusterPolicy(`ingress: [{ action: Deny, from: [{ ${peer} }] }]`));
    expect(found.map(({ rule }) => rule)).toContain("unknown-field");
    expect(found.map(({ rule }) => rule)).not.toContain(SHAPE_MIX_UP);
  });

  it.each(["v0.1.0", "v0.1.1", "v0.1.2", "kep"])("is none to %s, which has it", async (bundle) => {
    const peer = "namespaces: { notSameLabels: [team] }";
    const text = adminPolicy(`ingress: [{ name: a, action: Deny, from: [{ ${peer} }] }]`);
    const found = await lintText(text, { bundles: [bundle] });
    expect(found.map(({ category }) => category)).not.toContain("rejected");
  });

  it("names the shape, and every value that is emptied", async () => {
    const rule = (peer: string): string => `{ name: a, action: Deny, from: [{ namespaces: { ${peer} } }] }`;
    const rules = ["sameLabels: [team]", "namespaceSelector: {}", "related: Self"].map(rule);
    const [released] = await mixUpsOf(adminPolicy(`ingress: [${rules.slice(0, 2).join()}]`));
    expect(released?.wording.message).toContain(
      "`AdminNetworkPolicy policy` has the format of v0.1.0 to v0.1.2",
    );
    expect(released?.problem.related).toHaveLength(1);
    const [proposed] = await mixUpsOf(adminPolicy(`ingress: [${rules.join()}]`));
    expect(proposed?.wording.message).toContain("has the format of the KEP's text");
    expect(proposed?.problem.related).toHaveLength(2);
    expect(proposed?.wording.help).not.toContain("--bundle");
  });
});

const ENDS = ["pay", "lab"]
  .map(
    (tenant) => `apiVersion: v1
kind: Namespace
metadata: { name: ${tenant}, labels: { tenant: ${tenant} } }
---
apiVersion: v1
kind: Pod
metadata: { name: ${tenant}-pod, namespace: ${tenant} }
spec: { containers: [{ name: main, image: registry.example/${tenant} }] }
---
`,
  )
  .join("");

async function loadWith(text: string, bundles: readonly string[] = []): Promise<Loaded> {
  const file = { name: "input.yaml", text };
  return load([{ type: "file", file, isNamed: true }], { ...READ_OPTIONS, bundles });
}

/** A rule for the pod of tenant `pay` about a peer, before a second rule. */
function policyAbout(action: string, peer: string, then = ""): string {
  return adminPolicy(
    `ingress: [{ name: a, action: ${action}, from: [{ namespaces: ${peer} }] }${then}]`,
  ).replace("subject: { namespaces: {} }", "subject: { namespaces: { matchLabels: { tenant: pay } } }");
}

const DENY_ALL = ", { name: b, action: Deny, from: [{ namespaces: { namespaceSelector: {} } }] }";

const ALLOW_ALL = ", { name: b, action: Allow, from: [{ namespaces: { namespaceSelector: {} } }] }";

/** The text of a manifest as a server stores it that drops what it does not know. */
function storedText(text: string): string {
  const emptied = ["{ sameLabels: [tenant] }", "{ namespaceSelector: {} }"];
  return emptied.reduce((each, peer) => each.replaceAll(peer, "{}"), text);
}

describe("what a shape mix-up opens and closes", () => {
  it.each([
    ["Allow", DENY_ALL, { opened: 1, closed: 0, asStored: "allowed" }],
    ["Pass", DENY_ALL, { opened: 1, closed: 0, asStored: "allowed" }],
    ["Deny", ALLOW_ALL, { opened: 0, closed: 1, asStored: "denied" }],
  ] as const)("%s from the same tenant%s", async (action, then, flows) => {
    const text = ENDS + policyAbout(action, "{ sameLabels: [tenant] }", then);
    const [found] = await mixUpsOf(text);
    if (found?.problem.witness === undefined) throw new Error("no flow is shown");
    const { problem } = found;
    expect(problem.facts).toMatchObject({ flows });
    expect(problem.witness).toMatchObject({
      from: "lab/pod/lab-pod",
      to: "pay/pod/pay-pod",
      bundle: "v0.1.1",
    });
    // As it was meant, and as a server without strict checking stores it.
    expect(contradictions(await loadWith(text, ["v0.1.1"]), problem)).toEqual([]);
    const witness = { ...found.problem.witness, verdict: flows.asStored };
    expect(contradictions(await loadWith(storedText(text)), { ...problem, witness })).toEqual([]);
  });

  it("shows a flow that was certain before one that was open to dispute", async () => {
    const isolated = `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: shut, namespace: pay }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;
    const peer = "namespaces: { namespaceSelector: { matchLabels: { tenant: nobody } } }";
    const deny = adminPolicy(`egress: [{ name: a, action: Deny, to: [{ ${peer} }] }]`);
    const [found] = await mixUpsOf(ENDS + deny + isolated);
    expect(found?.problem.witness).toMatchObject({
      from: "pay/pod/pay-pod",
      to: "lab/pod/lab-pod",
      verdict: "allowed",
    });
  });

  it("says that no flow of the input shows it", async () => {
    const peer = "{ namespaceSelector: { matchLabels: { tenant: lab } } }";
    const [found] = await mixUpsOf(ENDS + policyAbout("Deny", peer));
    expect(found?.problem.facts).toMatchObject({ flows: { opened: 0, closed: 0 } });
    expect(found?.problem.witness).toBeUndefined();
    expect(found?.wording.notes).toEqual(["no flow in the input shows it; other pods or labels would"]);
  });

  it("takes every other policy as it was meant", async () => {
    const allow = policyAbout("Allow", "{ sameLabels: [tenant] }");
    const all = "{ namespaceSelector: { matchExpressions: [{ key: tenant, operator: Exists }] } }";
    const deny = policyAbout("Deny", all).replace("name: policy", "name: later");
    const found = await mixUpsOf(`${ENDS}${allow}---\n${deny.replace("priority: 40", "priority: 50")}`);
    expect(found.map(({ problem }) => problem.facts)).toMatchObject([
      { policy: "AdminNetworkPolicy policy", flows: { opened: 1, closed: 0 } },
      { policy: "AdminNetworkPolicy later", flows: { opened: 0, closed: 0 } },
    ]);
  });

  it("says nothing of flows where the input has no pods", async () => {
    const [found] = await mixUpsOf(policyAbout("Deny", "{ sameLabels: [tenant] }"));
    expect(found?.problem.facts).not.toHaveProperty("flows");
    expect(found?.wording.notes).toBeUndefined();
  });
});

/** Namespaces by name, with a tenant or without. */
function namespaces(tenants: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(tenants)
    .map(([name, tenant]) => {
      const labels = tenant === undefined ? "" : `, labels: { tenant: ${tenant} }`;
      return `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}${labels} }\n---\n`;
    })
    .join("");
}

describe("unlabelled-namespaces-not-denied (S-TEN-4)", () => {
  const DENY_OTHERS = "ingress: [{ action: Deny, from: [{ namespaces: { notSameLabels: [tenant] } }] }]";

  async function messagesOf(text: string, bundle = "v0.1.1"): Promise<(string | undefined)[]> {
    const found = await lintText(text, { bundles: [bundle] });
    return found
      .filter(({ rule }) => rule === "unlabelled-namespaces-not-denied")
      .map(({ wording }) => wording.message);
  }

  it.each([
    ["", "without `tenant`"],
    [namespaces({ a: "red", c: undefined, b: undefined }), "without `tenant`: `b` and `c`"],
    [
      namespaces({ a: undefined, b: undefined, c: undefined, d: undefined }),
      "without `tenant`: `a`, `b`, `c` and 1 more",
    ],
  ])("is told of the namespaces of the input: %s", async (input, end) => {
    expect(await messagesOf(input + adminPolicy(DENY_OTHERS))).toEqual([
      `this doesn't deny traffic from namespaces ${end}`,
    ]);
  });

  it("names the two texts where both count", async () => {
    const all = await lintText(adminPolicy(DENY_OTHERS), { bundles: ["kep"] });
    const found = all.find(({ rule }) => rule === "unlabelled-namespaces-not-denied");
    expect(found?.wording.message).toContain("by the text of the releases");
    expect(found?.wording.notes).toHaveLength(1);
  });

  it.each([
    [
      "every namespace of the input has a tenant",
      namespaces({ a: "red", b: "blue" }) + adminPolicy(DENY_OTHERS),
    ],
    ["the rule passes them", adminPolicy(DENY_OTHERS.replace("Deny", "Pass"))],
    ["it is about the own tenant", adminPolicy(DENY_OTHERS.replace("notSameLabels", "sameLabels"))],
    [
      "a rule of its own is about namespaces without a tenant",
      adminPolicy(
        DENY_OTHERS.replace(
          /\]$/,
          ", { action: Deny, from: [{ namespaces: { namespaceSelector: { matchExpressions: [{ key: tenant, operator: DoesNotExist }] } } }] }]",
        ),
      ),
    ],
    [
      "another peer is about namespaces without a tenant",
      adminPolicy(
        DENY_OTHERS.replace(
          "}]",
          "}, { namespaces: { namespaceSelector: { matchExpressions: [{ key: tenant, operator: DoesNotExist }] } } }]",
        ),
      ),
    ],
  ])("is not where %s", async (_why, text) => {
    expect(await messagesOf(text)).toEqual([]);
    const found = await lintText(text, { bundles: ["v0.1.1"] });
    expect(found.map(({ category }) => category)).not.toContain("rejected");
  });
});
