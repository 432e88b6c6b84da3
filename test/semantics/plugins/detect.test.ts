import { describe, expect, it } from "vitest";
import { detectPlugin } from "../../../src/semantics/plugins/detect.js";
import { loadSources } from "../../../src/index.js";
import { pluginOf, profileOfCluster } from "../../../src/semantics/plugins/profile-of.js";
import type { ChosenPlugin } from "../../../src/cluster/model/chosen-plugin.js";

const daemonSet = (
  name: string,
  namespace = "kube-system",
  labels = "k8s-app: agent",
): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name}, namespace: ${namespace} }
spec: { selector: { matchLabels: {} }, template: { metadata: { labels: { ${labels} } }, spec: { containers: [] } } }
`;
/** A pod as a cluster shows it, whose DaemonSet is not in the input. */
const podOf = (name: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}-x7k2p
  namespace: kube-system
  ownerReferences: [{ apiVersion: apps/v1, kind: DaemonSet, name: ${name}, uid: u1, controller: true }]
spec: { hostNetwork: true, containers: [] }
`;
const own = (kind: string, apiVersion: string): string => `apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: own, namespace: shop }
`;
const K3S = `apiVersion: v1
kind: Node
metadata: { name: one, labels: { node.kubernetes.io/instance-type: k3s } }
`;

async function detected(...documents: readonly string[]): Promise<ChosenPlugin | undefined> {
  const { cluster } = await loadSources([{ name: "a.yaml", text: documents.join("---\n") }]);
  return detectPlugin(cluster);
}

describe("the network plugin of a cluster", () => {
  it.each([
    ["cilium", daemonSet("cilium"), "cilium"],
    ["GKE Dataplane V2", daemonSet("anetd"), "cilium"],
    ["calico", daemonSet("calico-node", "calico-system"), "calico"],
    ["antrea", daemonSet("antrea-agent"), "antrea"],
    ["OpenShift", daemonSet("ovnkube-node", "openshift-ovn-kubernetes"), "ovn-kubernetes"],
    ["AWS", daemonSet("aws-node"), "aws"],
    ["Azure", daemonSet("azure-npm"), "azure-npm"],
    ["kind", daemonSet("kindnet"), "kindnet"],
    ["flannel", daemonSet("kube-flannel-ds", "kube-flannel"), "flannel"],
    ["weave", daemonSet("weave-net"), "weave"],
    ["kube-router", daemonSet("kube-router"), "kube-router"],
    ["knp", daemonSet("kube-network-policies"), "kube-network-policies"],
  ] as const)("%s, by its DaemonSet", async (_what, text, name) => {
    const found = await detected(text);
    expect(found?.name).toBe(name);
    expect(found?.seen?.[0]).toMatch(/^DaemonSet /);
  });

  it("by the pods of its DaemonSet alone", async () => {
    expect(await detected(podOf("calico-node"))).toMatchObject({
      name: "calico",
      seen: ["DaemonSet kube-system/calico-node"],
    });
  });

  it.each([
    ["Calico over Flannel", [daemonSet("kube-flannel-ds"), daemonSet("canal")], "calico"],
    ["Cilium chained to AWS", [daemonSet("aws-node"), daemonSet("cilium")], "cilium"],
    ["Calico's policy on AWS", [daemonSet("aws-node"), daemonSet("calico-node")], "calico"],
    [
      "kube-network-policies over Flannel",
      [daemonSet("kube-flannel-ds"), daemonSet("kube-network-policies")],
      "kube-network-policies",
    ],
  ] as const)("%s: the one that enforces policy", async (_what, texts, name) => {
    expect((await detected(...texts))?.name).toBe(name);
  });

  it.each([
    ["app.kubernetes.io/version: v1.16.5", [1, 16]],
    ["helm.sh/chart: cilium-1.17.0", [1, 17]],
    ["helm.sh/chart: cilium", undefined],
    ["app: cilium", undefined],
  ])("its release by the label %s", async (label, release) => {
    expect((await detected(daemonSet("cilium", "kube-system", label)))?.release).toEqual(release);
  });

  it.each([
    ["CiliumNetworkPolicy", "cilium.io/v2", "cilium"],
    ["GlobalNetworkPolicy", "projectcalico.org/v3", "calico"],
    ["ClusterNetworkPolicy", "crd.antrea.io/v1beta1", "antrea"],
    ["EgressFirewall", "k8s.ovn.org/v1", "ovn-kubernetes"],
  ])("by its kind %s", async (kind, apiVersion, name) => {
    expect(await detected(own(kind, apiVersion))).toMatchObject({
      name,
      seen: [`kind ${kind} of ${apiVersion}`],
    });
  });

  it("by the label of k3s's nodes", async () => {
    expect(await detected(K3S)).toMatchObject({
      name: "kube-router",
      seen: [expect.stringContaining("k3s of node one")],
    });
    expect((await detected(K3S, daemonSet("cilium")))?.name).toBe("cilium");
  });

  it.each([
    ["another DaemonSet", daemonSet("node-exporter")],
    ["a Deployment of that name", daemonSet("cilium").replace("DaemonSet", "Deployment")],
    ["a name that only begins so", daemonSet("cilium-operator")],
    ["policies of a mesh", own("AuthorizationPolicy", "security.istio.io/v1")],
    ["nothing", ""],
  ])("is not recognised by %s", async (_what, text) => {
    expect(await detected(text)).toBeUndefined();
  });
});

it("`auto` goes by what the cluster shows, and is the reference where that is nothing", async () => {
  const load = async (text: string, plugin: ChosenPlugin | "auto" | undefined) =>
    (await loadSources([{ name: "a.yaml", text }], { facts: plugin === undefined ? {} : { plugin } }))
      .cluster;
  expect(profileOfCluster(await load(daemonSet("cilium"), "auto")).name).toBe("cilium 1.20");
  expect(profileOfCluster(await load(daemonSet("other"), "auto")).name).toBe("reference");
  expect(pluginOf(await load(daemonSet("cilium"), undefined))).toBeUndefined();
  const named = { name: "weave", release: undefined, features: [] };
  expect(profileOfCluster(await load(daemonSet("cilium"), named)).name).toBe("weave 2.8");
});
