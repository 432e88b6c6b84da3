/** Services as destinations, against the reference evaluator itself: T47, T86, S-VIP-*, S-LOOP-2, U-5, U-17. */

import { expect, it } from "vitest";
import { admin, networkPolicy } from "./builders.js";
import { grid } from "./grid.js";
import type { KubernetesObject, NetworkPolicyPeer, ServiceSpec } from "./kubernetes.js";
import { readCluster } from "./objects.js";
import type { QueryEnd } from "./reference.js";
import { evaluateService } from "./reference.js";
import type { ServiceQuery } from "./services.js";

const PORT = { port: 90, targetPort: 80, nodePort: 30_090 } as const;

/** Service x/s, at 10.96.0.1, in front of x/a and x/b. */
function service(spec: Partial<ServiceSpec> = {}, balancer?: string): KubernetesObject {
  const own = { clusterIP: "10.96.0.1", selector: { front: "yes" }, ports: [PORT] };
  const status = balancer === undefined ? {} : { loadBalancer: { ingress: [{ ip: balancer }] } };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s", namespace: "x" },
    spec: { ...own, ...spec },
    status,
  };
}

const labelled = (objects: readonly KubernetesObject[]): KubernetesObject[] =>
  objects.map((object) => {
    const { metadata } = object;
    const isFront =
      object.kind === "Pod" && metadata?.namespace === "x" && ["a", "b"].includes(metadata.name ?? "");
    return isFront
      ? { ...object, metadata: { ...metadata, labels: { ...metadata?.labels, front: "yes" } } }
      : object;
  });

const denyAll = networkPolicy("x", { podSelector: {}, policyTypes: ["Ingress", "Egress"] });
const denyPods = admin(25, {
  subject: { namespaces: { matchLabels: { "kubernetes.io/metadata.name": "x" } } },
  ingress: [{ action: "Deny", from: [{ namespaces: {} }] }],
});

function from(...peers: NetworkPolicyPeer[]): KubernetesObject {
  return networkPolicy("x", { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ from: peers }] });
}

function to(cidr: string, port: number): KubernetesObject {
  return networkPolicy("y", {
    podSelector: {},
    policyTypes: ["Egress"],
    egress: [{ to: [{ ipBlock: { cidr } }], ports: [{ port }] }],
  });
}

const BY_NAME: ServiceQuery = { by: "name", service: "x/s" };
const at = (address: string): ServiceQuery => ({ by: "address", service: "x/s", address });
const onNode: ServiceQuery = { by: "node port", service: "x/s", address: "192.168.0.3" };
const pod = (name: string): QueryEnd => ({ pod: name });
const OUTSIDE: QueryEnd = { address: "203.0.113.7" };

type Row = readonly [
  what: string,
  objects: readonly KubernetesObject[],
  from: QueryEnd,
  to: ServiceQuery,
  expected: readonly string[],
];

const balanced = { type: "LoadBalancer", loadBalancerSourceRanges: ["203.0.113.0/24"] };
const all = (verdict: string): string[] => [`x/pod/a ${verdict}`, `x/pod/b ${verdict}`];

const ROWS: readonly Row[] = [
  ["every pod that it selects", [service()], pod("y/a"), BY_NAME, all("allowed")],
  ["T47", [service(), denyAll], pod("x/a"), BY_NAME, ["x/pod/a itself undefined", "x/pod/b denied"]],
  ["T86", [service(), denyPods], pod("x/a"), BY_NAME, ["x/pod/a itself denied", "x/pod/b denied"]],
  [
    "T47 and T86",
    [service(), denyAll, denyPods],
    pod("x/a"),
    BY_NAME,
    ["x/pod/a itself denied", "x/pod/b denied"],
  ],
  [
    "a rule that allows itself",
    [service(), from({ podSelector: {} })],
    pod("x/a"),
    BY_NAME,
    ["x/pod/a itself allowed", "x/pod/b allowed"],
  ],
  [
    "headless: its own address",
    [service({ clusterIP: "None" }), denyAll],
    pod("x/a"),
    BY_NAME,
    ["x/pod/a itself allowed", "x/pod/b denied"],
  ],
  [
    "the Service's address with its port",
    [service(), to("10.96.0.0/16", 90)],
    pod("y/a"),
    BY_NAME,
    all("denied"),
  ],
  [
    "the Service's address with the pods' port",
    [service(), to("10.96.0.0/16", 80)],
    pod("y/a"),
    BY_NAME,
    all("denied"),
  ],
  [
    "the pods' addresses with their port",
    [service(), to("10.0.0.0/16", 80)],
    pod("y/a"),
    BY_NAME,
    all("allowed"),
  ],
  ["both addresses, the pods' port", [service(), to("10.0.0.0/8", 80)], pod("y/a"), BY_NAME, all("allowed")],
  [
    "both addresses, the Service's port",
    [service(), to("10.0.0.0/8", 90)],
    pod("y/a"),
    BY_NAME,
    all("denied"),
  ],
  [
    "an address that nothing tells",
    [service({ clusterIP: null }), to("10.96.0.0/16", 90)],
    pod("y/a"),
    BY_NAME,
    all("denied"),
  ],
  [
    "an external address",
    [service({ externalIPs: ["198.51.100.9"] }), to("198.51.100.0/24", 90)],
    pod("y/a"),
    at("198.51.100.9"),
    all("undefined"),
  ],
  ["a cluster address from outside", [service()], OUTSIDE, BY_NAME, all("denied")],
  [
    "a node port from outside",
    [service({ type: "NodePort" }), from({ ipBlock: { cidr: "203.0.113.0/24" } })],
    OUTSIDE,
    onNode,
    all("undefined"),
  ],
  [
    "and where the client keeps its address",
    [
      service({ type: "NodePort", externalTrafficPolicy: "Local" }),
      from({ ipBlock: { cidr: "203.0.113.0/24" } }),
    ],
    OUTSIDE,
    onNode,
    all("allowed"),
  ],
  [
    "a block of clients and nodes",
    [service({ type: "NodePort" }), from({ ipBlock: { cidr: "0.0.0.0/0" } })],
    OUTSIDE,
    onNode,
    all("allowed"),
  ],
  [
    "a load balancer that lets it in",
    [service(balanced, "198.51.100.1")],
    OUTSIDE,
    at("198.51.100.1"),
    all("allowed"),
  ],
  [
    "a load balancer that does not",
    [service(balanced, "198.51.100.1")],
    { address: "198.18.0.1" },
    BY_NAME,
    all("denied"),
  ],
  [
    "a pod by the load balancer",
    [service({ type: "LoadBalancer" }, "198.51.100.1"), from({ namespaceSelector: {} })],
    pod("y/a"),
    at("198.51.100.1"),
    all("undefined"),
  ],
  [
    "a pod by the cluster address",
    [service({ type: "LoadBalancer" }, "198.51.100.1"), from({ namespaceSelector: {} })],
    pod("y/a"),
    BY_NAME,
    all("allowed"),
  ],
];

it.each(ROWS)("%s", (_, objects, source, destination, expected) => {
  const cluster = readCluster(labelled(grid(...objects)), { complete: true });
  const answers = evaluateService(cluster, { from: source, to: destination, family: "IPv4", port: PORT });
  const lines = answers.map(
    ({ backend, isItself, answer }) => `${backend}${isItself ? " itself" : ""} ${answer.verdict}`,
  );
  expect(lines).toEqual(expected);
});
