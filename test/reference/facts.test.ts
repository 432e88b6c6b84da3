/** Facts that the input does not hold: unknown where they decide, and one value in the whole evaluation (S-V-0). */

import { describe, expect, it } from "vitest";
import type { PodTraits } from "./builders.js";
import {
  admin,
  deployment,
  expression,
  inNamespace,
  label,
  namespace,
  networkPolicy,
  node,
  pod,
} from "./builders.js";
import type { Options } from "./cluster.js";
import type { AdminPeer, KubernetesObject, NetworkPolicyPeer, NetworkPolicyPort } from "./kubernetes.js";
import type { LabelSelector } from "./selectors.js";
import { verdictOf } from "./table.js";

type Row = readonly [string, readonly KubernetesObject[], string, string, Options?];

/** Namespace x admits these peers only, or lets its pods reach these only. */
function from(...peers: NetworkPolicyPeer[]): KubernetesObject {
  return networkPolicy("x", { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ from: peers }] });
}

function to(peers: readonly NetworkPolicyPeer[], ports: readonly NetworkPolicyPort[] = []): KubernetesObject {
  return networkPolicy("x", { podSelector: {}, policyTypes: ["Egress"], egress: [{ to: peers, ports }] });
}

function denyTo(...peers: AdminPeer[]): KubernetesObject {
  return admin(5, { subject: { namespaces: {} }, egress: [{ action: "Deny", to: peers }] });
}

function block(cidr: string, ...except: string[]): NetworkPolicyPeer {
  return { ipBlock: { cidr, except } };
}

function ofNamespace(selector: LabelSelector): NetworkPolicyPeer {
  return { namespaceSelector: selector };
}

function a(traits: PodTraits = {}): KubernetesObject {
  return pod("x", "a", { ips: ["10.0.1.1"], node: "n1", ...traits });
}

/** Namespace x admits nothing. */
const closed = networkPolicy("x", { podSelector: {}, policyTypes: ["Ingress"] });
const b = pod("y", "b", { ips: ["10.0.2.1"], node: "n2" });
const listed = [namespace("x"), namespace("y", { team: "red" })];
const nodes = [node("n1", ["192.168.0.1"], { role: "edge" }), node("n2", ["192.168.0.2"], { role: "core" })];
const twoAddresses = node("n9", ["192.168.0.9", "192.0.2.7"]);
const web = deployment("x", "web", { app: "web" });
const hash = "pod-template-hash";
const zone = "topology.kubernetes.io/zone";
const hostWeb = deployment("x", "host", { app: "host" }, { host: true });

function ofWeb(selector: LabelSelector): KubernetesObject[] {
  return [...listed, a(), web, from({ podSelector: selector })];
}

const acceptCoreOrDenyItsAddress = admin(5, {
  subject: { namespaces: {} },
  egress: [
    { action: "Accept", to: [{ nodes: label("role", "core") }] },
    { action: "Deny", to: [{ networks: ["192.168.0.2/32"] }] },
  ],
});

const job: KubernetesObject = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "once", namespace: "x" },
  spec: { template: { metadata: { labels: {} }, spec: { containers: [] } } },
};

const rows: readonly Row[] = [
  // S-NS-2: a namespace that is not in the input
  [
    "label of an unlisted namespace",
    [a(), b, from(ofNamespace(label("team", "red")))],
    "y/b -> x/a",
    "unknown",
  ],
  ["name of an unlisted namespace", [a(), b, from(ofNamespace(inNamespace("y")))], "y/b -> x/a", "allowed"],
  ["name of another namespace", [a(), b, from(ofNamespace(inNamespace("z")))], "y/b -> x/a", "denied"],
  [
    "every value of the label",
    [a(), b, from(ofNamespace(label("team", "red")), ofNamespace(expression("team", "NotIn", "red")))],
    "y/b -> x/a",
    "allowed",
  ],
  [
    "two values of one label",
    [a(), b, from(ofNamespace({ ...label("team", "red"), ...expression("team", "In", "blue") }))],
    "y/b -> x/a",
    "denied",
  ],
  [
    "one label in both directions",
    [
      a(),
      b,
      admin(5, {
        subject: { namespaces: expression("team", "NotIn", "red") },
        egress: [{ action: "Deny", to: [{ namespaces: inNamespace("x") }] }],
      }),
      admin(6, {
        subject: { namespaces: inNamespace("x") },
        ingress: [{ action: "Deny", from: [{ namespaces: label("team", "red") }] }],
      }),
    ],
    "y/b -> x/a",
    "denied",
  ],

  // S-WL-1: labels that controllers add
  ["written label of a template", ofWeb(label("app", "web")), "x/Deployment/web -> x/a", "allowed"],
  ["value of an added label", ofWeb(label(hash, "abc")), "x/Deployment/web -> x/a", "unknown"],
  ["existence of an added label", ofWeb(expression(hash, "Exists")), "x/Deployment/web -> x/a", "allowed"],
  ["absence of an added label", ofWeb(expression(hash, "DoesNotExist")), "x/Deployment/web -> x/a", "denied"],
  ["existence of a node's label", ofWeb(expression(zone, "Exists")), "x/Deployment/web -> x/a", "unknown"],
  ["added label of another kind", ofWeb(label("job-name", "web")), "x/Deployment/web -> x/a", "denied"],
  ["name of a Job", [...ofWeb(label("job-name", "once")), job], "x/Job/once -> x/a", "allowed"],
  ["uid of a Job", [...ofWeb(label("controller-uid", "1")), job], "x/Job/once -> x/a", "unknown"],

  // S-IP-6: a pod without IP
  ["/0 and no IP", [...listed, a(), web, to([block("0.0.0.0/0")])], "x/a -> x/Deployment/web", "allowed"],
  [
    "/0 with except",
    [...listed, a(), web, to([block("0.0.0.0/0", "10.9.0.0/16")])],
    "x/a -> x/Deployment/web",
    "unknown",
  ],
  [
    "two halves of the space",
    [...listed, a(), web, to([block("0.0.0.0/1"), block("128.0.0.0/1")])],
    "x/a -> x/Deployment/web",
    "allowed",
  ],
  [
    "a CIDR and no IP",
    [...listed, a(), web, to([block("10.9.0.0/16")])],
    "x/a -> x/Deployment/web",
    "unknown",
  ],
  [
    "a disjoint pod CIDR",
    [...listed, a(), web, to([block("10.9.0.0/16")])],
    "x/a -> x/Deployment/web",
    "denied",
    { podCidrs: ["10.8.0.0/16"] },
  ],
  [
    "a covered pod CIDR",
    [...listed, a(), web, to([block("10.8.0.0/15")])],
    "x/a -> x/Deployment/web",
    "allowed",
    { podCidrs: ["10.8.0.0/16"] },
  ],
  [
    "two replicas of one workload",
    [...listed, web, from({ podSelector: label(hash, "abc") })],
    "x/Deployment/web -> x/Deployment/web",
    "unknown",
  ],
  [
    "a workload of one replica is itself (S-LOOP-3)",
    [...listed, deployment("x", "web", {}, { replicas: 1 }), closed],
    "x/Deployment/web -> x/Deployment/web",
    "allowed",
  ],

  // S-EV-1a: a private address that is no known pod's
  ["a private address", [...listed, a(), from({ podSelector: {} })], "10.0.9.9 -> x/a", "unknown"],
  [
    "a private address that may be isolated",
    [...listed, a(), networkPolicy("y")],
    "x/a -> 10.0.9.9",
    "unknown",
  ],
  [
    "a private address outside of the pod CIDR",
    [...listed, a(), from({ podSelector: {} })],
    "10.0.9.9 -> x/a",
    "denied",
    { podCidrs: ["10.8.0.0/16"] },
  ],
  [
    "any address in the pod CIDR",
    [...listed, a(), from({ podSelector: {} })],
    "203.0.113.9 -> x/a",
    "unknown",
    { podCidrs: ["203.0.113.0/24"] },
  ],
  [
    "a private address of a complete cluster",
    [...listed, a(), from({ podSelector: {} })],
    "10.0.9.9 -> x/a",
    "denied",
    { complete: true },
  ],
  ["a public address", [...listed, a(), from({ podSelector: {} })], "203.0.113.9 -> x/a", "denied"],
  [
    "a private address by its block",
    [...listed, a(), from(block("10.0.9.0/24"))],
    "10.0.9.9 -> x/a",
    "allowed",
  ],
  [
    "every pod and every address",
    [...listed, a(), from(ofNamespace({}), block("0.0.0.0/0"))],
    "10.0.9.9 -> x/a",
    "allowed",
  ],
  [
    "a finished pod's address",
    [...listed, a(), { ...b, status: { phase: "Failed", podIP: "203.0.113.9" } }, from(ofNamespace({}))],
    "203.0.113.9 -> x/a",
    "denied",
  ],
  [
    "a named port of an unlisted pod",
    [...listed, a(), to([ofNamespace({})], [{ port: "web" }])],
    "x/a -> 10.0.9.9",
    "unknown",
  ],

  // S-PORT-7: no list of containers
  [
    "a pod without containers",
    [...listed, a(), { ...b, spec: {} }, to([ofNamespace({})], [{ port: "web" }])],
    "x/a -> y/b",
    "unknown",
  ],

  // S-NODE-L4, S-HOST-2, S-IP-7
  ["the own node is not known", [...listed, ...nodes, web, closed], "node:n1 -> x/Deployment/web", "unknown"],
  [
    "the exemption decides nothing",
    [...listed, ...nodes, web, from(block("192.168.0.0/16"))],
    "node:n1 -> x/Deployment/web",
    "allowed",
  ],
  ["another node's address", [...listed, ...nodes, a(), closed], "192.168.0.2 -> x/a", "denied"],
  ["the own node's address", [...listed, ...nodes, a(), closed], "192.168.0.1 -> x/a", "allowed"],
  [
    "every node and a host pod",
    [...listed, ...nodes, a(), hostWeb, denyTo({ nodes: {} })],
    "x/a -> x/Deployment/host",
    "denied",
  ],
  [
    "some nodes and a host pod",
    [...listed, ...nodes, a(), hostWeb, denyTo({ nodes: label("role", "core") })],
    "x/a -> x/Deployment/host",
    "unknown",
  ],
  [
    "a host pod by its node's address",
    [
      ...listed,
      ...nodes,
      a(),
      pod("y", "h", { host: true, node: "n2" }),
      denyTo({ networks: ["192.168.0.2/32"] }),
    ],
    "x/a -> y/h",
    "denied",
  ],
  ["no Node in the input", [...listed, a(), denyTo({ nodes: {} })], "x/a -> 203.0.113.9", "unknown"],
  [
    "no Node, not in the node CIDR",
    [...listed, a(), denyTo({ nodes: {} })],
    "x/a -> 203.0.113.9",
    "allowed",
    { nodeCidrs: ["192.168.0.0/16"] },
  ],
  ["Nodes in the input", [...listed, ...nodes, a(), denyTo({ nodes: {} })], "x/a -> 203.0.113.9", "allowed"],
  [
    "a pod of the pod network is no node",
    [...listed, a(), b, denyTo({ nodes: {} })],
    "x/a -> y/b",
    "allowed",
  ],

  [
    "the address by which a node is asked for",
    [...listed, twoAddresses, a(), from(block("192.0.2.0/24"))],
    "192.0.2.7 -> x/a",
    "allowed",
  ],
  [
    "the first address of a node",
    [...listed, twoAddresses, a(), from(block("192.0.2.0/24"))],
    "node:n9 -> x/a",
    "denied",
  ],
  ["no common family", [...listed, a(), pod("y", "six", { ips: ["fd00::1"] })], "x/a -> y/six", "unknown"],
  ["a family that is seen nowhere", [...listed, a(), web], "x/a -> x/Deployment/web IPv6", "unknown"],

  [
    "neither node is known",
    [...listed, web, hostWeb, closed],
    "x/Deployment/host -> x/Deployment/web",
    "unknown",
  ],
  [
    "nodes do not share addresses",
    [...listed, ...nodes, a(), hostWeb, acceptCoreOrDenyItsAddress],
    "x/a -> x/Deployment/host",
    "allowed",
  ],
  [
    "a Node's pod CIDR",
    [...listed, { ...nodes[0]!, spec: { podCIDRs: ["10.0.0.0/21"] } }, a(), from({ podSelector: {} })],
    "10.0.9.9 -> x/a",
    "denied",
  ],

  // S-FQ-8: names and addresses
  ["a name and /0", [...listed, a(), denyTo({ networks: ["0.0.0.0/0"] })], "x/a -> name:a.example", "denied"],
  [
    "a name and a CIDR",
    [...listed, a(), denyTo({ networks: ["203.0.113.0/24"] })],
    "x/a -> name:a.example",
    "unknown",
  ],
  [
    "a name and nodes, none in the input",
    [...listed, a(), denyTo({ nodes: {} })],
    "x/a -> name:a.example",
    "unknown",
  ],
  [
    "a name and nodes",
    [...listed, ...nodes, a(), denyTo({ nodes: label("role", "core") })],
    "x/a -> name:a.example",
    "unknown",
  ],
  ["a name and pods", [...listed, a(), denyTo({ namespaces: {} })], "x/a -> name:a.example", "allowed"],
  [
    "an in-cluster name and pods",
    [...listed, a(), denyTo({ namespaces: {} })],
    "x/a -> name:s.y.svc.cluster.local",
    "unknown",
  ],
];

describe("facts", () => {
  it.each(rows.map(([name, objects, flow, verdict, options]) => ({ name, objects, flow, verdict, options })))(
    "$name",
    ({ objects, flow, verdict, options }) => {
      expect(verdictOf(objects, flow, options)).toBe(verdict);
    },
  );
});

describe("an address and a name (S-FQ-1, S-FQ-8)", () => {
  const accept = admin(5, {
    subject: { namespaces: {} },
    egress: [{ action: "Accept", to: [{ domainNames: ["www.a.example", "*.b.example"] }] }],
  });
  const objects = [...listed, a(), accept, networkPolicy("x", { policyTypes: ["Egress"] })];

  it.each([
    ["without a map", undefined, "unknown"],
    ["mapped", { "WWW.a.example": ["203.0.113.9"] }, "allowed"],
    ["mapped by a wildcard", { "x.y.b.example": ["203.0.113.8", "203.0.113.9"] }, "allowed"],
    ["mapped from another name", { "b.example": ["203.0.113.9"] }, "denied"],
    ["not in the map", { "www.a.example": ["203.0.113.8"] }, "denied"],
  ] as const)("%s", (_, dns, verdict) => {
    expect(verdictOf(objects, "x/a -> 203.0.113.9", dns === undefined ? {} : { dns })).toBe(verdict);
  });
});
