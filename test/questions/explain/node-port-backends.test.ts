import { expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";

const POD = (name: string, address: string, tier: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: shop, labels: {app: web, tier: ${tier}}}
spec: {nodeName: worker-2, containers: [{name: web, ports: [{containerPort: 91}]}]}
status: {phase: Running, podIP: ${address}}`;

const CLUSTER = [
  "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}",
  `apiVersion: v1
kind: Node
metadata: {name: worker-1}
status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}`,
  POD("open", "10.0.0.2", "front"),
  POD("closed", "10.0.0.3", "back"),
  `apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: NodePort
  clusterIP: 10.96.0.1
  selector: {app: web}
  ports: [{port: 91, nodePort: 30080}]`,
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: back, namespace: shop}
spec: {podSelector: {matchLabels: {tier: back}}, ingress: []}`,
].join("\n---\n");

it("tells the pods behind a node's port apart where policies do", async () => {
  const loaded = await loadSources([{ name: "cluster.yaml", text: CLUSTER }]);
  const { results } = explainFlow(loaded, { from: "192.168.0.1", to: "192.168.0.1", port: "30080" });
  expect(results.map(({ to, verdict }) => [to.members, verdict])).toEqual([
    [["shop/pod/closed"], "denied"],
    [["shop/pod/open"], "allowed"],
  ]);
});
