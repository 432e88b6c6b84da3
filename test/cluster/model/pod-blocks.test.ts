import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type SourceOptions } from "../../../src/index.js";
import { parseBlock } from "../../../src/base/net/address.js";

const node = (name: string, podCIDRs: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, spec: {podCIDRs: ${podCIDRs}}, status: {addresses: []}}`;
const pod = (name: string, more: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {namespace: shop, name: ${name}}, ${more}}`;
const FROM_PODS = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {namespace: shop, name: in}, spec: {podSelector: {}, ingress: [{from: [{namespaceSelector: {}}]}]}}`;
const DB = pod("db", "status: {podIP: 10.1.0.5}");

async function verdictOf(objects: readonly string[], options: SourceOptions = {}): Promise<string> {
  const text = [DB, FROM_PODS, ...objects].join("\n---\n");
  const input = await loadSources([{ name: "a.yaml", text }], options);
  const { results } = explainFlow(input, { from: "10.99.0.1", to: "shop/db", port: "80" });
  return results
    .map(({ verdict, reasons }) => [verdict, ...reasons.map(({ code }) => code)].join(" "))
    .join();
}

/** S-EV-1a: what the CIDRs of Nodes say of an address that is in none of them. */
describe("an address beside the pod CIDRs of Nodes", () => {
  it.each([
    ["is no pod's where they hold every pod", [node("a", "[10.1.0.0/24]")], "denied"],
    [
      "may be a pod's where a Node has none",
      [node("a", "[10.1.0.0/24]"), node("b", "[]")],
      "unknown address-owner",
    ],
    [
      "may be a pod's where a Node has one of another family",
      [node("a", "[10.1.0.0/24]"), node("b", "['fd00::/64']")],
      "unknown address-owner",
    ],
    [
      "may be a pod's where a pod has an address in none",
      [node("a", "[10.1.0.0/24]"), pod("other", "status: {podIP: 192.168.7.7}")],
      "unknown address-owner",
    ],
    [
      "is no pod's for the address of a host pod",
      [node("a", "[10.1.0.0/24]"), pod("agent", "spec: {hostNetwork: true}, status: {podIP: 172.16.0.4}")],
      "denied",
    ],
  ])("%s", async (_what, objects, expected) => {
    expect(await verdictOf(objects)).toBe(expected);
  });

  it("is no pod's where the CIDRs are given", async () => {
    const facts = { podBlocks: [parseBlock("10.1.0.0/16")!] };
    expect(await verdictOf([node("a", "[10.1.0.0/24]"), node("b", "[]")], { facts })).toBe("denied");
  });

  it("is what a pod without an address may have", async () => {
    const toBlock = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {namespace: shop, name: in}, spec: {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.1.0.0/16}}]}]}}`;
    const of = async (...objects: readonly string[]): Promise<string> => {
      const text = [DB, toBlock, pod("new", "spec: {}"), ...objects].join("\n---\n");
      const input = await loadSources([{ name: "a.yaml", text }]);
      const { results } = explainFlow(input, { from: "shop/new", to: "shop/db", port: "80" });
      return results.map(({ verdict }) => verdict).join();
    };
    expect(await of(node("a", "[10.1.0.0/24]"))).toBe("allowed");
    expect(await of(node("a", "[10.1.0.0/24]"), node("b", "[]"))).toBe("unknown");
  });
});
