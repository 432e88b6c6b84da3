import { explainFlow, loadSources } from "../../src/index.js";
import { expect, it } from "vitest";
import { whySentence } from "../../src/report/explain-why.js";

const POLICY = (name: string, peer: string): string =>
  `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: shop}, spec: {podSelector: {matchLabels: {app: db}}, ingress: [{from: [${peer}]}]}}`;
const WORKLOAD = (name: string): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}, namespace: shop}, spec: {template: {metadata: {labels: {app: ${name}}}, spec: {}}}}`;
const BY_ADDRESS = POLICY("by-address", "{ipBlock: {cidr: 10.0.0.0/8}}");

/** A block may hold the address of a pod that has none yet: that its rule lets the traffic in is not known. */
it.each([
  [
    "names only what is sure to decide, where something is",
    [BY_ADDRESS, POLICY("by-label", "{podSelector: {matchLabels: {app: web}}}")],
    /^nothing restricts egress of shop\/web, and NetworkPolicy shop\/by-label lets in traffic from app=web\.$/,
  ],
  ["names what may decide, where nothing else does", [BY_ADDRESS], /^it depends on .*by-address/],
])("why %s", async (_what, policies, expected) => {
  const text = [WORKLOAD("web"), WORKLOAD("db"), ...policies].join("\n---\n");
  const loaded = await loadSources([{ name: "a.yaml", text }]);
  const { results } = explainFlow(loaded, { from: "shop/web", to: "shop/db", port: "80" });
  expect(results).toHaveLength(1);
  expect(whySentence(results[0]!)).toMatch(expected);
});
