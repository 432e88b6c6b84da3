import { expect, it } from "vitest";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { loadSources } from "../../../src/index.js";
import type { Policy } from "../../../src/cluster/model/policy.js";

async function policyOf(from: string, port: string, subject = "app: web"): Promise<Policy> {
  const text = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec:
  podSelector: { matchLabels: { ${subject} } }
  ingress: [{ from: [${from}], ports: [{ port: ${port} }] }]
`;
  const { cluster } = await loadSources([{ name: "a.yaml", text }]);
  return cluster.policies[0]!;
}

const KNOWN = [
  await policyOf("{ podSelector: { matchLabels: { app: cart } } }", "http"),
  await policyOf("{ ipBlock: { cidr: 10.0.0.0/8, except: [10.1.0.0/16] } }", "80", "tier: back"),
];

it.each([
  ["what both have, in another way", "{ podSelector: { matchLabels: { tier: back } } }", "http", true],
  ["a port by number", "{ podSelector: {} }", "8080", true],
  ["the same block", "{ ipBlock: { cidr: 10.0.0.0/8, except: [10.1.0.0/16] } }", "81", true],
  ["the block without what it excepts", "{ ipBlock: { cidr: 10.0.0.0/8 } }", "82", false],
  ["another value", "{ podSelector: { matchLabels: { app: mail } } }", "83", false],
  ["another label", "{ podSelector: { matchLabels: { team: cart } } }", "84", false],
  ["another name of a port", "{ podSelector: {} }", "grpc", false],
])("policies tell apart what another one asks for: %s", async (_what, from, port, covers) => {
  const { refused, facts } = (await loadSources([])).cluster;
  const distinctions = new Distinctions({ policies: KNOWN, refused, facts });
  expect(distinctions.covers(await policyOf(from, port))).toBe(covers);
});

it("policies tell apart what another one asks for: its subject counts", async () => {
  const { refused, facts } = (await loadSources([])).cluster;
  const distinctions = new Distinctions({ policies: KNOWN, refused, facts });
  expect(distinctions.covers(await policyOf("{ podSelector: {} }", "85", "app: mail"))).toBe(false);
});

it("policies tell apart what a peer asks for that matches nothing: nobody", async () => {
  const text = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: a}, spec: {priority: 3, subject: {namespaces: {}}, egress: [{action: Deny, to: [{networks: [10.0.0.2]}]}]}}`;
  const { cluster } = await loadSources([{ name: "a.yaml", text }], { isStored: true });
  const { policies, refused, facts } = cluster;
  expect(policies).toHaveLength(1);
  expect(new Distinctions({ policies: KNOWN, refused, facts }).covers(policies[0]!)).toBe(true);
});
