import { expect, test } from "vitest";
import { classesOf } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { AddressSet } from "../../../src/base/net/address-set.js";
import { nodeEndpoint } from "../../../src/cluster/model/address-owners.js";
import { outsideEndpoint } from "../../../src/cluster/model/outside.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { parseAddress, parseBlock } from "../../../src/base/net/address.js";
import { Reach } from "../../../src/semantics/reach/reach.js";
import type { Endpoint } from "../../../src/cluster/model/endpoint.js";

const TEXT = `{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}}
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: shut}
spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [{action: Deny, to: [{networks: [192.0.2.0/24]}]}]}`;

test("the Admin tier is walked by itself for an address that may be a pod's, whoever was walked before it", async () => {
  const facts = { podBlocks: [parseBlock("10.0.0.0/8")!] };
  const { cluster } = await loadSources([{ name: "cluster.yaml", text: TEXT }], { facts });
  const outsides = ["10.0.0.77", "192.0.2.1"].map((text) =>
    outsideEndpoint(cluster, AddressSet.single(parseAddress(text)!), text, `ip/${text}`),
  );
  const n1 = nodeEndpoint("n1", [parseAddress("192.168.0.1")!], cluster.nodes.get("n1")!);
  const ends = [n1, ...outsides].map((endpoint: Endpoint) => ({ endpoint }));
  const reach = new Reach(cluster, REFERENCE, classesOf(cluster, ends, new Distinctions(cluster)));
  const indexOf = ({ endpoint }: { readonly endpoint: Endpoint }): number =>
    reach.classes.findIndex(({ representative, isOwnNode }) => representative === endpoint && !isOwnNode);
  const [node, maybePod, outside] = ends.map(indexOf) as [number, number, number];
  const verdictsFrom = (source: number): string[] => [
    ...new Set(reach.flow(source, outside, "IPv4").parts.map(({ verdict }) => verdict)),
  ];
  // A node is no subject; an address may be that of a pod, to which the policy applies.
  expect([verdictsFrom(node), verdictsFrom(maybePod)]).toEqual([["allowed"], ["unknown"]]);
});
