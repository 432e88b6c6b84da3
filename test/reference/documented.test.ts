/** Truth cases of section 5.1 that have a cluster of their own: T41 and T51. */

import { describe, expect, it, test } from "vitest";
import { label, named, namespace, networkPolicy, node, pod } from "./builders.js";
import type { KubernetesObject } from "./kubernetes.js";
import { mismatches } from "./table.js";

test("T41: the example of the documentation", () => {
  const policy = networkPolicy("default", {
    podSelector: label("role", "db"),
    policyTypes: ["Ingress", "Egress"],
    ingress: [
      {
        from: [
          { ipBlock: { cidr: "172.17.0.0/16", except: ["172.17.1.0/24"] } },
          { namespaceSelector: label("project", "myproject") },
          { podSelector: label("role", "frontend") },
        ],
        ports: [{ protocol: "TCP", port: 6379 }],
      },
    ],
    egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/24" } }], ports: [{ protocol: "TCP", port: 5978 }] }],
  });
  const objects = [
    namespace("default"),
    namespace("mine", { project: "myproject" }),
    namespace("other"),
    pod("default", "db", { ips: ["10.1.0.1"], labels: { role: "db" } }),
    pod("default", "front", { ips: ["10.1.0.2"], labels: { role: "frontend" } }),
    pod("mine", "any", { ips: ["10.1.1.1"] }),
    pod("other", "front", { ips: ["10.1.2.1"], labels: { role: "frontend" } }),
    policy,
  ];
  const clauses = [
    "denied: * -> default/db",
    "denied: default/db -> *",
    "allowed: 172.17.0.5,default/front,mine/any -> default/db TCP:6379",
    "denied: 172.17.1.5,172.18.0.1,other/front -> default/db TCP:6379",
    "denied: 172.17.0.5 -> default/db TCP:6378,UDP:6379",
    "allowed: default/db -> 10.0.0.9 TCP:5978",
    "denied: default/db -> 10.0.0.9 TCP:5979",
    "denied: default/db -> 10.0.1.9 TCP:5978",
  ];
  expect(mismatches(objects, clauses, { complete: true })).toEqual([]);
});

describe("T51: a host pod and a podSelector", () => {
  const fromB = { podSelector: named("b") };
  const fromNode = { ipBlock: { cidr: "192.168.0.1/32" } };
  const cluster = [
    namespace("x"),
    node("n1", ["192.168.0.1"]),
    node("n2", ["192.168.0.2"]),
    pod("x", "b", { host: true, node: "n1", ips: ["192.168.0.1"] }),
  ];

  it.each([
    ["another node", "n2", [fromB], "reference", "denied"],
    ["another node", "n2", [fromB], "strict", "undefined"],
    ["another node, its address in a block", "n2", [fromB, fromNode], "reference", "allowed"],
    ["the same node", "n1", [fromB], "reference", "allowed"],
    ["the same node", "n1", [fromB], "strict", "allowed"],
    ["a node that is not known", undefined, [fromB], "reference", "unknown"],
  ] as const)("%s %s %j %s", (_, nodeName, from, profile, verdict) => {
    const policy = networkPolicy("x", {
      podSelector: named("a"),
      policyTypes: ["Ingress"],
      ingress: [{ from }],
    });
    const objects = [...cluster, podOn(nodeName), policy];
    expect(mismatches(objects, [`${verdict}: x/b -> x/a`], { complete: true, profile })).toEqual([]);
  });
});

function podOn(node: string | undefined): KubernetesObject {
  return pod("x", "a", { ips: ["10.0.1.1"], ...(node === undefined ? {} : { node }) });
}
