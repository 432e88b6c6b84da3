/** Truth cases T1 to T46 that share one cluster (section 5.1), against the reference evaluator itself. */

import { describe, expect, it, test } from "vitest";
import { expression, inNamespace, label, named, namespace, networkPolicy } from "./builders.js";
import { grid, servingPod } from "./grid.js";
import type { KubernetesObject, NetworkPolicyRule, NetworkPolicySpec } from "./kubernetes.js";
import type { LabelSelector } from "./selectors.js";
import { mismatches } from "./table.js";

const NAME = "kubernetes.io/metadata.name";

/** Policies of namespace x that isolate for ingress, for egress. */
function ingress(podSelector: LabelSelector, ...rules: NetworkPolicyRule[]): KubernetesObject {
  return networkPolicy("x", { podSelector, policyTypes: ["Ingress"], ingress: rules });
}

function egress(podSelector: LabelSelector, ...rules: NetworkPolicyRule[]): KubernetesObject {
  return networkPolicy("x", { podSelector, policyTypes: ["Egress"], egress: rules });
}

function x(spec: NetworkPolicySpec): KubernetesObject {
  return networkPolicy("x", spec);
}

function block(cidr: string, ...except: string[]) {
  return { ipBlock: { cidr, except } };
}

const a = named("a");
const fromY = { from: [{ namespaceSelector: inNamespace("y") }] };
const elsewhere = expression(NAME, "NotIn", "x");
const aOfX = { namespaceSelector: inNamespace("x"), podSelector: a };
const aOfY = { namespaceSelector: inNamespace("y"), podSelector: a };
const fromB = { from: [{ podSelector: named("b") }] };
const toPort80 = { ports: [{ port: 80 }] };
const port81 = { protocol: "TCP", port: 81 };
const denyBoth = x({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });

/** Id, policies, clauses; every other flow between pods is allowed. */
const cases: readonly (readonly [string, readonly KubernetesObject[], ...string[]])[] = [
  ["T1", [ingress({})], "denied: * -> x/*"],
  ["T2", [denyBoth], "denied: * -> x/*", "denied: x/* -> *"],
  ["T3", [ingress(a, fromB)], "denied: * -> x/a", "allowed: x/b -> x/a"],
  [
    "T4",
    [ingress({}), ingress(a, { from: [{ namespaceSelector: {}, podSelector: {} }] })],
    "denied: * -> x/*",
    "allowed: * -> x/a",
  ],
  ["T5", [ingress(a, { from: [{ namespaceSelector: {} }] })], "denied: 203.0.113.1,node:n2 -> x/a"],
  ["T6", [ingress(a, fromY)], "denied: * -> x/a", "allowed: y/* -> x/a"],
  [
    "T7",
    [ingress(a, { from: [{ namespaceSelector: expression(NAME, "In", "y") }] })],
    "denied: * -> x/a",
    "allowed: y/* -> x/a",
  ],
  [
    "T8",
    [ingress(a, { from: [{ namespaceSelector: elsewhere }, { podSelector: named("b") }] })],
    "denied: x/c -> x/a",
  ],
  [
    "T9",
    [ingress(a, { from: [{ namespaceSelector: elsewhere, podSelector: named("b") }] })],
    "denied: * -> x/a",
    "allowed: y/b,z/b -> x/a",
  ],
  [
    "T10",
    [
      ingress(a, {
        from: [{ namespaceSelector: elsewhere, podSelector: expression("pod", "In", "b", "c") }],
      }),
    ],
    "denied: * -> x/a",
    "allowed: y/b,y/c,z/b,z/c -> x/a",
  ],
  [
    "T11",
    [ingress(a, { from: [{ podSelector: named("b") }, { podSelector: named("c") }] })],
    "denied: * -> x/a",
    "allowed: x/b,x/c -> x/a",
  ],
  ["T12", [ingress(a, { ...fromY, ports: [port81] })], "denied: * -> x/a", "allowed: y/* -> x/a TCP:81"],
  [
    "T13",
    [ingress(a, { ...fromY, ports: [port81] }), ingress(a, { ...fromY, ...toPort80 })],
    "denied: * -> x/a",
    "allowed: y/* -> x/a TCP",
  ],
  ["T14", [ingress({}, {})], "allowed: 203.0.113.1,node:n2 -> x/a"],
  [
    "T15",
    [ingress({}, { ports: [{ port: "serve-81-tcp" }] })],
    "denied: * -> x/*",
    "allowed: * -> x/* TCP:81",
  ],
  [
    "T16",
    [ingress(a, { ...fromY, ports: [{ protocol: "TCP", port: "serve-80-tcp" }] })],
    "denied: * -> x/a",
    "allowed: y/* -> x/a TCP:80",
  ],
  [
    "T17",
    [egress({}, { ports: [{ port: "serve-80-tcp" }] })],
    "denied: x/* -> *",
    "allowed: x/* -> * TCP:80",
  ],
  ["T18", [ingress(a, { ports: [{ protocol: "TCP" }] })], "denied: * -> x/a", "allowed: * -> x/a TCP"],
  ["T19 at first", [ingress({}, toPort80)], "denied: * -> x/*", "allowed: * -> x/* TCP:80"],
  ["T19 then", [ingress({}, toPort80), ingress({}, {})]],
  ["T20 at first", [egress({}, toPort80)], "denied: x/* -> *", "allowed: x/* -> * TCP:80"],
  ["T20 then", [egress({}, toPort80), egress({}, {})]],
  [
    "T21",
    [x({ podSelector: a, policyTypes: ["Ingress", "Egress"], ingress: [fromB], egress: [toPort80] })],
    "denied: * -> x/a",
    "allowed: x/b -> x/a",
    "denied: x/a -> *",
    "allowed: x/a -> * TCP:80",
  ],
  [
    "T22",
    [
      egress(a, { to: [aOfY] }),
      networkPolicy("y", { podSelector: a, policyTypes: ["Ingress"], ingress: [{ from: [aOfX] }] }),
      networkPolicy("y", { podSelector: named("b"), policyTypes: ["Ingress"], ingress: [{ from: [aOfX] }] }),
    ],
    "denied: * -> y/a,y/b",
    "denied: x/a -> *",
    "allowed: x/a -> y/a",
  ],
  ["T23", [egress(a, { to: [aOfY] })], "denied: x/a -> *", "allowed: x/a -> y/a"],
  ["T24", [egress(a, { to: [block("10.0.2.2/32")] })], "denied: x/a -> *", "allowed: x/a -> y/b"],
  ["T25", [egress(a, { to: [block("10.0.0.0/8", "10.0.1.2/32")] })], "denied: x/a -> x/b"],
  [
    "T26",
    [egress(a, { to: [block("10.0.0.0/8", "10.0.1.2/32")] }), egress(a, { to: [block("10.0.1.2/32")] })],
  ],
  ["T27", [egress(a, {}), ingress(a)], "denied: * -> x/a"],
  [
    "T28",
    [ingress({}), ingress(a, { ports: [{ protocol: "SCTP", port: 81 }] })],
    "denied: * -> x/*",
    "allowed: * -> x/a SCTP:81",
  ],
  [
    "T29",
    [ingress(a, { ports: [{ protocol: "SCTP", port: 80 }] })],
    "denied: * -> x/a",
    "allowed: * -> x/a SCTP:80",
  ],
  [
    "T30",
    [ingress(a, { ports: [{ protocol: "UDP", port: 81 }] })],
    "denied: * -> x/a",
    "allowed: * -> x/a UDP:81",
  ],
  ["T31", [egress(a, { to: [{ namespaceSelector: expression(NAME, "NotIn", "y") }] })], "denied: x/a -> y/*"],
  ["T32", [ingress({}, { from: [{ podSelector: {} }] })], "denied: y/*,z/* -> x/*"],
  ["T33 unlabelled", [ingress(label("target", "isolated"))]],
  [
    "T34 without label",
    [ingress(a, { from: [{ namespaceSelector: label("ns2", "updated") }] })],
    "denied: * -> x/a",
  ],
  ["T35", [x({ podSelector: {}, egress: [{}] })], "denied: * -> x/*"],
  ["T36", [x({ podSelector: {}, egress: [] })], "denied: * -> x/*"],
  [
    "T37",
    [x({ podSelector: {}, policyTypes: ["Ingress"], egress: [{ to: [{ podSelector: named("nobody") }] }] })],
    "denied: * -> x/*",
  ],
  ["T38", [x({ podSelector: {}, policyTypes: ["Egress"], ingress: [{}] })], "denied: x/* -> *"],
  ["T39", [networkPolicy("x")], "denied: * -> x/*"],
  ["T40", [x({ ingress: [null] })], "allowed: 203.0.113.1,node:n2 -> x/a"],
  [
    "T42",
    [egress({}, { to: [block("10.0.0.0/24")], ports: [{ protocol: "TCP", port: 32000, endPort: 32768 }] })],
    "denied: x/* -> *",
    "allowed: x/a -> 10.0.0.9 TCP:32000,TCP:32768",
    "denied: x/a -> 10.0.0.9 TCP:31999,TCP:32769",
  ],
  [
    "T43",
    [ingress({}, { ports: [{ port: 21 }, { port: 49152, endPort: 65535 }] })],
    "denied: * -> x/*",
    "allowed: * -> x/* TCP:21,TCP:49152,TCP:65535",
    "denied: * -> x/* TCP:20,TCP:22,TCP:49151",
  ],
  [
    "T44",
    [
      egress(
        {},
        {
          ports: [
            { port: 1, endPort: 110 },
            { port: 112, endPort: 444 },
            { port: 446, endPort: 65535 },
          ],
        },
      ),
    ],
    "denied: x/* -> *",
    "allowed: x/* -> * TCP",
    "denied: x/* -> * TCP:111,TCP:445,UDP:53",
    "allowed: x/* -> * TCP:110,TCP:112,TCP:444,TCP:446",
  ],
  ["T45", [ingress({})], "denied: * -> x/*", "allowed: node:n1 -> x/a", "denied: node:n2,node:n3 -> x/a"],
  ["T46", [denyBoth], "denied: * -> x/*", "denied: x/* -> *", "allowed: x/a -> x/a,10.0.1.1"],
];

describe("NetworkPolicy", () => {
  it.each(cases.map(([id, policies, ...clauses]) => ({ id, policies, clauses })))(
    "$id",
    ({ policies, clauses }) => {
      expect(mismatches([...grid(), ...policies], clauses, { complete: true })).toEqual([]);
    },
  );
});

test("T33 labelled: a label of the pod makes the policy select it", () => {
  const objects = grid(servingPod("x", "a", { labels: { target: "isolated" } }));
  const policy = ingress(label("target", "isolated"));
  expect(mismatches([...objects, policy], ["denied: * -> x/a"], { complete: true })).toEqual([]);
});

test("T34 with label: a label of the namespace makes the peer select it", () => {
  const objects = grid(namespace("y", { ns2: "updated" }));
  const policy = ingress(a, { from: [{ namespaceSelector: label("ns2", "updated") }] });
  const clauses = ["denied: * -> x/a", "allowed: y/* -> x/a"];
  expect(mismatches([...objects, policy], clauses, { complete: true })).toEqual([]);
});

test("T48: a port name without protocol is a TCP port's", () => {
  const objects = grid(
    servingPod("x", "a", { ports: [{ name: "dns", containerPort: 53, protocol: "UDP" }] }),
  );
  const tcp = ingress(a, { ...fromY, ports: [{ port: "dns" }] });
  const udp = ingress(a, { ...fromY, ports: [{ protocol: "UDP", port: "dns" }] });
  const denied = "denied: * -> x/a 53,80,81";
  expect(mismatches([...objects, tcp], [denied], { complete: true })).toEqual([]);
  expect(mismatches([...objects, udp], [denied, "allowed: y/* -> x/a UDP:53"], { complete: true })).toEqual(
    [],
  );
});

test("T49: NotIn matches a namespace without the label", () => {
  const objects = grid(namespace("y", { tier: "prod" }));
  const policy = ingress({}, { from: [{ namespaceSelector: expression("tier", "NotIn", "prod") }] });
  expect(mismatches([...objects, policy], ["denied: y/* -> x/*"], { complete: true })).toEqual([]);
});

test('T50: a matchLabels value of "" asks for the label', () => {
  const objects = grid(namespace("y", { tier: "" }));
  const policy = ingress({}, { from: [{ namespaceSelector: label("tier", "") }] });
  const clauses = ["denied: * -> x/*", "allowed: y/* -> x/*"];
  expect(mismatches([...objects, policy], clauses, { complete: true })).toEqual([]);
});
