import { describe, expect, it } from "vitest";
import { askWithCluster } from "../../support/flow.js";
import { verdictInMap } from "../../support/in-map.js";
import { enforcedPolicy } from "../../../src/semantics/match/enforced.js";
import { loadSources, REFERENCE, type Profile } from "../../../src/index.js";

/** Two pods, one of which declares a port name with two numbers beside another pod of the cluster. */
const CLUSTER = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {nodeName: n9, containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {nodeName: n9, containers: [{ports: [{name: sql, containerPort: 5432}, {name: own, containerPort: 7000}]}]}, status: {podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Pod, metadata: {name: copy, namespace: shop, labels: {app: copy}}, spec: {nodeName: n9, containers: [{ports: [{name: sql, containerPort: 5433}]}]}, status: {podIP: 10.0.0.3}}
---
{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {role: edge}}, status: {addresses: [{type: InternalIP, address: 192.168.0.2}]}}`;

function networkPolicy(spec: string): string {
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: np, namespace: shop}, spec: {${spec}}}`;
}

function admin(rules: string, priority = 5): string {
  const spec = `{tier: Admin, priority: ${priority}, subject: {namespaces: {}}, ${rules}}`;
  return `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: cnp}, spec: ${spec}}`;
}

function older(rules: string, priority = 5): string {
  const spec = `{priority: ${priority}, subject: {namespaces: {}}, ${rules}}`;
  return `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: anp}, spec: ${spec}}`;
}

function reading(readings: Partial<Profile["readings"]>): Profile {
  return { ...REFERENCE, readings: { ...REFERENCE.readings, ...readings } };
}

const inTo = (ports: string): string =>
  `podSelector: {matchLabels: {app: db}}, ingress: [{ports: [${ports}]}]`;
const outOn = (ports: string): string =>
  `podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{ports: [${ports}]}]`;
const DENY_ALL = "{action: Deny, to: [{namespaces: {}}]}";
const DENY_NAME = "{action: Deny, to: [{namespaces: {}}], ports: [{namedPort: own}]}";
const DENY_RANGE = "{action: Deny, to: [{namespaces: {}}], ports: [{portRange: {start: 80, end: 90}}]}";
const PASS_NODES = "{action: Pass, to: [{nodes: {matchLabels: {role: edge}}}]}";
const DENY_NAMED = "{action: Deny, to: [{domainNames: [b.example.com]}]}";
const PASS_NAMED = "{action: Pass, to: [{domainNames: [c.example.com]}]}";
const ACCEPT_NAME = "{action: Accept, to: [{domainNames: [a.example.com]}]}";

/** What the texts say first, then what an implementation makes of it that reads one point otherwise. */
const ROWS: readonly (readonly [
  name: string,
  readings: Partial<Profile["readings"]>,
  policy: string,
  port: number,
  byTheTexts: string,
  verdict: string,
])[] = [
  [
    "a NetworkPolicy with a port name is left out as a whole",
    { "port-name": false },
    networkPolicy(inTo("{port: sql}")),
    80,
    "denied",
    "allowed",
  ],
  [
    "one without a port name is not",
    { "port-name": false },
    networkPolicy(inTo("{port: 5432}")),
    80,
    "denied",
    "denied",
  ],
  [
    "nor is one of an ordered tier with a port name",
    { "port-name": false },
    older(`egress: [${DENY_NAME}]`),
    7000,
    "denied",
    "denied",
  ],
  [
    "a priority behind the last one has no effect",
    { "last-priority": 99 },
    admin(`egress: [${DENY_ALL}]`, 100),
    80,
    "denied",
    "allowed",
  ],
  ["the last one has", { "last-priority": 99 }, admin(`egress: [${DENY_ALL}]`, 99), 80, "denied", "denied"],
  [
    "endPort counts for nothing",
    { "end-port": false },
    networkPolicy(inTo("{port: 80, endPort: 90}")),
    85,
    "allowed",
    "denied",
  ],
  [
    "the port before it counts",
    { "end-port": false },
    networkPolicy(inTo("{port: 80, endPort: 90}")),
    80,
    "allowed",
    "allowed",
  ],
  [
    "the end of a range in an ordered tier counts",
    { "end-port": false },
    older(`egress: [${DENY_RANGE}]`),
    85,
    "denied",
    "denied",
  ],
  [
    "a port name in an ordered tier is every port",
    { "admin-port-name": "every-port" },
    older(`egress: [${DENY_NAME}]`),
    80,
    "allowed",
    "denied",
  ],
  [
    "one of a NetworkPolicy is its own",
    { "admin-port-name": "every-port" },
    networkPolicy(inTo("{port: own}")),
    80,
    "denied",
    "denied",
  ],
  [
    "a name that pods declare with several numbers matches nothing in egress",
    { "repeated-port-name": false },
    networkPolicy(outOn("{port: sql}")),
    5432,
    "allowed",
    "denied",
  ],
  [
    "a name that has one number matches",
    { "repeated-port-name": false },
    networkPolicy(outOn("{port: own}")),
    7000,
    "allowed",
    "allowed",
  ],
  [
    "a name with several numbers matches in ingress",
    { "repeated-port-name": false },
    networkPolicy(inTo("{port: sql}")),
    5432,
    "allowed",
    "allowed",
  ],
  [
    "a rule about nodes leaves out its policy",
    { "node-peer": "unenforced" },
    admin(`egress: [${PASS_NODES}, ${DENY_ALL}]`),
    80,
    "denied",
    "allowed",
  ],
  [
    "a rule about names does not, where only nodes are read so",
    { "node-peer": "unenforced" },
    admin(`egress: [${ACCEPT_NAME}, ${DENY_ALL}]`),
    80,
    "denied",
    "denied",
  ],
  [
    "a rule about names leaves out its policy",
    { "domain-peer": "unenforced" },
    admin(`egress: [${ACCEPT_NAME}, ${DENY_ALL}]`),
    80,
    "denied",
    "allowed",
  ],
  [
    "a rule that denies names leaves out its policy where only Accept may have them",
    { "domain-peer": "accept-only" },
    admin(`egress: [${DENY_ALL}, ${DENY_NAMED}]`),
    80,
    "denied",
    "allowed",
  ],
  [
    "so does one that passes them",
    { "domain-peer": "accept-only" },
    admin(`egress: [${DENY_ALL}, ${PASS_NAMED}]`),
    80,
    "denied",
    "allowed",
  ],
  [
    "one that accepts them does not",
    { "domain-peer": "accept-only" },
    admin(`egress: [${ACCEPT_NAME}, ${DENY_ALL}]`),
    80,
    "denied",
    "denied",
  ],
  [
    "a rule about nodes fails closed, and a Pass denies then",
    { "node-peer": "fails-closed" },
    admin(`egress: [${PASS_NODES}]`),
    80,
    "allowed",
    "denied",
  ],
  [
    "a kind is not enforced",
    { "unenforced-kinds": ["ClusterNetworkPolicy"] },
    admin(`egress: [${DENY_ALL}]`),
    80,
    "denied",
    "allowed",
  ],
  [
    "another kind is",
    { "unenforced-kinds": ["AdminNetworkPolicy"] },
    admin(`egress: [${DENY_ALL}]`),
    80,
    "denied",
    "denied",
  ],
];

describe("a policy as an implementation enforces it", () => {
  it.each(ROWS)("%s", async (_name, readings, policy, port, byTheTexts, verdict) => {
    const ask = async (profile: Profile): Promise<string> => {
      const flow = `shop/web -> shop/db tcp ${port}`;
      const asked = await askWithCluster([CLUSTER, policy], flow, { profile, bundles: ["v0.1.8", "v0.2.0"] });
      expect(verdictInMap(asked, flow, profile), "in the map").toBe(asked.result.verdict);
      return asked.result.verdict;
    };
    expect([await ask(REFERENCE), await ask(reading(readings))]).toEqual([byTheTexts, verdict]);
  });

  it("is the same object whenever it is asked for, and itself where nothing is read otherwise", async () => {
    const texts = [networkPolicy(inTo("{port: 80, endPort: 90}")), networkPolicy(inTo("{port: 80}"))];
    const enforced = async (text: string, profile: Profile) => {
      const { cluster } = await loadSources([{ name: "cluster.yaml", text }]);
      const [policy] = cluster.policies;
      return { policy, made: [1, 2].map(() => enforcedPolicy(policy!, cluster, profile)) };
    };
    const cut = await enforced(texts[0]!, reading({ "end-port": false }));
    expect(cut.made[0]).not.toBe(cut.policy);
    expect(cut.made[1]).toBe(cut.made[0]);
    const untouched = await enforced(texts[1]!, reading({ "end-port": false }));
    expect(untouched.made[0]).toBe(untouched.policy);
  });

  it("is what was made of it, where that is read again", async () => {
    const text = admin(`egress: [${PASS_NODES}]`);
    const { cluster } = await loadSources([{ name: "cluster.yaml", text }], { bundles: ["v0.2.0"] });
    const profile = reading({ "node-peer": "fails-closed" });
    const made = enforcedPolicy(cluster.policies[0]!, cluster, profile)!;
    expect(made).not.toBe(cluster.policies[0]);
    expect(enforcedPolicy(made, cluster, profile)).toBe(made);
  });
});
