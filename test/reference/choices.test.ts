/** Points that the sources leave open: undefined where the readings differ (section 4). */

import { describe, expect, it } from "vitest";
import type { AdminSpec } from "./builders.js";
import {
  admin,
  adminNetworkPolicy,
  baseline,
  baselineAdminNetworkPolicy,
  inNamespace,
  label,
  namespace,
  networkPolicy,
  node,
  pod,
} from "./builders.js";
import type { AdminRule, KubernetesObject } from "./kubernetes.js";
import { verdictOf } from "./table.js";

const cluster: readonly KubernetesObject[] = [
  namespace("x"),
  namespace("y"),
  node("n1", ["192.168.0.1"]),
  node("n2", ["192.168.0.2"]),
  pod("x", "a", { ips: ["10.0.1.1"], node: "n1" }),
  pod("y", "b", { ips: ["10.0.2.1"], node: "n2" }),
  pod("y", "h", { host: true, ips: ["192.168.0.2"], node: "n2" }),
];

const x = { namespaces: inNamespace("x") };
const y = { namespaces: inNamespace("y") };
const broken = { namespaces: { matchExpressions: [{ key: "team", operator: "notIn", values: ["red"] }] } };

function egress(...rules: AdminRule[]): AdminSpec {
  return { subject: x, egress: rules };
}

function rule(action: string, peer: object = y, more: object = {}): AdminRule {
  return { action, to: [peer], ...more };
}

function byName(action: string): AdminRule {
  return rule(action, { domainNames: ["*.example"] });
}

const denied = networkPolicy("x", { policyTypes: ["Egress"] });
const toB = networkPolicy("x", {
  policyTypes: ["Egress"],
  egress: [{ to: [{ ipBlock: { cidr: "10.0.2.0/24" } }] }],
});
const fromHost = networkPolicy("x", {
  policyTypes: ["Ingress"],
  ingress: [{ from: [{ namespaceSelector: inNamespace("y") }] }],
});
const onlyHost = networkPolicy("y", { podSelector: label("pod", "h"), policyTypes: ["Ingress"] });

/** Name, policies, flow, verdict of profile reference, of profile strict. */
const rows: readonly (readonly [string, readonly KubernetesObject[], string, string, string])[] = [
  ["U-7 at an isolating NetworkPolicy", [toB], "x/a -> y/b other", "undefined", "undefined"],
  ["U-7 without one", [], "x/a -> y/b other", "allowed", "allowed"],
  ["U-7 at the own node", [networkPolicy("x")], "node:n1 -> x/a other", "allowed", "allowed"],
  [
    "other protocols, a rule without ports",
    [admin(1, egress(rule("Deny")))],
    "x/a -> y/b other",
    "denied",
    "denied",
  ],
  [
    "other protocols, a rule with ports",
    [
      admin(
        1,
        egress(
          rule("Deny", y, { protocols: [{ tcp: { destinationPort: { range: { start: 1, end: 65535 } } } }] }),
        ),
      ),
    ],
    "x/a -> y/b other",
    "allowed",
    "allowed",
  ],
  [
    "U-7 after a denial of the other side",
    [toB, admin(1, { subject: y, ingress: [{ action: "Deny", from: [x] }] })],
    "x/a -> y/b other",
    "denied",
    "denied",
  ],

  [
    "U-1, Deny or Pass over a denial",
    [admin(1, egress(rule("Deny"))), admin(1, egress(rule("Pass")), "other"), denied],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  [
    "U-1, a higher policy decides",
    [
      admin(0, egress(rule("Accept")), "first"),
      admin(1, egress(rule("Deny"))),
      admin(1, egress(rule("Accept")), "other"),
    ],
    "x/a -> y/b",
    "allowed",
    "allowed",
  ],
  [
    "U-1, one of them does not match",
    [admin(1, egress(rule("Deny", x))), admin(1, egress(rule("Accept")), "other"), denied],
    "x/a -> y/b",
    "allowed",
    "allowed",
  ],
  [
    "equal priorities in different tiers",
    [admin(1, egress(rule("Pass"))), baseline(1, egress(rule("Deny")), "other")],
    "x/a -> y/b",
    "denied",
    "denied",
  ],

  [
    "U-19, both decide",
    [adminNetworkPolicy(1, egress(rule("Allow"))), admin(2, egress(rule("Deny")))],
    "x/a -> y/b",
    "undefined",
    "undefined",
  ],
  [
    "U-19, both agree",
    [adminNetworkPolicy(9, egress(rule("Deny"))), admin(2, egress(rule("Deny")))],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  [
    "U-19, Pass and Deny over a Deny",
    [adminNetworkPolicy(1, egress(rule("Pass"))), admin(2, egress(rule("Deny"))), denied],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  [
    "U-19 in the Baseline tier",
    [baselineAdminNetworkPolicy(egress(rule("Deny"))), baseline(1, egress(rule("Pass")))],
    "x/a -> y/b",
    "undefined",
    "undefined",
  ],

  ["U-20, Deny", [admin(1, egress(rule("Deny", broken)))], "x/a -> y/b", "undefined", "undefined"],
  ["U-20, Accept", [admin(1, egress(rule("Accept", broken))), denied], "x/a -> y/b", "denied", "denied"],
  [
    "U-20, Pass is Deny where it fails closed",
    [admin(1, egress(rule("Pass", broken)))],
    "x/a -> y/b",
    "undefined",
    "undefined",
  ],
  [
    "U-20, another peer of the rule",
    [admin(1, egress({ action: "Deny", to: [broken, y] }))],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  [
    "U-20, subject",
    [admin(1, { subject: broken, egress: [rule("Deny", x)] })],
    "x/a -> y/b",
    "undefined",
    "undefined",
  ],
  [
    "U-20, decided before",
    [admin(1, egress(rule("Accept"), rule("Deny", broken))), denied],
    "x/a -> y/b",
    "allowed",
    "allowed",
  ],

  [
    "U-22, Deny by name",
    [admin(1, egress(byName("Deny")))],
    "x/a -> name:a.example",
    "undefined",
    "undefined",
  ],
  ["U-22, another name", [admin(1, egress(byName("Deny")))], "x/a -> name:a.test", "allowed", "allowed"],
  [
    "U-22, Pass by name over a Deny",
    [admin(1, egress(byName("Pass"), rule("Deny", { networks: ["0.0.0.0/0"] })))],
    "x/a -> name:a.example",
    "undefined",
    "undefined",
  ],
  [
    "U-22, Accept in Baseline",
    [baseline(1, egress(byName("Accept"), rule("Deny", { networks: ["0.0.0.0/0"] })))],
    "x/a -> name:a.example",
    "allowed",
    "allowed",
  ],

  ["U-3, source", [fromHost], "y/h -> x/a", "denied", "undefined"],
  ["U-3, destination", [onlyHost], "x/a -> y/h", "allowed", "undefined"],
  [
    "U-3, never a subject of the Admin tier",
    [admin(1, { subject: y, ingress: [{ action: "Deny", from: [x] }] })],
    "x/a -> y/h",
    "allowed",
    "allowed",
  ],
  ["U-4, a pod", [toB], "x/a -> y/b", "allowed", "undefined"],
  [
    "U-4, outside",
    [
      networkPolicy("x", {
        policyTypes: ["Egress"],
        egress: [{ to: [{ ipBlock: { cidr: "203.0.113.0/24" } }] }],
      }),
    ],
    "x/a -> 203.0.113.9",
    "allowed",
    "allowed",
  ],
  [
    "U-4, networks are not concerned",
    [admin(1, egress(rule("Deny", { networks: ["10.0.2.0/24"] })))],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  ["U-8, egress to the own node", [denied], "x/a -> node:n1", "allowed", "undefined"],
  ["U-8, another node", [denied], "x/a -> node:n2", "denied", "denied"],
  ["U-9, ingress from the own node", [networkPolicy("x")], "node:n1 -> x/a", "allowed", "allowed"],
  [
    "U-10",
    [networkPolicy("x", { policyTypes: ["Ingress"], ingress: [{}] }), baseline(1, egress(rule("Deny")))],
    "x/a -> y/b",
    "denied",
    "undefined",
  ],
  [
    "U-31",
    [adminNetworkPolicy(1, egress(rule("Deny", y, { ports: [] })))],
    "x/a -> y/b",
    "denied",
    "undefined",
  ],
  [
    "U-32",
    [adminNetworkPolicy(1, egress(rule("Deny", y, { ports: [{ portNumber: { protocol: "", port: 80 } }] })))],
    "x/a -> y/b",
    "denied",
    "undefined",
  ],

  [
    "S-PORT-4, start after end",
    [
      adminNetworkPolicy(
        1,
        egress(rule("Deny", y, { ports: [{ portRange: { protocol: "TCP", start: 90, end: 70 } }] })),
      ),
    ],
    "x/a -> y/b",
    "allowed",
    "allowed",
  ],
  [
    "S-PORT-4, another protocol",
    [
      adminNetworkPolicy(
        1,
        egress(rule("Deny", y, { ports: [{ portNumber: { protocol: "tcp", port: 80 } }] })),
      ),
    ],
    "x/a -> y/b",
    "allowed",
    "allowed",
  ],
  [
    "S-FC-4, an unknown action denies what the rule matches",
    [admin(1, egress(rule("Allow")))],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  ["S-FC-4, and nothing else", [admin(1, egress(rule("Allow")))], "x/a -> y/h", "allowed", "allowed"],
  [
    "S-CNP-4, an empty port name fails closed",
    [admin(1, egress(rule("Pass", x, { protocols: [{ destinationNamedPort: "" }] })))],
    "x/a -> y/b",
    "denied",
    "denied",
  ],
  [
    "S-CNP-1, a named port on a network peer",
    [
      admin(
        1,
        egress(rule("Deny", { networks: ["10.0.0.0/8"] }, { protocols: [{ destinationNamedPort: "web" }] })),
      ),
    ],
    "x/a -> y/b",
    "allowed",
    "allowed",
  ],
  [
    "S-FQ-5, a ClusterIP name",
    [admin(1, egress(rule("Accept", { domainNames: ["*.svc.cluster.local"] }))), denied],
    "x/a -> name:s.y.svc.cluster.local",
    "undefined",
    "undefined",
  ],
  [
    "S-FQ-5, a headless Service",
    [headless("s", "y"), admin(1, egress(rule("Accept", { domainNames: ["*.svc.cluster.local"] }))), denied],
    "x/a -> name:s.y.svc.cluster.local",
    "allowed",
    "allowed",
  ],
];

function headless(name: string, namespace: string): KubernetesObject {
  return { apiVersion: "v1", kind: "Service", metadata: { name, namespace }, spec: { clusterIP: "None" } };
}

describe("choices", () => {
  it.each(rows)("%s", (_, policies, flow, inReference, inStrict) => {
    const objects = [...cluster, ...policies];
    expect(verdictOf(objects, flow, { complete: true })).toBe(inReference);
    expect(verdictOf(objects, flow, { complete: true, profile: "strict" })).toBe(inStrict);
  });

  it("is undefined where an unknown fact decides as well (S-V-0)", () => {
    const tie = [admin(1, egress(rule("Deny"))), admin(1, egress(rule("Accept")), "other")];
    const first = admin(0, egress(rule("Deny", { namespaces: label("team", "red") })), "first");
    const unlisted = cluster.filter(({ kind, metadata }) => kind !== "Namespace" || metadata?.name !== "y");
    expect(verdictOf([...unlisted, first, ...tie], "x/a -> y/b")).toBe("undefined");
    expect(verdictOf([...unlisted, first], "x/a -> y/b")).toBe("unknown");
  });
});
