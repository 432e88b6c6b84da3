import { ALL_TRAFFIC } from "../../../src/base/net/traffic.js";
import { classesOf, type End } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { evaluate, type Part } from "../../../src/semantics/evaluate/evaluate.js";
import { expect, it } from "vitest";
import { loadSources, REFERENCE, STRICT } from "../../../src/index.js";
import { Reach } from "../../../src/semantics/reach/reach.js";

/** Pods on the network of two nodes, and some on that of a node that nobody knows. */
const CLUSTER = `apiVersion: v1
kind: Pod
metadata: { name: first, namespace: shop }
spec: { hostNetwork: true, nodeName: node-1, containers: [{ name: main, image: web }] }
status: { podIP: 192.168.0.2 }
---
apiVersion: v1
kind: Pod
metadata: { name: second, namespace: shop }
spec: { hostNetwork: true, nodeName: node-0, containers: [{ name: main, image: web }] }
status: { podIP: 192.168.0.1 }
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: agent, namespace: ops }
spec: { selector: { matchLabels: { app: agent } }, template: { metadata: { labels: { app: agent } }, spec: { hostNetwork: true, containers: [{ name: main, image: agent }] } } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: ops }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: {}, policyTypes: [Egress] }
`;

function reasonsOf(parts: readonly Part[]): string[] {
  const ofOthers = parts.filter(({ traffic }) => traffic.other);
  return ofOthers.flatMap(({ reasons }) => reasons.map(({ code }) => code)).toSorted();
}

it.each(["first", "second"])(
  "pods on nodes of their own share no walk where an end may be on one of them: %s",
  async (name) => {
    const { cluster } = await loadSources([{ name: "a.yaml", text: CLUSTER }]);
    const distinctions = new Distinctions(cluster);
    const ends = endsOf(cluster, distinctions);
    const reach = new Reach(cluster, STRICT, classesOf(cluster, ends, distinctions));
    const end = (id: string): End => ends.find(({ endpoint }) => endpoint.id === id)!;
    const index = (of: End): number =>
      reach.classes.find((each) => !each.isOwnNode && each.members.includes(of))!.index;
    const [from, to] = [end(`shop/pod/${name}`), end("ops/replicaset/agent")];
    // Whichever is walked first is what the other one would share.
    for (const each of ["first", "second"]) reach.walk("egress", index(end(`shop/pod/${each}`)), "IPv4");
    const mapped = reasonsOf(reach.flow(index(from), index(to), "IPv4").parts);
    const flow = { from: from.endpoint, to: to.endpoint, family: "IPv4", traffic: ALL_TRAFFIC } as const;
    const { parts } = evaluate(cluster, { ...flow, way: { type: "direct", toName: undefined } }, STRICT);
    expect(mapped).toEqual(reasonsOf(parts));
    expect(mapped).toContain("pod-node");
  },
);

/** Alike but for their nodes, of which one is not known; no pod is on the network of a node. */
const ALIKE = `apiVersion: v1
kind: Node
metadata: { name: node-1 }
status: { addresses: [{ type: InternalIP, address: 192.168.0.1 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: placed, namespace: shop }
spec: { nodeName: node-2, containers: [{ name: main, image: web }] }
---
apiVersion: v1
kind: Pod
metadata: { name: unplaced, namespace: shop }
spec: { containers: [{ name: main, image: web }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;

it.each([
  ["placed", "unplaced"],
  ["unplaced", "placed"],
])("a pod whose node is not known shares no walk with one whose node is: %s first", async (...names) => {
  const { cluster } = await loadSources([{ name: "a.yaml", text: ALIKE }]);
  const distinctions = new Distinctions(cluster);
  const reach = new Reach(
    cluster,
    REFERENCE,
    classesOf(cluster, endsOf(cluster, distinctions), distinctions),
  );
  const verdictFor = (name: string): string[] => {
    const [from, to] = ["node/node-1", `shop/pod/${name}`].map(
      (id) =>
        reach.classes.find(
          ({ isOwnNode, members }) => !isOwnNode && members.some(({ endpoint }) => endpoint.id === id),
        )!.index,
    ) as [number, number];
    return reach.flow(from, to, "IPv4").parts.map(({ verdict }) => verdict);
  };
  const found = Object.fromEntries(names.map((name) => [name, verdictFor(name)]));
  // Only its own node reaches an isolated pod (S-NODE-L1); from others, protocols without ports are open (U-7).
  expect(found["placed"]).toEqual(["undefined", "denied"]);
  expect(found["unplaced"]).toEqual(["undefined", "unknown"]);
});
