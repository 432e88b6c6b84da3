import { addressOwners } from "../../../src/cluster/model/address-owners.js";
import { expect, it } from "vitest";
import { formatAddress } from "../../../src/base/net/address.js";
import { loadSources } from "../../../src/index.js";

const hostPod = (status: string): string => `
apiVersion: v1
kind: Pod
metadata: { name: agent, namespace: ops }
spec: { hostNetwork: true, nodeName: node-1, containers: [{ name: main }] }
status: ${status}
`;
const NEIGHBOUR = `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { nodeName: node-1, containers: [{ name: main }] }
status: { podIP: 10.244.1.4, hostIP: 192.168.7.4 }
`;
const UNPLACED = hostPod("{ podIP: 192.168.7.4 }")
  .replace("agent", "early")
  .replace("nodeName: node-1, ", "");
/** Has the address for itself, and stands behind those that share it. */
const OWN = `
apiVersion: v1
kind: Pod
metadata: { name: zeta, namespace: ops }
spec: { containers: [{ name: main }] }
status: { podIP: 192.168.7.4 }
`;
const NODE = `
apiVersion: v1
kind: Node
metadata: { name: node-1 }
status: { addresses: [{ type: InternalIP, address: 192.168.7.4 }] }
`;

it.each([
  ["a neighbour tells the node's address", [hostPod("{}"), NEIGHBOUR], "node/node-1"],
  ["a host pod says it itself", [hostPod("{ podIP: 192.168.7.4 }"), NEIGHBOUR], "ops/pod/agent"],
  ["two host pods say it", [UNPLACED, hostPod("{ podIP: 192.168.7.4 }"), NEIGHBOUR], "ops/pod/agent"],
  ["the same in another order", [hostPod("{ podIP: 192.168.7.4 }"), UNPLACED, NEIGHBOUR], "ops/pod/agent"],
  ["a pod has it for itself", [OWN, UNPLACED, NEIGHBOUR], "ops/pod/zeta"],
  ["the node is an object", [hostPod("{ podIP: 192.168.7.4 }"), NEIGHBOUR, NODE], "node/node-1"],
])("where %s, the address is that of %s", async (_where, texts, owner) => {
  const { cluster } = await loadSources([{ name: "a.yaml", text: texts.join("---\n") }]);
  const owners = [...addressOwners(cluster).values()].map(
    (each) => `${formatAddress(each.address)} ${each.owner === "service" ? "service" : each.owner.id}`,
  );
  expect(owners.toSorted()).toEqual(["10.244.1.4 shop/pod/web", `192.168.7.4 ${owner}`]);
});
