import type { PluginName } from "./row.js";
import type { PluginSetting } from "../../cluster/model/plugin-settings.js";
import type { Release } from "./row.js";

/** What a setting comes to: features that are on by it, or the plugin's release. */
type SettingMeaning = { readonly features: readonly string[] } | { readonly release: Release };

/** The objects with which each plugin is set up, by kind and name. */
const OBJECTS: Readonly<Record<string, PluginName>> = {
  "ConfigMap cilium-config": "cilium",
  "ConfigMap antrea-config": "antrea",
  "ConfigMap amazon-vpc-cni": "aws",
  "ConfigMap ovnkube-config": "ovn-kubernetes",
  "DaemonSet aws-node": "aws",
  "DaemonSet kube-flannel-ds": "flannel",
  "DaemonSet kube-router": "kube-router",
  "ClusterInformation default": "calico",
  "FelixConfiguration default": "calico",
  "Installation default": "calico",
};

/** The definitions that show which plugin is installed. */
const DEFINITIONS: Readonly<Record<string, PluginName>> = {
  "antreaagentinfos.crd.antrea.io": "antrea",
  "ciliumnetworkpolicies.cilium.io": "cilium",
  "egressfirewalls.k8s.ovn.org": "ovn-kubernetes",
  "felixconfigurations.crd.projectcalico.org": "calico",
  "installations.operator.tigera.io": "calico",
  "policyendpoints.networking.k8s.aws": "aws",
};

/** The plugin that the definition of a kind shows; undefined for another object. */
export function pluginDefinedBy(kind: string, name: string): PluginName | undefined {
  return kind === "CustomResourceDefinition" && Object.hasOwn(DEFINITIONS, name)
    ? DEFINITIONS[name]
    : undefined;
}

/** The plugin that an object sets up; undefined for another object. */
export function pluginSetUpBy(kind: string, name: string): PluginName | undefined {
  const key = `${kind} ${name}`;
  return Object.hasOwn(OBJECTS, key) ? OBJECTS[key] : undefined;
}

/** By the plugin, a setting of it, and its value. */
const MEANINGS: Readonly<Record<string, SettingMeaning>> = {
  "cilium enable-sctp=true": { features: ["sctp"] },
  "cilium enable-k8s-cluster-network-policy=true": { features: ["cluster-network-policy"] },
  "cilium enable-l7-proxy=false": { features: ["no-l7-proxy"] },
  "cilium enable-node-selector-labels=true": { features: ["node-selectors"] },
  "cilium allow-localhost=policy": { features: ["localhost-by-policy"] },
  "cilium policy-cidr-match-mode=nodes": { features: ["match-nodes"] },
  "cilium policy-cidr-match-mode=pods": { features: ["match-pods"] },
  "cilium policy-cidr-match-mode=both": { features: ["match-nodes", "match-pods"] },
  "cilium enable-policy=never": { features: ["no-policy"] },
  "cilium enable-policy=always": { features: ["always"] },
  "cilium enable-k8s-networkpolicy=false": { features: ["no-network-policy"] },
  "antrea AdminNetworkPolicy=true": { features: ["admin-network-policy"] },
  "antrea ClusterNetworkPolicy=true": { features: ["cluster-network-policy"] },
  "aws enable-network-policy-controller=false": { features: ["no-policy"] },
  "aws --enable-network-policy=false": { features: ["no-policy"] },
  "aws NETWORK_POLICY_ENFORCING_MODE=strict": { features: ["strict"] },
  "flannel container=kube-network-policies": { features: ["netpol"] },
  "kube-router --netpol-default-deny=true": { features: ["default-deny"] },
  "kube-router --run-firewall=false": { features: ["no-policy"] },
  "ovn-kubernetes allow-icmp-network-policy=true": { features: ["allow-icmp"] },
  "calico defaultEndpointToHostAction=Drop": { features: ["drop-to-host"] },
};

/** What a setting of a plugin comes to; undefined where it is as usual. */
export function settingMeaning(
  plugin: PluginName,
  { key, value }: PluginSetting,
): SettingMeaning | undefined {
  if (plugin === "calico" && key === "calicoVersion") {
    const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(value) ?? [];
    return major === undefined || minor === undefined
      ? undefined
      : { release: [Number(major), Number(minor)] };
  }
  const name = `${plugin} ${key}=${normalised(key, value)}`;
  return Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
}

function normalised(key: string, value: string): string {
  // Felix takes the word in any case.
  if (key === "defaultEndpointToHostAction") return value.toLowerCase() === "drop" ? "Drop" : value;
  if (key !== "policy-cidr-match-mode") return value;
  return value.includes("nodes") && value.includes("pods") ? "both" : value;
}
