import { describe, expect, it } from "vitest";
import { connectionsBetween, isPairOfClasses } from "../../../src/semantics/reach/connections.js";
import { parseAddress } from "../../../src/base/net/address.js";
import { loadSources } from "../../../src/index.js";
import { reachOf } from "../../../src/semantics/reach/reach.js";
import { rowsOf, type Row } from "../../../src/semantics/reach/rows.js";

/** A pod of both families; one on the network of its node has that one's addresses. */
function pod(name: string, node: number, isOnHost: boolean): string {
  const [prefix, last] = isOnHost ? ["192.168.0", node] : ["10.0.0", node];
  const ips = `podIPs: [{ip: ${prefix}.${last}}, {ip: 'fd00::${isOnHost ? 1 : 2}:${node}'}]`;
  const owner = `ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: ${name}, uid: u, controller: true}]`;
  const spec = `{nodeName: n${node}, hostNetwork: ${isOnHost}, containers: [{}]}`;
  return `{apiVersion: v1, kind: Pod, metadata: {name: ${name}-${node}, namespace: shop, labels: {app: ${name}}, ${owner}}, spec: ${spec}, status: {${ips}}}`;
}

/** Lets the nodes in by their addresses of one family alone. */
const POLICY =
  "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: web, namespace: shop}, spec: {podSelector: {matchLabels: {app: web}}, ingress: [{from: [{ipBlock: {cidr: 192.168.0.0/24}}]}]}}";

/** What host pods send to pods beside them. */
async function connections(
  nodes: readonly number[],
  { policy = POLICY, hasIPv6 = true } = {},
): Promise<ReturnType<typeof connectionsBetween>> {
  const pods = nodes.flatMap((node) => [pod("agent", node, true), pod("web", node, false)]);
  const manifests = [
    ...pods.map((each) => (hasIPv6 ? each : each.replace(/, \{ip: 'fd00[^}]*\}/, ""))),
    policy,
  ];
  const { cluster } = await loadSources([{ name: "shop.yaml", text: manifests.join("\n---\n") }]);
  const reach = reachOf(cluster);
  const rows = rowsOf(cluster, reach.classes);
  const [from, to] = ["agent", "web"].map((name) =>
    rows.find((row) => row.name === name && row.kind !== "node"),
  ) as [Row, Row];
  return connectionsBetween(reach, from, to);
}

/** How TCP of them is told, by family and node. */
async function told(...asked: Parameters<typeof connections>): Promise<string[]> {
  const all = await connections(...asked);
  return all
    .map(({ family, node, flow }) => {
      const verdicts = flow.parts.flatMap(({ verdict, traffic }) =>
        traffic.TCP.length > 0 ? [verdict] : [],
      );
      return `${family ?? "any family"}, ${node ?? "any"} node: ${verdicts.join(" ")}`;
    })
    .toSorted();
}

const SHUT = POLICY.replace(/, ingress: .*$/, "}}");

/** NetworkPolicy keeps nothing out that a pod's own node sends (S-NODE-L1, S-NODE-L4). */
describe("what host pods send to pods is told apart", () => {
  it("and stands for the flows of every family and node that it joins", async () => {
    const [both, ...others] = await connections([1], { policy: SHUT });
    expect(others).toEqual([]);
    // Its own node, by IPv4 and by IPv6.
    expect(both?.flows).toHaveLength(2);
    expect(both?.flows[0]).toBe(both?.flow);
    expect(both?.flows[1]).not.toBe(both?.flow);
    expect(both?.flows[1]?.parts.every(({ verdict }) => verdict === "allowed")).toBe(true);
  });

  it("by family and node, where both tell", async () => {
    expect(await told([1, 2])).toEqual([
      "IPv4, other node: allowed",
      "IPv4, own node: allowed",
      "IPv6, other node: denied",
      "IPv6, own node: allowed",
    ]);
  });

  it("by node, where families are alike", async () => {
    expect(await told([1, 2], { policy: SHUT })).toEqual([
      "any family, other node: denied",
      "any family, own node: allowed",
    ]);
  });

  it.each([
    ["with two families", true],
    ["with one family", false],
  ])("not where there is one node, which is their own, %s", async (_name, hasIPv6) => {
    expect(await told([1], { policy: SHUT, hasIPv6 })).toEqual(["any family, any node: allowed"]);
  });
});

it.each([
  ["nothing tells", undefined],
  ["are known", new Map([["a.example.com", [parseAddress("203.0.113.9")!]]])],
])("names are asked for, and ask for nothing themselves, where their addresses %s", async (_name, dns) => {
  const spec =
    "{tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [{action: Accept, to: [{domainNames: [a.example.com]}]}]}";
  const policy = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: out}, spec: ${spec}}`;
  const { cluster } = await loadSources(
    [{ name: "shop.yaml", text: `${pod("web", 1, false)}\n---\n${policy}` }],
    { isStored: true, facts: dns === undefined ? {} : { dns } },
  );
  const { classes } = reachOf(cluster);
  const named = classes.filter(({ toName }) => toName !== undefined);
  const pods = classes.filter(({ representative, isOwnNode }) => representative.type === "pod" && !isOwnNode);
  expect([named.length, pods.length]).toEqual([1, 1]);
  expect([isPairOfClasses(pods[0]!, named[0]!), isPairOfClasses(named[0]!, pods[0]!)]).toEqual([true, false]);
});
