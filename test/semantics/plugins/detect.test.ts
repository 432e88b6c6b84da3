import { describe, expect, it } from "vitest";
import { detectPlugin, rivalPlugins } from "../../../src/semantics/plugins/detect.js";
import { pluginDefinedBy, settingMeaning } from "../../../src/semantics/plugins/settings.js";
import { PLUGINS } from "../../../src/semantics/plugins/plugins.js";
import { PLUGIN_CRDS, SETTINGS_MAPS } from "../../../src/cluster/kinds/plugins/settings.js";

import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { storedInput } from "../../support/stored.js";
import { loadSources } from "../../../src/index.js";
import { pluginOf, pluginProfile, profileOfCluster } from "../../../src/semantics/plugins/profile-of.js";
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

const settings = (name: string, namespace: string, data: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: ${namespace} }
data:
${data}
`;
const set = (kind: string, spec: string): string => `apiVersion: crd.projectcalico.org/v1
kind: ${kind}
metadata: { name: default }
spec: { ${spec} }
`;
const agent = (name: string, container: string): string =>
  daemonSet(name).replace("containers: []", `containers: [{ name: main, ${container} }]`);
const CILIUM = (data: string): string => settings("cilium-config", "kube-system", `  ${data}`);
const ANTREA = (file: string, text: string): string =>
  settings("antrea-config", "kube-system", `  ${file}: |\n    featureGates:\n    ${text}`);

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
    ["Cilium chained to AWS", [agent("aws-node", "args: []"), daemonSet("cilium")], "cilium"],
    ["Calico's policy on AWS", [agent("aws-node", "args: []"), daemonSet("calico-node")], "calico"],
    [
      "kube-network-policies over Flannel",
      [daemonSet("kube-flannel-ds"), daemonSet("kube-network-policies")],
      "kube-network-policies",
    ],
  ] as const)("%s: the one that enforces policy", async (_what, texts, name) => {
    expect((await detected(...texts))?.name).toBe(name);
  });

  it.each([
    ["two that both enforce policy", [daemonSet("calico-node"), daemonSet("cilium")], ["cilium", "calico"]],
    [
      "AWS with its agent on beside Cilium",
      [agent("aws-node", "args: [--enable-network-policy=true]"), daemonSet("cilium")],
      ["cilium", "aws"],
    ],
    [
      "policies of two",
      [own("CiliumNetworkPolicy", "cilium.io/v2"), own("GlobalNetworkPolicy", "projectcalico.org/v3")],
      ["cilium", "calico"],
    ],
    [
      "what is left of one on k3s",
      [K3S, set("ClusterInformation", "calicoVersion: v3.30.1")],
      ["calico", "kube-router"],
    ],
    [
      "Flannel alone, with policies of Calico",
      [
        daemonSet("kube-flannel-ds", "kube-flannel", "app: flannel"),
        own("GlobalNetworkPolicy", "projectcalico.org/v3"),
      ],
      ["flannel", "calico"],
    ],
    [
      "AWS with its agent off, set up for Cilium",
      [agent("aws-node", "args: []"), CILIUM('enable-sctp: "true"')],
      ["aws", "cilium"],
    ],
    [
      "settings of two",
      [CILIUM('enable-sctp: "true"'), ANTREA("antrea-agent.conf", "  AdminNetworkPolicy: true")],
      ["cilium", "antrea"],
    ],
  ])("%s: none of them is taken", async (_what, texts, names) => {
    const { cluster } = await loadSources([{ name: "a.yaml", text: texts.join("---\n") }]);
    expect(detectPlugin(cluster)).toBeUndefined();
    expect(rivalPlugins(cluster).map(({ name }) => name)).toEqual(names);
    for (const { seen = [] } of rivalPlugins(cluster)) expect(seen).not.toEqual([]);
  });

  it.each([
    ["AWS's, of which only pods are seen", [podOf("aws-node"), daemonSet("cilium")], "cilium"],
    [
      "kube-router's without its firewall",
      [agent("kube-router", "args: [--run-firewall=false]"), daemonSet("cilium")],
      "cilium",
    ],
    [
      "Cilium's that enforces nothing",
      [daemonSet("cilium"), CILIUM("enable-policy: never"), daemonSet("calico-node")],
      "calico",
    ],
    ["two of them", [agent("aws-node", "args: []"), daemonSet("kube-flannel-ds")], "aws"],
  ])("an agent that only connects pods is no rival: %s", async (_what, texts, name) => {
    const { cluster } = await loadSources([{ name: "a.yaml", text: texts.join("---\n") }]);
    expect([detectPlugin(cluster)?.name, rivalPlugins(cluster)]).toEqual([name, []]);
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

  it("on k3s by its nodes' label, whatever else connects pods", async () => {
    const flannel = daemonSet("kube-flannel-ds", "kube-flannel").replace(
      "containers: []",
      "containers: [{ name: kube-flannel }]",
    );
    expect((await detected(K3S, flannel))?.name).toBe("kube-router");
    expect((await detected(flannel))?.name).toBe("flannel");
    expect((await detected(K3S, flannel, daemonSet("rke2-canal")))?.name).toBe("calico");
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

const crd = (name: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${name} }
spec: { group: ${name.slice(name.indexOf(".") + 1)} }
`;

describe("the CRDs of a network plugin", () => {
  const stored = async (...documents: readonly string[]): Promise<ChosenPlugin | undefined> =>
    detectPlugin((await load([storedInput(documents.join("---\n"))], READ_OPTIONS)).cluster);

  it.each([
    ["ciliumnetworkpolicies.cilium.io", "cilium"],
    ["felixconfigurations.crd.projectcalico.org", "calico"],
    ["installations.operator.tigera.io", "calico"],
    ["antreaagentinfos.crd.antrea.io", "antrea"],
    ["egressfirewalls.k8s.ovn.org", "ovn-kubernetes"],
    ["policyendpoints.networking.k8s.aws", "aws"],
  ] as const)("%s shows it where nothing else does", async (name, plugin) => {
    expect(await stored(crd(name))).toMatchObject({
      name: plugin,
      seen: [`CustomResourceDefinition ${name}`],
    });
  });

  it("that are read are those that show one", () => {
    expect(
      PLUGIN_CRDS.filter((name) => pluginDefinedBy("CustomResourceDefinition", name) === undefined),
    ).toEqual([]);
  });

  it("are left over where something else runs, and are no settings", async () => {
    const leftOver = crd("ciliumnetworkpolicies.cilium.io");
    expect(await stored(leftOver, daemonSet("calico-node"))).toMatchObject({ name: "calico" });
    expect(await stored(leftOver, K3S)).toMatchObject({ name: "kube-router" });
    expect((await stored(leftOver))?.unseen).toEqual(["release", "settings"]);
  });

  it("another one shows none", async () => {
    expect(await stored(crd("ciliumnodes.cilium.io"))).toBeUndefined();
  });
});

describe("the settings of a network plugin", () => {
  it.each<[what: string, texts: readonly string[], features: readonly string[], by: string]>([
    ["SCTP", [daemonSet("cilium"), CILIUM('enable-sctp: "true"')], ["sctp"], "enable-sctp: true"],
    ["SCTP is off", [daemonSet("cilium"), CILIUM('enable-sctp: "false"')], [], ""],
    [
      "its flag for ClusterNetworkPolicy",
      [daemonSet("cilium"), CILIUM('enable-k8s-cluster-network-policy: "true"')],
      ["cluster-network-policy"],
      "enable-k8s-cluster-network-policy: true",
    ],
    [
      "nodes by their addresses",
      [daemonSet("cilium"), CILIUM("policy-cidr-match-mode: nodes")],
      ["match-nodes"],
      "policy-cidr-match-mode: nodes",
    ],
    [
      "pods too",
      [daemonSet("cilium"), CILIUM('policy-cidr-match-mode: "pods,nodes"')],
      ["match-nodes", "match-pods"],
      "policy-cidr-match-mode: pods,nodes",
    ],
    [
      "pods, in a release that does not know them",
      [
        daemonSet("cilium", "kube-system", "app.kubernetes.io/version: v1.19.4"),
        CILIUM('policy-cidr-match-mode: "pods,nodes"'),
      ],
      ["match-nodes"],
      "policy-cidr-match-mode: pods,nodes",
    ],
    [
      "its own node by the rules",
      [daemonSet("cilium"), CILIUM("allow-localhost: policy")],
      ["localhost-by-policy"],
      "allow-localhost: policy",
    ],
    [
      "no policy at all",
      [daemonSet("cilium"), CILIUM("enable-policy: never")],
      ["no-policy"],
      "enable-policy: never",
    ],
    [
      "a feature gate of Antrea",
      [daemonSet("antrea-agent"), ANTREA("antrea-controller.conf", "  AdminNetworkPolicy: true")],
      ["admin-network-policy"],
      "AdminNetworkPolicy: true",
    ],
    [
      "one that is commented out",
      [daemonSet("antrea-agent"), ANTREA("antrea-agent.conf", "#  ClusterNetworkPolicy: true")],
      [],
      "",
    ],
    [
      "ping on OVN-Kubernetes",
      [
        daemonSet("ovnkube-node", "ovn-kubernetes"),
        settings(
          "ovnkube-config",
          "openshift-ovn-kubernetes",
          "  ovnkube.conf: |\n    [a]\n    allow-icmp-network-policy=true",
        ),
      ],
      ["allow-icmp"],
      "allow-icmp-network-policy: true",
    ],
    [
      "policy is off on AWS",
      [
        daemonSet("aws-node"),
        settings("amazon-vpc-cni", "kube-system", '  enable-network-policy-controller: "false"'),
      ],
      ["no-policy"],
      "enable-network-policy-controller: false",
    ],
    [
      "AWS in strict mode",
      [
        agent(
          "aws-node",
          "env: [{ name: NETWORK_POLICY_ENFORCING_MODE, value: strict }], args: [--enable-network-policy]",
        ),
      ],
      ["strict"],
      "NETWORK_POLICY_ENFORCING_MODE: strict",
    ],
    [
      "AWS without the agent's flag, which is off by default",
      [agent("aws-node", "args: []")],
      ["no-policy"],
      "--enable-network-policy: false",
    ],
    [
      "Flannel with the container that enforces policies",
      [
        daemonSet("kube-flannel-ds", "kube-flannel").replace(
          "containers: []",
          "containers: [{ name: kube-flannel }, { name: kube-network-policies }]",
        ),
      ],
      ["netpol"],
      "container: kube-network-policies",
    ],
    [
      "kube-router without its firewall, and closed at the start",
      [agent("kube-router", 'args: ["--run-firewall=false", "--netpol-default-deny"]')],
      ["default-deny", "no-policy"],
      "--run-firewall: false, --netpol-default-deny: true",
    ],
  ])("%s", async (_what, texts, features, by) => {
    const found = await detected(...texts);
    expect(found?.features).toEqual(features);
    expect(found?.seen?.some((each) => each.endsWith(`${by})`))).toBe(by !== "");
  });

  it.each([
    ["a map of that name in another namespace", settings("cilium-config", "shop", '  enable-sctp: "true"')],
    ["another map", settings("cilium-config-2", "kube-system", '  enable-sctp: "true"')],
    ["a value that it can't have", CILIUM("enable-sctp: yes, please")],
    ["another plugin's", settings("antrea-config", "kube-system", '  enable-sctp: "true"')],
  ])("are not %s", async (_what, text) => {
    expect((await detected(daemonSet("cilium"), text))?.features).toEqual([]);
  });

  it("a release of Calico that its own object tells, before any label is missed", async () => {
    const found = await detected(
      daemonSet("calico-node", "calico-system"),
      set("ClusterInformation", "calicoVersion: v3.30.1"),
    );
    expect(found).toMatchObject({ name: "calico", release: [3, 30], unseen: [] });
  });

  it.each([
    ["its operator's Installation tells", "Calico", [3, 31], []],
    ["of another variant, which counts them otherwise", "TigeraSecureEnterprise", undefined, ["release"]],
  ])("a release of Calico: %s", async (_what, variant, release, unseen) => {
    const installation = `apiVersion: operator.tigera.io/v1
kind: Installation
metadata: { name: default }
status: { variant: ${variant}, calicoVersion: v3.31.2 }
`;
    expect(await detected(installation)).toMatchObject({ name: "calico", release, unseen });
  });

  it("a plugin that its settings alone show", async () => {
    expect(await detected(set("FelixConfiguration", "defaultEndpointToHostAction: Accept"))).toMatchObject({
      name: "calico",
      seen: ["FelixConfiguration default"],
      unseen: ["release"],
    });
    expect((await detected(CILIUM('enable-sctp: "true"')))?.name).toBe("cilium");
  });

  it("whether Cilium reads NetworkPolicies at all", async () => {
    const found = await detected(daemonSet("cilium"), CILIUM('enable-k8s-networkpolicy: "false"'));
    expect(found?.features).toEqual(["no-network-policy"]);
    if (found === undefined) throw new Error("Cilium is not recognised");
    expect(pluginProfile(found).readings["unenforced-kinds"]).toContain("NetworkPolicy");
  });

  it("whether Cilium denies what no policy restricts, and Calico what pods send to their own node", async () => {
    const closed = await detected(daemonSet("cilium"), CILIUM("enable-policy: always"));
    expect(closed?.features).toEqual(["always"]);
    for (const word of ["Drop", "drop"]) {
      const found = await detected(set("FelixConfiguration", `defaultEndpointToHostAction: ${word}`));
      expect(found?.features).toEqual(["drop-to-host"]);
    }
    const other = await detected(set("FelixConfiguration", "defaultEndpointToHostAction: Return"));
    expect(other?.features).toEqual([]);
  });

  it("what nothing gave away is said", async () => {
    expect((await detected(daemonSet("cilium")))?.unseen).toEqual(["release", "settings"]);
    expect((await detected(daemonSet("weave-net")))?.unseen).toEqual(["release"]);
    // Its image tells which kinds it reads, which is not looked at.
    expect((await detected(daemonSet("kube-network-policies")))?.unseen).toEqual(["release", "settings"]);
    expect((await detected(daemonSet("calico-node")))?.unseen).toEqual(["release", "settings"]);
  });

  it("every setting that is read means something, and every meaning is read", async () => {
    const names = Object.values(PLUGINS).flatMap(({ name, features }) =>
      Object.keys(features).map((each) => `${name}+${each}`),
    );
    const told = new Set<string>();
    for (const each of [
      "cilium",
      "calico",
      "antrea",
      "aws",
      "flannel",
      "kube-router",
      "ovn-kubernetes",
    ] as const)
      for (const key of [
        ...SETTINGS_MAPS.flatMap(({ keys }) => Object.keys(keys)),
        "AdminNetworkPolicy",
        "ClusterNetworkPolicy",
        "allow-icmp-network-policy",
        "defaultEndpointToHostAction",
        "--enable-network-policy",
        "--netpol-default-deny",
        "--run-firewall",
        "container",
        "NETWORK_POLICY_ENFORCING_MODE",
      ])
        for (const value of [
          "true",
          "false",
          "policy",
          "never",
          "always",
          "Drop",
          "nodes",
          "pods",
          "strict",
          "kube-network-policies",
        ]) {
          const meaning = settingMeaning(each, { key, value });
          if (meaning !== undefined && "features" in meaning)
            for (const feature of meaning.features) told.add(`${each}+${feature}`);
        }
    // What needs another manifest, or another image, shows in no setting.
    const untold = [
      "kube-network-policies+admin-network-policy",
      "kube-network-policies+cluster-network-policy",
    ];
    expect(names.filter((each) => !told.has(each))).toEqual(untold);
    expect([...told].filter((each) => !names.includes(each))).toEqual([]);
  });
});

it("`auto` goes by what the cluster shows, and is the reference where that is nothing", async () => {
  const loaded = async (text: string, plugin: ChosenPlugin | "auto" | undefined) =>
    (await loadSources([{ name: "a.yaml", text }], { facts: plugin === undefined ? {} : { plugin } }))
      .cluster;
  expect(profileOfCluster(await loaded(daemonSet("cilium"), "auto")).name).toBe("cilium 1.20");
  expect(profileOfCluster(await loaded(daemonSet("other"), "auto")).name).toBe("reference");
  expect(pluginOf(await loaded(daemonSet("cilium"), undefined))).toBeUndefined();
  const named = { name: "weave", release: undefined, features: [] };
  expect(profileOfCluster(await loaded(daemonSet("cilium"), named)).name).toBe("weave 2.8");
});
