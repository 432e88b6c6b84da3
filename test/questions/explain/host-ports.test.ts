import { nodePortsOf } from "../../../src/cluster/model/services.js";
import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type Explanation } from "../../../src/index.js";

const pod = (
  name: string,
  ports: string,
  more = "nodeName: worker-1",
  address = "10.0.0.2",
): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }
spec: { ${more}, containers: [{ name: c, ports: [${ports}] }] }
status: { phase: Running, podIP: ${address} }`;

const node = (name: string, address: string): string => `apiVersion: v1
kind: Node
metadata: { name: ${name} }
status: { addresses: [{ type: InternalIP, address: ${address} }] }`;

const BASE = [
  "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }",
  node("worker-1", "192.168.0.1"),
  node("worker-2", "192.168.0.2"),
  pod("client", "", "nodeName: worker-2", "10.0.0.9"),
];
const CLOSED = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: { matchLabels: { app: front } }, policyTypes: [Ingress] }`;

async function ask(
  objects: readonly string[],
  to: string,
  port = "443",
  from = "8.8.8.8",
): Promise<Explanation> {
  const text = [...BASE, ...objects].join("\n---\n");
  return explainFlow(await loadSources([{ name: "cluster.yaml", text }]), { from, to, port });
}

const verdictsOf = ({ results }: Explanation): readonly string[] =>
  results.map(({ to, verdict, reasons }) =>
    [to.shownAs, verdict, ...reasons.map(({ code }) => code)].join(" "),
  );
const notesOf = ({ notes }: Explanation): readonly unknown[] =>
  notes.filter(({ code }) => code === "host-port");

const FRONT = pod("front", "{ containerPort: 8443, hostPort: 443 }");
const OPEN_OR_CLOSED = ["node/worker-1 undefined host-port"];

describe("a node's port that leads to a pod on it (hostPort)", () => {
  it("leaves open whether the pod's policies count, where they decide", async () => {
    const answer = await ask([FRONT, CLOSED], "node/worker-1");
    expect(verdictsOf(answer)).toEqual(OPEN_OR_CLOSED);
    expect(answer.results[0]?.outcomes).toEqual(["allowed", "denied"]);
    expect(notesOf(answer)).toEqual([
      {
        code: "host-port",
        node: "worker-1",
        protocol: "TCP",
        port: 443,
        pod: "shop/front",
        podPort: 8443,
        isSure: true,
      },
    ]);
    for (const from of ["internet", "shop/client"])
      expect(verdictsOf(await ask([FRONT, CLOSED], "192.168.0.1", "443", from))).toEqual(OPEN_OR_CLOSED);
  });

  it("is settled where both come to the same", async () => {
    const answer = await ask([FRONT], "node/worker-1");
    expect(verdictsOf(answer)).toEqual(["node/worker-1 allowed"]);
    expect(notesOf(answer)).toHaveLength(1);
  });

  it("is the pod's port by its protocol and number alone, among others of the node", async () => {
    const verdicts = await ask([FRONT, CLOSED], "node/worker-1", "442-444");
    expect(verdicts.results.map(({ traffic, verdict }) => [verdict, traffic.TCP])).toEqual([
      [
        "allowed",
        [
          [442, 442],
          [444, 444],
        ],
      ],
      ["undefined", [[443, 443]]],
    ]);
    expect(verdictsOf(await ask([FRONT, CLOSED], "node/worker-1", "443/udp"))).toEqual([
      "node/worker-1 allowed",
    ]);
    expect(verdictsOf(await ask([FRONT, CLOSED], "node/worker-1", "8443"))).toEqual([
      "node/worker-1 allowed",
    ]);
  });

  it.each([
    ["another node", FRONT, "node/worker-2"],
    [
      "a pod on its node's network, whose port is the node's own",
      pod(
        "front",
        "{ containerPort: 443, hostPort: 443 }",
        "nodeName: worker-1, hostNetwork: true",
        "192.168.0.1",
      ),
      "node/worker-1",
    ],
    [
      "one that is bound to the node's loopback",
      pod("front", "{ containerPort: 8443, hostPort: 443, hostIP: 127.0.0.1 }"),
      "node/worker-1",
    ],
    ["a port that isn't opened", pod("front", "{ containerPort: 443 }"), "node/worker-1"],
  ])("is not that of %s", async (_what, object, to) => {
    const answer = await ask([object, CLOSED], to);
    expect(answer.results.map(({ verdict }) => verdict)).toEqual(["allowed"]);
    expect(notesOf(answer)).toEqual([]);
  });

  it("is no port of the node in logs either, which don't say where it went on", async () => {
    const text = [...BASE, FRONT, CLOSED].join("\n---\n");
    const { cluster } = await loadSources([{ name: "cluster.yaml", text }]);
    expect(nodePortsOf(cluster).TCP).toEqual([[443, 443]]);
  });

  it("may be that of a pod that runs nobody knows where, which is said", async () => {
    const daemons = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: front, namespace: shop }
spec:
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec: { containers: [{ name: c, ports: [{ containerPort: 8443, hostPort: 443 }] }] }`;
    const answer = await ask([daemons, CLOSED], "node/worker-2");
    expect(verdictsOf(answer)).toEqual(["node/worker-2 undefined host-port"]);
    expect(notesOf(answer)).toMatchObject([{ pod: "shop/front", isSure: false }]);
  });
});
