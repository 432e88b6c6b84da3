import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { classify } from "../../../src/cluster/kinds/registry.js";
import { runAnp } from "../../support/run-anp.js";

const NETWORK_POLICY = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" };
const CLUSTER_POLICY = { apiVersion: "policy.networking.k8s.io/v1alpha2", kind: "ClusterNetworkPolicy" };
const ADMIN_POLICY = { apiVersion: "policy.networking.k8s.io/v1alpha1", kind: "AdminNetworkPolicy" };

describe("what is nearly a policy", () => {
  it.each([
    ["networking.k8s.io/v1", "NetworkPolicyy", NETWORK_POLICY],
    ["networking.k8s.io/v1", "NetworkPolicies", NETWORK_POLICY],
    ["networking.k8s.io/v1", "NetworkPolicy ", NETWORK_POLICY],
    ["networking.k8s.io/v1", "Network Policy", NETWORK_POLICY],
    ["networking.k8s.io/v1", "network-policy", NETWORK_POLICY],
    ["networking.k8s.io/v1", "NetwrokPolicy", NETWORK_POLICY],
    ["networking.k8s.io/v1", "", NETWORK_POLICY],
    ["networking.k8s.io/v1", " ", NETWORK_POLICY],
    ["network.k8s.io/v1", "NetworkPolicy", NETWORK_POLICY],
    ["Networking.k8s.io/v1", "NetworkPolicy", NETWORK_POLICY],
    ["networking.k8s.io /v1", "NetworkPolicy", NETWORK_POLICY],
    ["networking.kubernetes.io/v1", "NetworkPolicy", NETWORK_POLICY],
    ["networking/v1", "NetworkPolicy", NETWORK_POLICY],
    ["networking.k8s.io", "NetworkPolicy", NETWORK_POLICY],
    ["v1", "NetworkPolicy", NETWORK_POLICY],
    ["v1", "NetworkPolicies", NETWORK_POLICY],
    ["policy.network.k8s.io/v1alpha2", "ClusterNetworkPolicy", CLUSTER_POLICY],
    ["policies.networking.k8s.io/v1alpha1", "AdminNetworkPolicy", ADMIN_POLICY],
    ["networking.k8s.io/v1", "ClusterNetworkPolicy", CLUSTER_POLICY],
  ])("%s %j", (apiVersion, kind, served) => {
    expect(classify(apiVersion, kind)).toEqual({ type: "misspelt", served });
  });

  it.each([
    ["crd.projectcalico.org/v1", "NetworkPolicy", "foreign-policy"],
    ["crd.projectcalico.org/v1", "NetworkPolicyy", "other"],
    ["projectcalico.org/v3", "GlobalNetworkPolicy", "foreign-policy"],
    ["cilium.io/v2", "CiliumNetworkPolicy", "foreign-policy"],
    ["networking.k8s.aws/v1alpha1", "ClusterNetworkPolicy", "foreign-policy"],
    ["networking.k8s.aws/v1alpha1", "ApplicationNetworkPolicy", "foreign-policy"],
    ["networking.k8s.aws/v1alpha1", "PolicyEndpoint", "other"],
    ["networking.gke.io/v1alpha1", "FQDNNetworkPolicy", "foreign-policy"],
    ["networking.example.com/v1", "NetworkPolicy", "foreign-policy"],
    ["policy.networking.openshift.io/v1", "AdminNetworkPolicy", "foreign-policy"],
    ["networking.example.com/v1", "NetworkPolicyTemplate", "other"],
    ["constraints.gatekeeper.sh/v1beta1", "K8sRequireNetworkPolicy", "other"],
    ["tenet.cybozu.io/v1beta1", "NetworkPolicyAdmissionRule", "other"],
    ["crd.nsx.vmware.com/v1alpha1", "SecurityPolicy", "other"],
    ["networking.k8s.io/v1", "IngressClass", "known"],
    ["networking.k8s.io/v1", "IPAddress", "other"],
    ["policy/v1", "PodDisruptionBudget", "other"],
    ["gateway.networking.k8s.io/v1alpha2", "BackendTLSPolicy", "other"],
    ["v1", "ResourceQuota", "other"],
    ["v1", "", "other"],
    ["policy.networking.k8s.io/v1alpha1", "ConformanceReport", "other"],
    ["policy.networking.k8s.io/v1alpha1", "ConformanceReports", "unserved"],
    ["policy.networking.k8s.io/v1beta1", "ClusterNetworkPolicy", "policy"],
    ["policy.networking.k8s.io/v1beta1", "AdminNetworkPolicy", "unserved"],
    ["networking.k8s.io/v1", "NetworkPolicyList", "list"],
  ])("and what is somebody else's, or another kind: %s %j", (apiVersion, kind, type) => {
    expect(classify(apiVersion, kind).type).toBe(type);
  });
});

describe("a policy whose kind is misspelt", () => {
  const files = {
    "pods.yaml": ["web", "cart"]
      .map((name) => `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: shop }\nspec: {}\n`)
      .join("---\n"),
    "policy.yaml":
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicyy\nmetadata: { name: shut, namespace: shop }\nspec: { podSelector: {} }\n",
  };

  it("is refused, with what was meant", async () => {
    const { code, stdout } = await runAnp(["lint", ".", "--only", "unserved-kind"], {
      cwd: folderWith(files),
    });
    expect(code).toBe(1);
    expect(stdout).toContain("`NetworkPolicyy` does not exist in `networking.k8s.io/v1`");
    expect(stdout).toContain("did you mean `apiVersion: networking.k8s.io/v1` and `kind: NetworkPolicy`?");
    // The sentence is wrapped where the terminal ends.
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      'no matches for kind "NetworkPolicyy" in version "networking.k8s.io/v1"',
    );
    expect(stdout).toContain("policy.yaml:2:7");
  });

  it("is named by explain, and turns nothing unknown", async () => {
    const { code, stdout } = await runAnp(["explain", "-f", ".", "shop/web", "shop/cart", "--port", "80"], {
      cwd: folderWith(files),
    });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^INCOMPLETE +1 document has a kind that no API server knows: policy\.yaml:\d+:\d+ \(unserved-kind\)/m,
    );
    expect(stdout).toContain("ALLOWED");
    expect(stdout).not.toContain("UNKNOWN");
  });

  it.each(['kind: ""\n', "kind:\n", ""])("is found without a kind: %j", async (kind) => {
    const text = `apiVersion: networking.k8s.io/v1\n${kind}metadata: { name: a, namespace: shop }\nspec: { podSelector: {} }\n`;
    const { code } = await runAnp(["lint", "."], { cwd: folderWith({ "a.yaml": text }) });
    expect([1, 3]).toContain(code);
  });
});
