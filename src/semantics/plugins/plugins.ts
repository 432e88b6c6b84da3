import { ANTREA } from "./antrea.js";
import { AWS } from "./aws.js";
import { CALICO } from "./calico.js";
import { CILIUM } from "./cilium.js";
import { KUBE_NETWORK_POLICIES } from "./kube-network-policies.js";
import { KUBE_ROUTER } from "./kube-router.js";
import { OTHER_PLUGINS } from "./other-plugins.js";
import { OVN_KUBERNETES } from "./ovn-kubernetes.js";
import type { Plugin, PluginName, PluginRow } from "./row.js";

const CLUSTER_KIND = "cluster-network-policy";

/** The plugins, in the order of their names. */
export const PLUGINS: Readonly<Record<PluginName, Plugin>> = {
  antrea: {
    name: "antrea",
    title: "Antrea",
    aliases: [],
    newest: [2, 7],
    features: {
      "admin-network-policy": "feature gate AdminNetworkPolicy",
      [CLUSTER_KIND]: "feature gate ClusterNetworkPolicy",
    },
    since: { "admin-network-policy": [1, 13], [CLUSTER_KIND]: [2, 7] },
    enabling: ["admin-network-policy", CLUSTER_KIND],
  },
  aws: {
    name: "aws",
    title: "network policy agent of the AWS VPC CNI",
    aliases: ["vpc-cni", "aws-vpc-cni", "amazon-vpc-cni", "eks"],
    newest: [1, 4],
    features: {
      "no-policy": "enable-network-policy-controller: false, or --enable-network-policy=false",
      strict: "NETWORK_POLICY_ENFORCING_MODE: strict",
    },
    isOptIn: true,
  },
  "azure-npm": {
    name: "azure-npm",
    title: "Azure Network Policy Manager",
    aliases: ["azure", "npm"],
    newest: undefined,
    features: {},
  },
  calico: {
    name: "calico",
    title: "Calico",
    aliases: ["canal", "tigera"],
    newest: [3, 32],
    features: { "drop-to-host": "defaultEndpointToHostAction: Drop" },
  },
  cilium: {
    name: "cilium",
    title: "Cilium",
    aliases: ["dataplane-v2", "gke-dataplane-v2"],
    newest: [1, 20],
    features: {
      always: "policyEnforcementMode: always",
      [CLUSTER_KIND]: "k8sClusterNetworkPolicy.enabled",
      "localhost-by-policy": "allow-localhost: policy",
      "match-nodes": "policyCIDRMatchMode with nodes",
      "match-pods": "policyCIDRMatchMode with pods",
      "no-l7-proxy": "l7Proxy: false",
      "no-network-policy": "k8sNetworkPolicy.enabled: false",
      "no-policy": "enable-policy: never",
      "node-selectors": "nodeSelectorLabels",
      sctp: "sctp.enabled",
    },
    since: { [CLUSTER_KIND]: [1, 20], "match-nodes": [1, 15], "match-pods": [1, 20] },
    enabling: [CLUSTER_KIND, "node-selectors", "sctp"],
  },
  flannel: {
    name: "flannel",
    title: "Flannel",
    aliases: [],
    newest: undefined,
    features: { netpol: "netpol.enabled" },
    enabling: ["netpol"],
  },
  kindnet: { name: "kindnet", title: "kindnet of kind", aliases: ["kind"], newest: undefined, features: {} },
  "kube-network-policies": {
    name: "kube-network-policies",
    title: "kube-network-policies",
    aliases: ["knp"],
    newest: [1, 1],
    features: {
      "admin-network-policy": "install-anp.yaml",
      [CLUSTER_KIND]: "image flavour npa-v1alpha2",
    },
    enabling: ["admin-network-policy", CLUSTER_KIND],
  },
  "kube-router": {
    name: "kube-router",
    title: "kube-router",
    aliases: ["k3s", "k0s"],
    newest: [2, 11],
    features: { "default-deny": "--netpol-default-deny", "no-policy": "--run-firewall=false" },
    since: { "default-deny": [2, 10] },
  },
  "ovn-kubernetes": {
    name: "ovn-kubernetes",
    title: "OVN-Kubernetes",
    aliases: ["ovn", "ovn-k", "openshift"],
    newest: [1, 3],
    features: { "allow-icmp": "--allow-icmp-network-policy" },
    since: { "allow-icmp": [1, 3] },
  },
  weave: {
    name: "weave",
    title: "Weave Net",
    aliases: ["weave-net"],
    newest: [2, 8],
    features: {},
    isRetired: true,
  },
};

/** The one table: what each plugin does, by plugin and id. */
export const PLUGIN_ROWS: readonly PluginRow[] = [
  ...ANTREA,
  ...AWS,
  ...CALICO,
  ...CILIUM,
  ...KUBE_NETWORK_POLICIES,
  ...KUBE_ROUTER,
  ...OVN_KUBERNETES,
  ...OTHER_PLUGINS,
];
