import { classesOf, type EndClass } from "../../../src/semantics/reach/classes.js";
import { describe, expect, it } from "vitest";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Reach } from "../../../src/semantics/reach/reach.js";

const pod = (name: string, spec: string): string =>
  `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }
spec: { ${spec} containers: [{ name: main, image: web }] }
`;

const CLUSTER = [
  pod("agent", "hostNetwork: true, nodeName: n-1,"),
  pod("lost", "hostNetwork: true,"),
  pod("plain", "nodeName: n-1,"),
  pod("web", "nodeName: n-1,"),
  `apiVersion: v1
kind: Node
metadata: { name: n-1 }
`,
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress] }
`,
].join("---\n");

/** The class of an end, and the verdicts of its TCP towards `web`: wherever both are, and on one node. */
async function towardsWeb(id: string): Promise<{ readonly anywhere: string; readonly onItsNode: string }> {
  const { cluster } = await loadSources([{ name: "a.yaml", text: CLUSTER }]);
  const distinctions = new Distinctions(cluster);
  const classes = classesOf(cluster, endsOf(cluster, distinctions), distinctions);
  const reach = new Reach(cluster, REFERENCE, classes);
  const classOf = (of: string): EndClass =>
    classes.find(
      (each) =>
        !each.isOwnNode &&
        each.members.some(({ endpoint, toName }) => endpoint.id === of && toName === undefined),
    )!;
  const [from, web] = [classOf(id), classOf("shop/pod/web")];
  const verdict = (index: number | undefined): string =>
    index === undefined
      ? "the same"
      : reach
          .flow(index, web.index, "IPv4")
          .parts.filter(({ traffic }) => traffic.TCP.length > 0)
          .map((part) => part.verdict)
          .join();
  return { anywhere: verdict(from.index), onItsNode: verdict(from.asOwnNode) };
}

/** S-NODE-L1, S-NODE-L4: an isolated pod is reached by its own node, and by pods on that node's network. */
describe("what is, or is on, a node that is known is told from the same on another node", () => {
  it.each([
    ["the node", "node/n-1", { anywhere: "denied", onItsNode: "allowed" }],
    ["a pod on its network", "shop/pod/agent", { anywhere: "denied", onItsNode: "allowed" }],
    [
      "a pod on it with a network of its own",
      "shop/pod/plain",
      { anywhere: "denied", onItsNode: "the same" },
    ],
  ])("%s", async (_, id, expected) => {
    expect(await towardsWeb(id)).toEqual(expected);
  });

  it("a pod on the network of a node that is unknown may be on any", async () => {
    expect((await towardsWeb("shop/pod/lost")).onItsNode).toBe("the same");
  });
});
