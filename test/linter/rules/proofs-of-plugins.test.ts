import { describe, expect, it } from "vitest";
import { adminPolicy, chosen, clusterPolicy, lintText, networkPolicy } from "../../support/findings.js";
import { enforcedCluster } from "../../../src/semantics/plugins/enforced-cluster.js";
import { loadSources, pluginProfile, REFERENCE } from "../../../src/index.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const pod = (name: string, address: number, more = ""): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name}${more} } }
spec: { nodeName: n-${name}, containers: [{ name: main, ports: [{ containerPort: 5432 }, { containerPort: 5435 }] }] }
status: { podIP: 10.244.3.${address} }
`;
const SHOP = `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { team: red } }
`;
const PODS = [SHOP, pod("web", 11), pod("db", 12, ", tier: data"), pod("cache", 13)];
const stream = (...documents: readonly string[]): string => [...PODS, ...documents].join("---\n");

const RED = "{ namespaces: { matchLabels: { team: red } } }";
const NETWORKS = '{ networks: ["0.0.0.0/0", "::/0"] }';
const selected = (app: string, port: string): string =>
  `{ to: [{ podSelector: { matchLabels: { app: ${app} } } }], ports: [{ port: ${port} }] }`;
const egress = (rules: string, name = "policy", app = "web"): string =>
  networkPolicy(
    `podSelector: { matchLabels: { app: ${app} } }\npolicyTypes: [Egress]\negress: [${rules}]`,
    name,
  );
const ingress = (rules: string, name = "policy", app = "db"): string =>
  networkPolicy(
    `podSelector: { matchLabels: { app: ${app} } }\npolicyTypes: [Ingress]\ningress: [${rules}]`,
    name,
  );
const allowAll = "{ to: [{ podSelector: {} }] }";
const db = (selector: string): string => `apiVersion: v1
kind: Service
metadata: { name: db, namespace: shop }
spec: { clusterIP: 10.96.7.7, selector: ${selector}, ports: [{ port: 5432 }] }
`;

const PASS_OVER_NAMES = [
  adminPolicy("ingress: [{ action: Allow, from: [{ namespaces: {} }] }]", "one"),
  adminPolicy("ingress: [{ action: Deny, from: [{ namespaces: {} }] }]", "two"),
] as const;

type Claim = "proved" | "not proved";
type Case = readonly [
  what: string,
  rule: ProblemCode,
  plugin: string,
  byTexts: Claim,
  byPlugin: Claim,
  text: string,
];

/** What the texts and a plugin prove differently, in both ways, and what they prove alike. */
const CASES: readonly Case[] = [
  [
    "networks hold pods, but on Cilium they don't",
    "shadowed-rule",
    "cilium+cluster-network-policy",
    "proved",
    "not proved",
    stream(clusterPolicy(`egress: [{ action: Deny, to: [${NETWORKS}] }, { action: Deny, to: [${RED}] }]`)),
  ],
  [
    "the same, where Cilium is told to match pods",
    "shadowed-rule",
    "cilium+cluster-network-policy+match-pods",
    "proved",
    "proved",
    stream(clusterPolicy(`egress: [{ action: Deny, to: [${NETWORKS}] }, { action: Deny, to: [${RED}] }]`)),
  ],
  [
    "a rule is covered by a CIDR of pods, which Cilium doesn't match",
    "redundant-rule",
    "cilium",
    "not proved",
    "not proved",
    stream(egress(`{ to: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }, ${selected("db", "5432")}`)),
  ],
  [
    "a rule is overridden by a kind that Calico doesn't enforce any more",
    "overridden-by-admin-tier",
    "calico@3.32",
    "proved",
    "not proved",
    stream(
      adminPolicy(`ingress: [{ action: Deny, from: [${RED}] }]`, "admin"),
      ingress("{ from: [{ podSelector: { matchLabels: { app: web } } }] }"),
    ),
  ],
  [
    "the same in the release that does",
    "overridden-by-admin-tier",
    "calico@3.31",
    "proved",
    "proved",
    stream(
      adminPolicy(`ingress: [{ action: Deny, from: [${RED}] }]`, "admin"),
      ingress("{ from: [{ podSelector: { matchLabels: { app: web } } }] }"),
    ),
  ],
  [
    "a range of which only the first port counts is another rule's port",
    "redundant-rule",
    "cilium@1.15",
    "not proved",
    "proved",
    stream(
      egress(
        `{ to: [{ podSelector: {} }], ports: [{ port: 5432, endPort: 5440 }] }, { ports: [{ port: 5432 }, { port: 80 }] }`,
      ),
    ),
  ],
  [
    "one side of a flow is let out, by a range of which the other side reads one port",
    "one-sided-flow",
    "cilium@1.15",
    "not proved",
    "proved",
    stream(
      egress(selected("db", "5435")),
      ingress("{ from: [{ podSelector: {} }], ports: [{ port: 5432, endPort: 5440 }] }", "let-in"),
    ),
  ],
  [
    "a rule of a named port that Calico reads as every port hides the next one",
    "shadowed-rule",
    "calico@3.31",
    "not proved",
    "proved",
    stream(
      adminPolicy(
        `ingress: [{ action: Deny, from: [${RED}], ports: [{ namedPort: web }] }, { action: Allow, from: [${RED}], ports: [{ portNumber: { port: 5432 } }] }]`,
        "admin",
      ),
    ),
  ],
  [
    "an ordered policy behind a priority that OVN-Kubernetes doesn't install",
    "isolation-bypassed-by-admin-tier",
    "ovn-kubernetes",
    "proved",
    "not proved",
    stream(
      adminPolicy(`ingress: [{ action: Allow, from: [${RED}] }]`, "admin").replace(
        "priority: 40",
        "priority: 400",
      ),
      ingress("", "closed"),
    ),
  ],
  [
    "the same pods today, but not the same Services to AWS",
    "redundant-rule",
    "aws",
    "proved",
    "not proved",
    stream(
      db("{ app: db }"),
      egress(
        `{ to: [{ podSelector: { matchLabels: { tier: data } } }], ports: [{ port: 5432 }] }, ${selected("db", "5432")}`,
      ),
    ),
  ],
  [
    "the same policies today, but not the same Services to AWS",
    "redundant-policy",
    "aws",
    "proved",
    "not proved",
    stream(
      db("{ app: db }"),
      egress(`{ to: [{ podSelector: { matchLabels: { tier: data } } }], ports: [{ port: 5432 }] }`, "one"),
      egress(selected("db", "5432"), "two"),
    ),
  ],
  [
    "a rule that includes the other one whatever the Services",
    "redundant-rule",
    "aws",
    "proved",
    "proved",
    stream(db("{ app: db }"), egress(`${allowAll}, ${selected("db", "5432")}`)),
  ],
  [
    "two of one priority, which Calico orders by name",
    "same-priority-conflict",
    "calico@3.31",
    "proved",
    "not proved",
    stream(...PASS_OVER_NAMES),
  ],
  [
    "two of one priority, of a kind that isn't enforced",
    "same-priority-conflict",
    "cilium",
    "proved",
    "not proved",
    stream(...PASS_OVER_NAMES),
  ],
  [
    "two of one priority, of which nothing is known",
    "same-priority-conflict",
    "ovn-kubernetes",
    "proved",
    "proved",
    stream(...PASS_OVER_NAMES),
  ],
  [
    "a rule is covered by a CIDR of pods, which Calico matches",
    "redundant-rule",
    "calico@3.32",
    "not proved",
    "proved",
    stream(egress(`{ to: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }, ${selected("db", "5432")}`)),
  ],
];

async function found(rule: ProblemCode, text: string, plugin: string | undefined): Promise<boolean> {
  const facts = plugin === undefined ? {} : { plugin: chosen(plugin) };
  // Asked for by its level: what holds for the pods of now alone is told to whoever asks.
  const levels = new Map([[rule, "info" as const]]);
  const findings = await lintText(text, { facts, bundles: ["v0.1.5", "v0.2.0"] }, { levels });
  return findings.some((each) => each.rule === rule);
}

describe("proofs argue with what the plugin does", () => {
  it.each(CASES)("%s: %s (%s), by the texts %s, by it %s", async (_what, rule, plugin, texts, own, text) => {
    expect([await found(rule, text, undefined), await found(rule, text, plugin)]).toEqual([
      texts === "proved",
      own === "proved",
    ]);
  });

  it("a plugin that the input shows changes no proof: nobody has named it", async () => {
    const [[, rule, , , , text]] = CASES as [Case];
    const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: cilium, namespace: kube-system }
spec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: b } }, spec: { hostNetwork: true, containers: [] } } }
`;
    expect(await found(rule, `${text}---\n${agent}`, undefined)).toBe(true);
  });

  it("a finding says for which plugin it is proved", async () => {
    const [, , , , , { 5: text }] = CASES as readonly [Case, Case, Case, Case, Case, Case];
    const facts = { plugin: chosen("cilium@1.15") };
    const findings = await lintText(text, { facts });
    const redundant = findings.find((each) => each.rule === "redundant-rule");
    expect(JSON.stringify(redundant?.wording)).toContain("with cilium 1.15");
  });
});

it("what a plugin enforces is made once: it makes the same of it again", async () => {
  const text = stream(
    adminPolicy(`ingress: [{ action: Deny, from: [${RED}], ports: [{ namedPort: web }] }]`, "admin"),
    egress("{ to: [{ podSelector: {} }], ports: [{ port: 5432, endPort: 5440 }, { port: web }] }"),
  );
  for (const plugin of ["calico@3.31", "cilium@1.15", "weave", "aws"].map(chosen)) {
    const { cluster } = await loadSources([{ name: "a.yaml", text }], {
      facts: { plugin },
      bundles: ["v0.1.5"],
    });
    const enforced = enforcedCluster(cluster);
    expect(enforcedCluster({ ...enforced }).policies).toEqual(enforced.policies);
    expect(enforcedCluster({ ...enforced }).policies.every((each, i) => each === enforced.policies[i])).toBe(
      true,
    );
    expect(pluginProfile(plugin)).not.toBe(REFERENCE);
  }
  const { cluster } = await loadSources([{ name: "a.yaml", text }], { bundles: ["v0.1.5"] });
  expect(enforcedCluster(cluster)).toBe(cluster);
});
