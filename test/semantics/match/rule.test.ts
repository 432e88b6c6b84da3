import { describe, expect, it } from "vitest";
import { askOne } from "../../support/flow.js";
import { explainFlow, loadSources } from "../../../src/index.js";
import { trafficText } from "../../../src/base/text/traffic.js";

const CLUSTER = `
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {nodeName: n1, containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {containers: [{ports: [{name: sql, containerPort: 5432}]}]}, status: {podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Node, metadata: {name: n2}, status: {addresses: [{type: InternalIP, address: 192.168.0.2}]}}`;

const DB = "{podSelector: {matchLabels: {app: db}}}";
const APP = "{podSelector: {matchLabels: {app: web}}}";
const AROUND_DB = "{ipBlock: {cidr: 10.0.0.0/24}}";
const OUTSIDE = "{ipBlock: {cidr: 192.0.2.0/24}}";
const SQL = "{port: sql}";
const HTTPS = "{port: 443}";

/** In an egress rule a port name resolves through peers that select pods, or where there are none at all (S-PORT-9). */
describe("the name of a port in an egress rule", () => {
  it.each<[name: string, peers: readonly string[], ports: readonly string[], flow: string, verdict: string]>([
    ["resolves through a peer that selects the pod", [DB], [SQL], "shop/db tcp 5432", "allowed"],
    ["is no other port of it", [DB], [SQL], "shop/db tcp 443", "denied"],
    ["resolves without peers", [], [SQL], "shop/db tcp 5432", "allowed"],
    ["resolves on no node, without peers too", [], [SQL], "node/n2 tcp 5432", "denied"],
    ["leaves the number to a node", [], [SQL, HTTPS], "node/n2 tcp 443", "allowed"],
    ["does not resolve through a CIDR that the pod is in", [AROUND_DB], [SQL], "shop/db tcp 5432", "denied"],
    ["does not keep a CIDR from a number beside it", [AROUND_DB], [SQL, HTTPS], "shop/db tcp 443", "allowed"],
    ["lends a CIDR nothing beside a number", [AROUND_DB], [SQL, HTTPS], "shop/db tcp 5432", "denied"],
    [
      "leaves the number to the CIDR beside a pod",
      [DB, OUTSIDE],
      [SQL, HTTPS],
      "192.0.2.7 tcp 443",
      "allowed",
    ],
    ["leaves the name to the pod beside a CIDR", [OUTSIDE, DB], [SQL, HTTPS], "shop/db tcp 5432", "allowed"],
    ["leaves the number to the pod too", [OUTSIDE, DB], [SQL, HTTPS], "shop/db tcp 443", "allowed"],
    ["is none of an address", [DB, OUTSIDE], [SQL, HTTPS], "192.0.2.7 tcp 5432", "denied"],
    ["opens no address that no peer holds", [DB, OUTSIDE], [SQL, HTTPS], "203.0.113.7 tcp 443", "denied"],
  ])("%s", async (_name, peers, ports, flow, verdict) => {
    const to = peers.length === 0 ? "" : `to: [${peers.join(", ")}], `;
    const spec = `{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{${to}ports: [${ports.join(", ")}]}]}`;
    const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: out, namespace: shop}, spec: ${spec}}`;
    expect((await askOne([CLUSTER, policy], `shop/web -> ${flow}`)).verdict).toBe(verdict);
  });
});

/** An ingress rule resolves a port name on its subject, whatever its peers are (S-PORT-9 is about egress alone). */
describe("the name of a port in an ingress rule", () => {
  it.each<[name: string, peers: readonly string[], ports: readonly string[], flow: string, verdict: string]>([
    ["resolves for a CIDR", [OUTSIDE], [SQL], "192.0.2.7 -> shop/db tcp 5432", "allowed"],
    ["is no other port for it", [OUTSIDE], [SQL], "192.0.2.7 -> shop/db tcp 443", "denied"],
    ["resolves for a pod", [APP], [SQL], "shop/web -> shop/db tcp 5432", "allowed"],
    [
      "resolves for a CIDR beside a pod and a number",
      [APP, OUTSIDE],
      [SQL, HTTPS],
      "192.0.2.7 -> shop/db tcp 5432",
      "allowed",
    ],
    ["opens nothing to whom no peer holds", [OUTSIDE], [SQL], "203.0.113.7 -> shop/db tcp 5432", "denied"],
  ])("%s", async (_name, peers, ports, flow, verdict) => {
    const spec = `{podSelector: {matchLabels: {app: db}}, policyTypes: [Ingress], ingress: [{from: [${peers.join(", ")}], ports: [${ports.join(", ")}]}]}`;
    const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: into, namespace: shop}, spec: ${spec}}`;
    expect((await askOne([CLUSTER, policy], flow)).verdict).toBe(verdict);
  });
});

it("a port name that nobody knows leaves the traffic of other protocols denied (S-PORT-7)", async () => {
  const spec = "{podSelector: {matchLabels: {app: web}}, ingress: [{ports: [{port: http}]}]}";
  const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: into, namespace: shop}, spec: ${spec}}`;
  const loaded = await loadSources([{ name: "shop.yaml", text: [CLUSTER, policy].join("\n---\n") }]);
  const { results } = explainFlow(loaded, { from: "shop/web", to: "shop/app=web" });
  const told = results.map(({ traffic, verdict }) => `${trafficText(traffic)}: ${verdict}`);
  expect(told).toEqual(["TCP, all ports: unknown", "UDP and SCTP, all ports: denied"]);
});
