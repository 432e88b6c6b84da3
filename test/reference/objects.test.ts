/** What is read from objects, and by which end an address is taken. */

import { describe, expect, it } from "vitest";
import { admin, inNamespace, label, named, namespace, networkPolicy, node, pod } from "./builders.js";
import type { KubernetesObject } from "./kubernetes.js";
import { evaluate } from "./reference.js";
import { readCluster } from "./objects.js";
import { verdictOf } from "./table.js";

const web = { name: "web", containerPort: 80 };
const a = pod("x", "a", { ips: ["10.0.1.1"], node: "n1" });
const b = pod("y", "b", { ips: ["10.0.2.1"], node: "n2", ports: [web] });
const listed = [namespace("x"), namespace("y")];
const complete = { complete: true };

function egress(rule: object): KubernetesObject {
  return networkPolicy("x", { policyTypes: ["Egress"], egress: [rule] });
}

function withInitContainer(restartPolicy?: string): KubernetesObject {
  const initContainers = [{ restartPolicy, ports: [web] }];
  return { ...b, spec: { containers: [{}], initContainers } };
}

const toWeb = egress({ ports: [{ port: "web" }] });

describe("named ports", () => {
  it.each([
    ["of any pod", b, toWeb, "allowed"],
    [
      "by address (S-PORT-9)",
      b,
      egress({ to: [{ ipBlock: { cidr: "10.0.2.0/24" } }], ports: [{ port: "web" }] }),
      "denied",
    ],
    ["of a sidecar (S-WL-4)", withInitContainer("Always"), toWeb, "allowed"],
    ["of an init container (S-WL-4)", withInitContainer(), toWeb, "denied"],
  ])("%s", (_, target, policy, verdict) => {
    expect(verdictOf([...listed, a, target, policy], "x/a -> y/b", complete)).toBe(verdict);
  });

  it("match nothing on a networks peer that covers the pod (S-CNP-1)", () => {
    const to = [{ networks: ["10.0.2.0/24"] }];
    const rule = { action: "Deny", to, protocols: [{ destinationNamedPort: "web" }] };
    const policy = admin(1, { subject: { namespaces: {} }, egress: [rule] });
    expect(verdictOf([...listed, a, b, policy], "x/a -> y/b", complete)).toBe("allowed");
  });
});

describe("namespaces", () => {
  const fromY = networkPolicy("x", { ingress: [{ from: [{ namespaceSelector: inNamespace("y") }] }] });

  it("are named by the server's label, whatever the manifest says (S-NS-1)", () => {
    const mislabelled = namespace("y", { "kubernetes.io/metadata.name": "z" });
    expect(verdictOf([namespace("x"), mislabelled, a, b, fromY], "y/b -> x/a", complete)).toBe("allowed");
  });

  it("default to the given one (S-IN-8)", () => {
    const policy = { ...fromY, metadata: { name: "policy" } };
    const objects = [...listed, a, b, pod("x", "c", { ips: ["10.0.1.3"] }), policy];
    expect(verdictOf(objects, "x/c -> x/a", complete)).toBe("allowed");
    expect(verdictOf(objects, "x/c -> x/a", { ...complete, defaultNamespace: "x" })).toBe("denied");
  });
});

describe("null labels", () => {
  const fromNull = { matchLabels: { team: null } };
  const red = namespace("y", { team: "red" });

  it("are empty in a NetworkPolicy (S-NULL)", () => {
    const policy = networkPolicy("x", { ingress: [{ from: [{ namespaceSelector: fromNull }] }] });
    expect(verdictOf([namespace("x"), red, a, b, policy], "y/b -> x/a", complete)).toBe("denied");
    const empty = namespace("y", { team: "" });
    expect(verdictOf([namespace("x"), empty, a, b, policy], "y/b -> x/a", complete)).toBe("allowed");
  });

  it("are deleted in a ClusterNetworkPolicy (S-CNP-7)", () => {
    const ingress = [{ action: "Deny", from: [{ namespaces: fromNull }] }];
    const policy = admin(1, { subject: { namespaces: inNamespace("x") }, ingress });
    expect(verdictOf([namespace("x"), red, a, b, policy], "y/b -> x/a", complete)).toBe("denied");
  });
});

describe("an address", () => {
  const n1 = node("n1", ["192.168.0.1"]);
  const host = pod("y", "host", { host: true, node: "n1", ips: ["192.168.0.1"] });
  const policy = networkPolicy("x", { podSelector: named("a") });

  it("is a node's before a host pod's", () => {
    expect(verdictOf([...listed, host, n1, a, policy], "192.168.0.1 -> x/a", complete)).toBe("allowed");
  });

  it("is a host pod's where its Node is not in the input", () => {
    expect(verdictOf([...listed, host, a, policy], "192.168.0.1 -> x/a", complete)).toBe("allowed");
  });

  it("is no node's if it is a name", () => {
    const addresses = [{ type: "ExternalDNS", address: "192.168.0.1" }];
    const unusable = { ...n1, status: { addresses } };
    expect(verdictOf([...listed, unusable, a, policy], "192.168.0.1 -> x/a", complete)).toBe("denied");
  });

  it("that a pod gives as its host's is the node's", () => {
    const status = { podIPs: [{ ip: "10.0.1.1" }], hostIPs: [{ ip: "192.168.0.1" }] };
    expect(verdictOf([...listed, { ...a, status }, policy], "192.168.0.1 -> x/a", complete)).toBe("allowed");
  });

  it("reached by a name is of that name (S-FQ-1)", () => {
    const accept = { action: "Accept", to: [{ domainNames: ["*.a.example"] }] };
    const objects = [
      ...listed,
      a,
      egress({ to: [{ podSelector: label("no", "pod") }] }),
      admin(1, { subject: { namespaces: {} }, egress: [accept] }),
    ];
    const verdict = (via: string) =>
      evaluate(readCluster(objects, { ...complete, dns: {} }), {
        from: { pod: "x/a" },
        to: { address: "203.0.113.9", via },
        family: "IPv4",
        protocol: "TCP",
        port: 443,
      }).verdict;
    expect(verdict("www.a.example")).toBe("allowed");
    expect(verdict("a.example")).toBe("denied");
  });
});
