import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";

/** Policies of other vendors, which are not evaluated, may decide as NetworkPolicies do. */

const DENIED = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: deny-all, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec:
  podSelector: { matchLabels: { app: web } }
  policyTypes: [Ingress, Egress]
  egress: [{ to: [{ podSelector: { matchLabels: { app: db } } }] }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: main, env: [{ name: CACHE, value: "cache:6379" }] }] }
---
apiVersion: v1
kind: Pod
metadata: { name: db, namespace: shop, labels: { app: db } }
spec: { containers: [{ name: main }] }
---
apiVersion: v1
kind: Pod
metadata: { name: cache, namespace: shop, labels: { app: cache } }
spec: { containers: [{ name: main, ports: [{ containerPort: 6379 }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: cache, namespace: shop }
spec: { selector: { app: cache }, ports: [{ port: 6379 }] }
---
`;

const BLOCKED = ["configured-address-blocked", "dns-port-never-allowed", "one-sided-flow"];

const DNS_PODS = `apiVersion: v1
kind: Pod
metadata: { name: coredns, namespace: kube-system, labels: { k8s-app: kube-dns } }
spec: { containers: [{ name: main, ports: [{ containerPort: 53, protocol: UDP }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: kube-dns, namespace: kube-system }
spec: { clusterIP: 10.0.0.10, selector: { k8s-app: kube-dns }, ports: [{ port: 53, protocol: UDP }] }
---
`;

const object = (apiVersion: string, kind: string, namespace?: string): string =>
  `apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: other${namespace === undefined ? "" : `, namespace: ${namespace}`} }
spec: {}
`;

async function blockedIn(text: string): Promise<readonly string[]> {
  const rules = (await lintText(text)).map(({ rule }) => rule);
  return [...BLOCKED, "dns-egress-missing"].filter((each) => rules.some((rule) => rule === each));
}

describe("what NetworkPolicies block, beside policies of another vendor", () => {
  it.each([
    ["Cilium's, in the namespace", object("cilium.io/v2", "CiliumNetworkPolicy", "shop")],
    ["Cilium's, for the cluster", object("cilium.io/v2", "CiliumClusterwideNetworkPolicy")],
    ["Calico's, in the namespace", object("projectcalico.org/v3", "NetworkPolicy", "shop")],
    ["Calico's, for the cluster", object("crd.projectcalico.org/v1", "GlobalNetworkPolicy")],
    ["Antrea's, for the cluster", object("crd.antrea.io/v1beta1", "ClusterNetworkPolicy")],
    ["AWS's, in the namespace", object("networking.k8s.aws/v1alpha1", "ApplicationNetworkPolicy", "shop")],
    ["AWS's, for the cluster", object("networking.k8s.aws/v1alpha1", "ClusterNetworkPolicy")],
    ["somebody's, by its name", object("networking.gke.io/v1alpha3", "FQDNNetworkPolicy", "shop")],
    ["somebody's, for the cluster by its name", object("metal-stack.io/v1", "ClusterwideNetworkPolicy", "x")],
    [
      "one of several of a kind",
      `${object("cilium.io/v2", "CiliumNetworkPolicy", "other")}---\n${object("cilium.io/v2", "CiliumNetworkPolicy", "shop")}`,
    ],
  ])("may be allowed: %s", async (_, other) => {
    expect(await blockedIn(DENIED + other)).toEqual([]);
    expect(await blockedIn(DENIED + DNS_PODS + other)).toEqual([]);
  });

  it.each([
    ["none", ""],
    ["one in another namespace", object("cilium.io/v2", "CiliumNetworkPolicy", "other")],
    ["what only restricts", object("security.istio.io/v1", "AuthorizationPolicy", "shop")],
    ["what other policies name", object("cilium.io/v2", "CiliumCIDRGroup")],
    [
      "AWS's in another namespace",
      object("networking.k8s.aws/v1alpha1", "ApplicationNetworkPolicy", "other"),
    ],
    ["what AWS makes of policies", object("networking.k8s.aws/v1alpha1", "PolicyEndpoint", "shop")],
    ["somebody's in another namespace", object("networking.example.com/v1", "NetworkPolicy", "other")],
    ["what is about policies", object("tenet.cybozu.io/v1beta1", "NetworkPolicyAdmissionRule", "shop")],
  ])("is blocked: %s", async (_, other) => {
    expect(await blockedIn(DENIED + other)).toEqual(BLOCKED);
    expect(await blockedIn(DENIED + DNS_PODS + other)).toContain("dns-egress-missing");
  });

  it("may be allowed where the input has no pods", async () => {
    const [, policy = ""] = DENIED.split("---\n");
    expect(await blockedIn(policy)).toEqual(["dns-port-never-allowed"]);
    expect(await blockedIn(`${policy}---\n${object("cilium.io/v2", "CiliumNetworkPolicy", "shop")}`)).toEqual(
      [],
    );
  });
});

describe("what NetworkPolicies leave open, beside policies of another vendor", () => {
  const policy = (name: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { podSelector: { matchLabels: { app: ${name} } }, policyTypes: [Ingress] }
---
`;
  const pod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }
spec: { containers: [{ name: main }] }
---
`;
  const named = ["a", "b", "c"];
  const text = `${named.map(policy).join("")}${[...named, "open"].map(pod).join("")}`;

  it.each([
    ["unprotected without any", "", true],
    [
      "unprotected beside one in another namespace",
      object("cilium.io/v2", "CiliumNetworkPolicy", "other"),
      true,
    ],
    ["not known to be, beside one in its own", object("cilium.io/v2", "CiliumNetworkPolicy", "shop"), false],
    [
      "not known to be, beside one for the cluster",
      object("projectcalico.org/v3", "GlobalNetworkPolicy"),
      false,
    ],
  ])("is %s", async (_, other, isTold) => {
    const rules = (await lintText(text + other)).map(({ rule }) => rule);
    expect(rules.includes("workload-unprotected")).toBe(isTold);
  });
});

describe("a policy of a group that nothing is known of", () => {
  const helpFor = async (apiVersion: string, kind: string): Promise<string | undefined> =>
    (await lintText(object(apiVersion, kind))).find(({ rule }) => rule === "unevaluated-policy-kinds")
      ?.wording.help;

  it.each([
    ["policy.networking.openshift.io/v1", "AdminNetworkPolicy", "policy.networking.k8s.io/v1alpha1"],
    ["networking.example.com/v1", "NetworkPolicy", "networking.k8s.io/v1"],
    ["example.com/v1", "ClusterNetworkPolicy", "policy.networking.k8s.io/v1alpha2"],
  ])("is told from that of Kubernetes: %s %s", async (apiVersion, kind, meant) => {
    expect(await helpFor(apiVersion, kind)).toContain(`write \`apiVersion: ${meant}\``);
  });

  it.each([
    ["networking.k8s.aws/v1alpha1", "ClusterNetworkPolicy"],
    ["crd.antrea.io/v1beta1", "ClusterNetworkPolicy"],
    ["networking.gke.io/v1alpha3", "FQDNNetworkPolicy"],
  ])("which nobody means that writes %s %s", async (apiVersion, kind) => {
    expect(await helpFor(apiVersion, kind)).not.toContain("apiVersion");
  });
});

describe("rules that look at namespaces as wholes, beside objects of another vendor", () => {
  const bad = (rule: string): string => readFileSync(`src/linter/rules/${rule}/bad.yaml`, "utf8");
  const ONE_SIDED = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: deny, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec:
  podSelector: { matchLabels: { app: web } }
  policyTypes: [Egress]
  egress: [{ to: [{ podSelector: { matchLabels: { app: db } } }], ports: [{ port: 5432 }] }]
`;
  const OWN_NAMESPACE = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: own, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: main, ports: [{ containerPort: 8080 }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 8080 }] }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop }
spec: { defaultBackend: { service: { name: web, port: { number: 8080 } } } }
`;

  it.each([
    ["closed-service", bad("closed-service")],
    ["api-port-never-allowed", bad("api-port-never-allowed")],
    ["one-sided-flow", ONE_SIDED],
    ["ingress-backend-blocked", OWN_NAMESPACE],
  ])("%s is found but where they may decide", async (rule, text) => {
    const isFound = async (other: string): Promise<boolean> =>
      (await lintText(`${text}\n---\n${other}`)).some((each) => each.rule === rule);
    expect(await isFound("")).toBe(true);
    // What writes objects into other clusters decides nothing here.
    for (const writer of [
      "work.open-cluster-management.io/v1 ManifestWork",
      "fleet.cattle.io/v1alpha1 Bundle",
    ]) {
      const [apiVersion = "", kind = ""] = writer.split(" ");
      expect(await isFound(object(apiVersion, kind, "shop")), writer).toBe(true);
    }
    expect(await isFound(object("cilium.io/v2", "CiliumNetworkPolicy", "elsewhere"))).toBe(true);
    expect(await isFound(object("cilium.io/v2", "CiliumNetworkPolicy", "shop"))).toBe(false);
    expect(await isFound(object("cilium.io/v2", "CiliumClusterwideNetworkPolicy"))).toBe(false);
  });
});
