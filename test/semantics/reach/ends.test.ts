import { describe, expect, it } from "vitest";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { loadSources } from "../../../src/index.js";
import { formatAddress, formatBlock, parseAddress } from "../../../src/base/net/address.js";

/** The names outside of a cluster whose policy gives some, as the ends of its map: each as it is typed. */
async function namesOf(patterns: string, dns: readonly string[] = []): Promise<string[]> {
  const spec = `{tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [{action: Accept, to: [{domainNames: [${patterns}]}]}]}`;
  const text = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: out}, spec: ${spec}}`;
  const facts = { dns: new Map(dns.map((name, i) => [name, [parseAddress(`203.0.113.${i + 1}`)!]])) };
  const { cluster } = await loadSources([{ name: "policy.yaml", text }], { isStored: true, facts });
  return endsOf(cluster, new Distinctions(cluster)).flatMap(({ endpoint, toName }) =>
    toName === undefined || !("name" in endpoint) ? [] : [endpoint.name],
  );
}

describe("names outside of a cluster are ends of their own", () => {
  it.each<[string, string, string[]]>([
    ["each that a rule gives", "a.example.com, b.example.com", ["a.example.com", "b.example.com"]],
    ["once, whatever its case and its last dot", "a.example.com, A.example.com.", ["a.example.com"]],
    ["one for those that an asterisk stands for", "'*.example.com'", ["any.example.com"]],
    [
      "one for an asterisk beside a name below it",
      "a.example.com, '*.example.com'",
      ["a.example.com", "any.example.com"],
    ],
    [
      "another one where the name for an asterisk is given itself",
      "any.example.com, '*.example.com'",
      ["any.example.com", "any-1.any.example.com"],
    ],
    ["none for a name of the cluster's own", "db.shop.svc.cluster.local", []],
  ])("%s", async (_name, patterns, expected) => {
    expect(await namesOf(patterns)).toEqual(expected);
  });

  it("with those that are known to resolve and that a pattern covers, and no others", async () => {
    const found = await namesOf("'*.example.com'", ["known.example.com", "example.com", "known.example.net"]);
    expect(found).toEqual(["known.example.com", "any.example.com"]);
  });

  it("by its addresses where they are known, and else by its name", async () => {
    const rule = "{action: Accept, to: [{domainNames: [a.example.com, b.example.com]}]}";
    const spec = `{tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [${rule}]}`;
    const text = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: out}, spec: ${spec}}`;
    const dns = new Map([["a.example.com", [parseAddress("203.0.113.1")!]]]);
    const { cluster } = await loadSources([{ name: "policy.yaml", text }], {
      isStored: true,
      facts: { dns },
    });
    const named = endsOf(cluster, new Distinctions(cluster)).filter(({ toName }) => toName !== undefined);
    expect(named.map(({ endpoint, toName }) => [toName, endpoint.type])).toEqual([
      ["a.example.com", "addresses"],
      ["b.example.com", "domain"],
    ]);
  });
});

it("a refused policy of which nobody knows whom it selects tells no ends apart", async () => {
  const pod =
    "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}";
  const refused =
    "{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: out}, spec: {tier: Admin, priority: 1}}";
  const { cluster } = await loadSources([{ name: "shop.yaml", text: `${pod}\n---\n${refused}` }]);
  expect(cluster.refused.map(({ subject }) => subject)).toEqual([undefined]);
  const [alone] = [await loadSources([{ name: "shop.yaml", text: pod }])];
  const ids = (each: typeof cluster): string[] =>
    endsOf(each, new Distinctions(each)).map(({ endpoint }) => endpoint.id);
  expect(ids(cluster)).toEqual(ids(alone.cluster));
});

/** One block, or what is left of the whole family, which takes many. */
function nameOf(blocks: readonly string[]): string {
  return blocks.length > 1 ? "the rest" : (blocks[0] ?? "nothing");
}

/** The addresses outside of a cluster whose pod has 10.0.0.1, where its policy names some. */
async function blocksOf(...cidrs: readonly string[]): Promise<string[]> {
  const to = cidrs.map((cidr) => `{ipBlock: {cidr: ${cidr}}}`).join(", ");
  const text = `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: out, namespace: shop}, spec: {podSelector: {}, policyTypes: [Egress], egress: [{to: [${to}]}]}}`;
  const { cluster } = await loadSources([{ name: "policy.yaml", text }]);
  return endsOf(cluster, new Distinctions(cluster)).flatMap(({ endpoint }) =>
    endpoint.type === "addresses" ? [nameOf(endpoint.addresses.blocks().map(formatBlock))] : [],
  );
}

describe("addresses outside of a cluster are ends as far as rules tell them apart", () => {
  it.each<[string, string[], string[]]>([
    ["all but the pod's, where a rule names none", [], ["the rest"]],
    ["a network, without the pod in it", ["10.0.0.0/31"], ["the rest", "10.0.0.0/32"]],
    ["no network of which the pod has every address", ["10.0.0.1/32"], ["the rest"]],
  ])("%s", async (_name, cidrs, expected) => {
    expect(await blocksOf(...cidrs)).toEqual(expected);
  });
});

describe("nodes of a cluster are ends", () => {
  it.each<[string, string, string[]]>([
    [
      "each of its addresses by itself",
      "[{type: InternalIP, address: 192.168.0.1}, {type: ExternalIP, address: 198.51.100.1}]",
      ["192.168.0.1", "198.51.100.1"],
    ],
    ["also one that has no address yet", "[]", ["none"]],
  ])("%s", async (_name, addresses, expected) => {
    const text = `{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {addresses: ${addresses}}}`;
    const { cluster } = await loadSources([{ name: "node.yaml", text }]);
    const found = endsOf(cluster, new Distinctions(cluster)).flatMap(({ endpoint }) =>
      endpoint.type === "node" ? [endpoint.addresses.map(formatAddress).join(" ") || "none"] : [],
    );
    expect(found).toEqual(expected);
  });

  it("each address once that pods tell of a node without an object", async () => {
    const pod = (name: string, hostIPs: string): string =>
      `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: shop}, spec: {nodeName: n1, containers: [{}]}, status: {hostIP: 192.168.0.1, hostIPs: [${hostIPs}]}}`;
    const both = "{ip: 192.168.0.1}, {ip: '2001:db8::1'}";
    const text = [pod("a", both), pod("b", "{ip: 192.168.0.1}")].join("\n---\n");
    const { cluster } = await loadSources([{ name: "pods.yaml", text }]);
    const found = endsOf(cluster, new Distinctions(cluster)).flatMap(({ endpoint }) =>
      endpoint.type === "node"
        ? [`${endpoint.name} ${endpoint.addresses.map(formatAddress).join(" ") || "none"}`]
        : [],
    );
    expect(found).toEqual(["n1 192.168.0.1", "n1 2001:db8::1"]);
  });
});
