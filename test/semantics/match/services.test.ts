import { askOne } from "../../support/flow.js";
import { describe, expect, it } from "vitest";
import { parseBlock } from "../../../src/base/net/address.js";
import { REFERENCE, STRICT, type Profile, type SourceOptions } from "../../../src/index.js";

/** A node of each family, and pods on others. */
const CLUSTER = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {nodeName: n8, containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {nodeName: n9, containers: [{}]}, status: {podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Node, metadata: {name: n4}, status: {addresses: [{type: InternalIP, address: 192.168.0.4}]}}
---
{apiVersion: v1, kind: Node, metadata: {name: n6}, status: {addresses: [{type: InternalIP, address: "fd00::6"}]}}`;

/** A Service in front of db. */
function front(spec: string, ingress = ""): string {
  const status = ingress === "" ? "" : `, status: {loadBalancer: {ingress: [${ingress}]}}`;
  return `{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {clusterIP: 10.96.0.7, selector: {app: db}, ports: [{port: 80, nodePort: 30080}], ${spec}}${status}}`;
}

const NODE_PORT = front("type: NodePort");
const LOCAL_NODE_PORT = front("type: NodePort, externalTrafficPolicy: Local");
const BALANCER = front("type: LoadBalancer", "{ip: 198.51.100.4}");
const LOCAL_BALANCER = front("type: LoadBalancer, externalTrafficPolicy: Local", "{ip: 198.51.100.4}");
const NAMED_BALANCER = front("type: LoadBalancer", "{hostname: front.example.com}");
const EXTERNAL = front("externalIPs: [198.51.100.4]");

/** A NetworkPolicy that lets some addresses in to db. */
function dbFrom(...blocks: readonly string[]): string {
  const from = blocks.map((cidr) => `{ipBlock: {cidr: ${cidr}}}`).join(", ");
  const ingress = blocks.length === 0 ? "[]" : `[{from: [${from}]}]`;
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: db-in, namespace: shop}, spec: {podSelector: {matchLabels: {app: db}}, ingress: ${ingress}}}`;
}

/** A NetworkPolicy that lets web out to db, and to some addresses. */
function webOut(cidr: string, ports = ""): string {
  const to = `{podSelector: {matchLabels: {app: db}}}, {ipBlock: {cidr: ${cidr}}}`;
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: web-out, namespace: shop}, spec: {podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{to: [${to}]${ports}}]}}`;
}

const blocksOf = (...texts: readonly string[]) => texts.map((text) => parseBlock(text)!);
const PODS_KNOWN: SourceOptions = { facts: { podBlocks: blocksOf("10.0.0.0/8") } };
const SERVICES_KNOWN: SourceOptions = { facts: { serviceBlocks: blocksOf("10.96.0.0/12") } };

/** No ingress policy is asked about what a node port or load balancer lets in with a node's address. */
const UNASKED: Profile = { ...REFERENCE, readings: { ...REFERENCE.readings, "node-port-ingress": false } };

/** An egress rule sees the Service by its selector, never the pods behind it. */
const BY_SELECTOR: Profile = {
  ...REFERENCE,
  readings: { ...REFERENCE.readings, "service-peer": "selector" },
};

/** A Service of UDP in front of db, and a NetworkPolicy that lets web out to db on the same port of one protocol. */
function udpFrontAndOutOn(protocol: string): readonly string[] {
  return [
    `{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {clusterIP: 10.96.0.7, selector: {app: db}, ports: [{port: 53, protocol: UDP}]}}`,
    `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: web-out, namespace: shop}, spec: {podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: db}}}], ports: [{port: 53, protocol: ${protocol}}]}]}}`,
  ];
}

interface Row {
  readonly name: string;
  readonly manifests: readonly string[];
  readonly flow: string;
  readonly options?: SourceOptions & { readonly profile?: Profile };
  readonly verdict: string;
  readonly reasons?: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: "a client comes as itself or as a node with an address of its family (S-VIP-3)",
    manifests: [NODE_PORT, dbFrom("203.0.113.5/32", "192.168.0.4/32")],
    flow: "203.0.113.5 -> 192.168.0.4 tcp 30080",
    verdict: "allowed",
  },
  {
    name: "a client may come as a node that is not let in (S-VIP-3)",
    manifests: [NODE_PORT, dbFrom("203.0.113.5/32")],
    flow: "203.0.113.5 -> 192.168.0.4 tcp 30080",
    verdict: "undefined",
    reasons: ["source-rewriting"],
  },
  {
    name: "a client comes as itself where its address is kept (S-VIP-3)",
    manifests: [LOCAL_NODE_PORT, dbFrom("203.0.113.5/32")],
    flow: "203.0.113.5 -> 192.168.0.4 tcp 30080",
    verdict: "allowed",
  },
  {
    // Let in as a pod, and as the client that it is otherwise; kept out as a node.
    name: "a pod that nobody lists comes as itself, and what is none may come as a node (S-EV-1a, S-VIP-3)",
    manifests: [NODE_PORT, dbFrom("10.0.0.77/32")],
    options: PODS_KNOWN,
    flow: "10.0.0.77 -> 192.168.0.4 tcp 30080",
    verdict: "undefined",
    reasons: ["source-rewriting", "address-owner"],
  },
  {
    // Kept out from any other address, with which the traffic of a pod may come back; never rewritten to a node's.
    name: "no node stands in for a client whose address is kept, not for one that may be a pod (S-VIP-2, S-VIP-3)",
    manifests: [LOCAL_BALANCER, dbFrom("10.0.0.77/32")],
    options: PODS_KNOWN,
    flow: "10.0.0.77 -> 198.51.100.4 tcp 80",
    verdict: "undefined",
    reasons: ["load-balancer-path", "address-owner", "source-address"],
  },
  {
    name: "a node is inside of the cluster: its traffic to a load balancer may come back from any address (S-VIP-2)",
    manifests: [BALANCER, dbFrom("192.168.0.4/32")],
    flow: "node/n4 -> 198.51.100.4 tcp 80",
    verdict: "undefined",
    reasons: ["load-balancer-path", "source-address"],
  },
  {
    // Where it stays inside, it is let out to the pod; where it leaves, only to an address of Services.
    name: "a load balancer without a known address has not one of the Services' own (S-VIP-2)",
    manifests: [NAMED_BALANCER, webOut("10.96.0.0/12")],
    options: SERVICES_KNOWN,
    flow: "shop/web -> front.example.com tcp 80",
    verdict: "undefined",
    reasons: ["load-balancer-path", "service-address"],
  },
  {
    name: "an implementation asks no policy about a client that may come as a node",
    manifests: [NODE_PORT, dbFrom()],
    options: { profile: UNASKED },
    flow: "203.0.113.5 -> 192.168.0.4 tcp 30080",
    verdict: "allowed",
  },
  {
    name: "it asks about a client whose address is kept",
    manifests: [LOCAL_NODE_PORT, dbFrom()],
    options: { profile: UNASKED },
    flow: "203.0.113.5 -> 192.168.0.4 tcp 30080",
    verdict: "denied",
  },
  {
    name: "it asks about a client that comes by an external address of the Service",
    manifests: [EXTERNAL, dbFrom()],
    options: { profile: UNASKED },
    flow: "203.0.113.5 -> 198.51.100.4 tcp 80",
    verdict: "denied",
  },
  {
    name: "it asks about a client that is a pod of the cluster",
    manifests: [NODE_PORT, dbFrom()],
    options: { profile: UNASKED },
    flow: "shop/web -> 192.168.0.4 tcp 30080",
    verdict: "denied",
  },
  {
    // The port of the backend is not let out; that of the Service is, with its address.
    name: "a rule with ports may see the Service's address with its port in place of the backend's (U-5, S-VIP-1)",
    manifests: [
      "{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {clusterIP: 10.96.0.7, selector: {app: db}, ports: [{port: 80, targetPort: 8080}]}}",
      webOut("10.96.0.7/32", ", ports: [{port: 80}]"),
    ],
    options: { profile: STRICT },
    flow: "shop/web -> 10.96.0.7 tcp 80",
    verdict: "undefined",
    reasons: ["address-rewriting"],
  },
  {
    name: "an implementation that sees the Service alone lets its port out where a rule allows that of the protocol (S-PORT-1)",
    manifests: udpFrontAndOutOn("UDP"),
    options: { profile: BY_SELECTOR },
    flow: "shop/web -> 10.96.0.7 udp 53",
    verdict: "allowed",
  },
  {
    name: "the same port of another protocol is another port to it, too (S-PORT-1)",
    manifests: udpFrontAndOutOn("TCP"),
    options: { profile: BY_SELECTOR },
    flow: "shop/web -> 10.96.0.7 udp 53",
    verdict: "denied",
  },
];

describe("what policies see of traffic through a Service", () => {
  it.each(ROWS)("$name", async ({ manifests, flow, options = {}, verdict, reasons = [] }) => {
    const result = await askOne([CLUSTER, ...manifests], flow, options);
    expect([result.verdict, result.reasons.map(({ code }) => code)]).toEqual([verdict, reasons]);
  });
});
