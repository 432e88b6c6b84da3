import { admitText, serverLines, underlined } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";

function policy(spec: string, apiVersion = "networking.k8s.io/v1"): string {
  return `apiVersion: ${apiVersion}\nkind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;
}

const egressTo = (peer: string): string => policy(`{ egress: [{ to: [${peer}] }] }`);
const withPort = (port: string): string => policy(`{ ingress: [{ ports: [${port}] }] }`);

describe("problems stand at the smallest place", () => {
  it.each([
    ["V-NP-2", withPort("{ protocol: tcp }"), "schema", "tcp"],
    ["V-NP-3", withPort("{ port: 70000 }"), "schema", "70000"],
    ["V-NP-4…8", withPort('{ port: "80" }'), "schema", '"80"'],
    ["V-NP-9", withPort("{ port: 90, endPort: 80 }"), "invalid-port-range", "80"],
    ["V-NP-10", withPort("{ port: 80, endPort: 70000 }"), "schema", "70000"],
    ["V-NP-9 with V-NP-10", withPort("{ port: 80, endPort: 0 }"), "invalid-port-range", "0"],
    ["V-NP-11", withPort("{ port: http, endPort: 90 }"), "invalid-port-range", "90"],
    ["V-NP-12", withPort("{ endPort: 90 }"), "invalid-port-range", "90"],
    ["V-NP-13", egressTo("{ }"), "schema", "{"],
    ["V-NP-14", egressTo("{ podSelector: {}, ipBlock: { cidr: 10.0.0.0/8 } }"), "schema", "ipBlock"],
    ["V-NP-15", egressTo("{ ipBlock: { except: [10.0.0.0/9] } }"), "schema", "ipBlock"],
    ["V-NP-16", egressTo("{ ipBlock: { cidr: 10.0.0.1 } }"), "invalid-cidr", "10.0.0.1"],
    ["V-NP-19", egressTo("{ ipBlock: { cidr: 10.0.0.1/8 } }"), "invalid-cidr", "10.0.0.1/8"],
    [
      "V-NP-20",
      egressTo("{ ipBlock: { cidr: 10.0.0.0/8, except: [11.0.0.0/9] } }"),
      "except-outside-cidr",
      "11.0.0.0/9",
    ],
    ["V-NP-21", policy("{ policyTypes: [Ingress, Egress, Ingress] }"), "limits-exceeded", "policyTypes"],
    ["V-NP-22", policy("{ policyTypes: [ingress] }"), "schema", "ingress"],
    ["V-LS-1", policy("{ podSelector: { matchLabels: { a b: c } } }"), "invalid-selector", "a b"],
    ["V-LS-5", policy("{ podSelector: { matchLabels: { a: b c } } }"), "invalid-selector", "b c"],
    [
      "V-LS-6",
      policy("{ podSelector: { matchExpressions: [{ key: a, operator: In }] } }"),
      "invalid-selector",
      "{",
    ],
    [
      "V-LS-7",
      policy("{ podSelector: { matchExpressions: [{ key: a, operator: Exists, values: [b] }] } }"),
      "invalid-selector",
      "[b]",
    ],
    [
      "V-LS-8",
      policy("{ podSelector: { matchExpressions: [{ key: a, operator: notIn, values: [b] }] } }"),
      "invalid-selector",
      "notIn",
    ],
    [
      "V-LS-9",
      policy("{ podSelector: { matchExpressions: [{ key: a/b/c, operator: In, values: [b] }] } }"),
      "invalid-selector",
      "a/b/c",
    ],
    ["V-NP-27", withPort("{ port: 80.5 }"), "schema", "80.5"],
    ["S-IN-3", policy("{ podSelector: { matchLabels: { canary: yes } } }"), "label-not-string", "yes"],
    ["S-IN-4", policy("{ podSelector: { matchLabel: {} } }"), "unknown-field", "matchLabel"],
    ["S-IN-4 in another case", policy("{ podselector: {} }"), "wrong-case-field", "podselector"],
  ])("%s", (_, manifest, code, place) => {
    const { stored, problems } = admitText(manifest);
    expect(stored).toBeUndefined();
    expect(problems.map(({ code: each, at }) => [each, underlined(at)])).toEqual([[code, place]]);
  });
});

describe("what the server stores (S-NULL)", () => {
  it.each([
    ["without a spec", "null", { podSelector: {}, policyTypes: ["Ingress"] }],
    [
      "an egress rule adds Egress",
      "{ egress: [{}] }",
      { podSelector: {}, egress: [{}], policyTypes: ["Ingress", "Egress"] },
    ],
    ["an empty egress list does not", "{ egress: [] }", { podSelector: {}, policyTypes: ["Ingress"] }],
    [
      "a null rule is an empty one",
      "{ ingress: [null] }",
      { podSelector: {}, ingress: [{}], policyTypes: ["Ingress"] },
    ],
    [
      "a null port is TCP",
      "{ ingress: [{ ports: [null] }] }",
      { podSelector: {}, ingress: [{ ports: [{ protocol: "TCP" }] }], policyTypes: ["Ingress"] },
    ],
    [
      "a null label is empty",
      "{ podSelector: { matchLabels: { a: null } } }",
      { podSelector: { matchLabels: { a: "" } }, policyTypes: ["Ingress"] },
    ],
    [
      "an empty namespace selector is kept",
      "{ ingress: [{ from: [{ namespaceSelector: {} }] }] }",
      { podSelector: {}, ingress: [{ from: [{ namespaceSelector: {} }] }], policyTypes: ["Ingress"] },
    ],
  ])("%s", (_, spec, stored) => expect(admitText(policy(spec)).stored).toMatchObject({ spec: stored }));
});

describe("older servers", () => {
  const hostBits = egressTo("{ ipBlock: { cidr: 10.0.0.1/8 } }");

  it("take CIDRs with bits behind the prefix before 1.36 (V-NP-24)", () => {
    expect(admitText(hostBits, { kubernetesVersion: [1, 35] }).problems).toEqual([]);
    expect(serverLines(admitText(hostBits, { kubernetesVersion: [1, 36] }))).toHaveLength(1);
  });

  it("serve extensions/v1beta1 before 1.16", () => {
    const old = policy("{}", "extensions/v1beta1");
    expect(admitText(old, { kubernetesVersion: [1, 15] }).problems).toEqual([]);
    expect(admitText(old, { isLegacy: true }).problems).toEqual([]);
    const [problem] = admitText(old, { kubernetesVersion: [1, 16] }).problems;
    expect(problem?.code).toBe("removed-api-version");
    expect(problem && underlined(problem.at)).toBe("extensions/v1beta1");
    expect(problem?.server).toEqual(['no matches for kind "NetworkPolicy" in version "extensions/v1beta1"']);
  });

  it("name their own version in Go's errors", () => {
    const [line] = serverLines(admitText(policy("[]", "extensions/v1beta1"), { kubernetesVersion: [1, 15] }));
    expect(line).toBe(
      "json: cannot unmarshal array into Go struct field NetworkPolicy.spec of type v1beta1.NetworkPolicySpec",
    );
  });
});

describe("accepted, though nothing can come of it (S-PORT-9)", () => {
  const rule = (list: string, peers: string): string =>
    `{ ${list}: [{ ${peers}: [{ ipBlock: { cidr: 10.0.0.0/8 } }], ports: [{ port: web }] }] }`;

  it("a named port to an address block", () => {
    const { stored, problems } = admitText(policy(rule("egress", "to")));
    expect(stored).toBeDefined();
    expect(problems.map(({ code, at, server }) => [code, underlined(at), server])).toEqual([
      ["named-port-with-ip-peer", "web", undefined],
    ]);
  });

  it("but not from one: the name is looked up on the policy's own pods", () => {
    expect(admitText(policy(rule("ingress", "from"))).problems).toEqual([]);
  });
});
