/** Truth cases T52 to T57 (section 5.2): extensions/v1beta1 as the 2016 design meant it. */

import { describe, expect, it } from "vitest";
import { label, namespace, node, pod } from "./builders.js";
import type { KubernetesObject, NetworkPolicySpec } from "./kubernetes.js";
import { mismatches } from "./table.js";

const DENY = { "net.beta.kubernetes.io/network-policy": '{"ingress":{"isolation":"DefaultDeny"}}' };

function policy(spec: NetworkPolicySpec): KubernetesObject {
  const metadata = { name: "policy", namespace: "myns" };
  return { apiVersion: "extensions/v1beta1", kind: "NetworkPolicy", metadata, spec };
}

function cluster(annotations: Readonly<Record<string, string>>): KubernetesObject[] {
  return [
    namespace("myns", {}, annotations),
    namespace("bobs", { user: "bob" }),
    node("n1", ["192.168.0.1"]),
    node("n2", ["192.168.0.2"]),
    pod("myns", "backend", { ips: ["10.0.0.1"], node: "n1", labels: { role: "backend" } }),
    pod("myns", "frontend", { ips: ["10.0.0.2"], node: "n2", labels: { role: "frontend" } }),
    pod("myns", "other", { ips: ["10.0.0.3"], node: "n2" }),
    pod("bobs", "client", { ips: ["10.0.1.1"], node: "n2" }),
  ];
}

const allowFrontend = policy({
  podSelector: label("role", "backend"),
  ingress: [{ from: [{ podSelector: label("role", "frontend") }], ports: [{ protocol: "TCP", port: 6379 }] }],
});
const fromBob = policy({
  podSelector: label("role", "frontend"),
  ingress: [{ from: [{ namespaceSelector: label("user", "bob") }], ports: [{ port: 443 }] }],
});
const denied = "denied: * -> myns/*";
const ports = { ports: [80, 443, 6379] };

describe("NetworkPolicy of the 2016 design", () => {
  it.each([
    [
      "T52",
      [...cluster(DENY), allowFrontend],
      [denied, "allowed: myns/frontend -> myns/backend TCP:6379", "allowed: myns/backend -> 203.0.113.9"],
    ],
    ["T53", [...cluster({}), allowFrontend], []],
    ["T54", [...cluster(DENY), policy({ podSelector: null, ingress: [{}] })], []],
    ["T55", [...cluster(DENY), policy({ podSelector: {}, ingress: [{ from: [] }] })], [denied]],
    [
      "T55 with empty ports",
      [...cluster(DENY), policy({ podSelector: {}, ingress: [{ ports: [] }] })],
      [denied],
    ],
    ["T56", cluster(DENY), [denied, "allowed: node:n1 -> myns/backend", "denied: node:n2 -> myns/backend"]],
    ["T57", [...cluster(DENY), fromBob], [denied, "allowed: bobs/client -> myns/frontend TCP:443"]],
  ])("%s", (_, objects, clauses) => {
    expect(mismatches(objects, clauses, { legacy: true, complete: true }, ports)).toEqual([]);
  });

  it("isolates by selection, as networking.k8s.io/v1 does, without the option (S-NSANN-2)", () => {
    const clauses = ["denied: * -> myns/backend", "allowed: myns/frontend -> myns/backend TCP:6379"];
    expect(mismatches([...cluster(DENY), allowFrontend], clauses, { complete: true }, ports)).toEqual([]);
  });
});
