import { kindAndName } from "../../cluster/model/object-ref.js";
import { pluginDefinedBy, pluginSetUpBy, PLUGINS_WITH_SETTINGS, settingMeaning } from "./settings.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { ChosenPlugin } from "../../cluster/model/chosen-plugin.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import { PLUGINS } from "./plugins.js";
import { featuresOf, type PluginName } from "./row.js";
import type { PluginSetting } from "../../cluster/model/plugin-settings.js";

/**
 * The agents of plugins, by the names of their DaemonSets. Where several run, the one that comes first here enforces policy:
 * others then only connect pods.
 */
const AGENTS: readonly (readonly [plugin: PluginName, daemonSets: RegExp])[] = [
  ["cilium", /^(cilium|anetd)$/],
  ["calico", /^(calico-node|canal)$/],
  ["antrea", /^antrea-agent$/],
  ["ovn-kubernetes", /^ovnkube-node/],
  ["azure-npm", /^azure-npm$/],
  ["kube-network-policies", /^kube-network-policies/],
  ["kube-router", /^kube-router$/],
  ["weave", /^weave-net$/],
  ["aws", /^aws-node$/],
  ["kindnet", /^kindnet$/],
  ["flannel", /^kube-flannel(-ds.*)?$/],
];

/** The groups of the policy kinds that a plugin alone reads. */
const GROUPS: readonly (readonly [plugin: PluginName, group: RegExp])[] = [
  ["cilium", /^cilium\.io$/],
  ["calico", /^(crd\.)?projectcalico\.org$/],
  ["antrea", /^crd\.antrea\.io$/],
  ["ovn-kubernetes", /^k8s\.ovn\.org$/],
  ["aws", /^networking\.k8s\.aws$/],
];

/** The plugin that the objects of a cluster show, with what gave it away; undefined where none is recognised. */
export function detectPlugin(cluster: Cluster): ChosenPlugin | undefined {
  return detected(cluster).plugin;
}

const detected = oncePer((cluster: Cluster) => ({ plugin: lookForPlugin(cluster) }));

/** The plugin whose agent a cluster runs. */
export function detectAgent(cluster: Cluster): ChosenPlugin | undefined {
  const daemonSets = cluster.workloads.filter(({ kind }) => kind.toLowerCase() === "daemonset");
  for (const [name, pattern] of AGENTS) {
    const agent = daemonSets.find((each) => pattern.test(each.name));
    if (agent === undefined) continue;
    const seen = `DaemonSet ${agent.namespace}/${agent.name}`;
    return setUp(name, releaseOf(agent), [seen, ...kindsOf(name, cluster)], cluster);
  }
  return undefined;
}

/** A plugin as its settings say; with what is not known of it. */
function setUp(
  name: PluginName,
  ofAgent: ChosenPlugin["release"],
  seen: readonly string[],
  cluster: Cluster,
): ChosenPlugin {
  const own = cluster.pluginSettings.filter(({ ref }) => pluginSetUpBy(ref.kind, ref.name) === name);
  const found = own.flatMap(({ ref, settings }) =>
    settings.flatMap((setting) => {
      const meaning = settingMeaning(name, setting);
      return meaning === undefined ? [] : [{ ref, setting, meaning }];
    }),
  );
  const told = found.flatMap(({ meaning }) => ("release" in meaning ? [meaning.release] : []))[0];
  const release = ofAgent ?? told;
  const known = featuresOf(PLUGINS[name], release);
  const features = found.flatMap(({ meaning }) =>
    "features" in meaning ? meaning.features.filter((each) => known.includes(each)) : [],
  );
  const objects = own.map(({ ref }) => {
    const from = found.filter((each) => each.ref === ref).map(({ setting }) => settingText(setting));
    return `${kindAndName(ref)}${from.length === 0 ? "" : ` (${from.join(", ")})`}`;
  });
  const unseen = [
    ...(release === undefined && PLUGINS[name].newest !== undefined ? (["release"] as const) : []),
    ...(own.length === 0 && PLUGINS_WITH_SETTINGS.has(name) ? (["settings"] as const) : []),
  ];
  return {
    name,
    release,
    features: [...new Set(features)].toSorted(),
    seen: [...seen, ...objects].filter((each, at, all) => all.indexOf(each) === at),
    unseen,
  };
}

function settingText({ key, value }: PluginSetting): string {
  return `${key}: ${value}`;
}

function lookForPlugin(cluster: Cluster): ChosenPlugin | undefined {
  const agent = detectAgent(cluster);
  if (agent !== undefined) return agent;
  for (const [name] of GROUPS) {
    const kinds = kindsOf(name, cluster);
    if (kinds.length > 0) return setUp(name, undefined, kinds, cluster);
  }
  const set = cluster.pluginSettings.flatMap(({ ref }) => pluginSetUpBy(ref.kind, ref.name) ?? [])[0];
  if (set !== undefined) return setUp(set, undefined, [], cluster);
  const router = k3sRouter(cluster);
  if (router !== undefined) return router;
  // What is installed may be left over: everything else that shows a plugin counts before it.
  for (const [name] of AGENTS) {
    const definitions = cluster.pluginSettings.filter(
      ({ ref }) => pluginDefinedBy(ref.kind, ref.name) === name,
    );
    const seen = definitions.map(({ ref }) => kindAndName(ref));
    if (seen.length > 0) return setUp(name, undefined, seen, cluster);
  }
  return undefined;
}

function k3sRouter(cluster: Cluster): ChosenPlugin | undefined {
  const k3s = [...cluster.nodes.values()].find(({ labels }) => labels[INSTANCE_TYPE] === "k3s");
  if (k3s === undefined) return undefined;
  const seen = [`label ${INSTANCE_TYPE}=k3s of node ${k3s.name}`];
  return setUp("kube-router", undefined, seen, cluster);
}

const INSTANCE_TYPE = "node.kubernetes.io/instance-type";

function kindsOf(plugin: PluginName, { facts }: Cluster): readonly string[] {
  const pattern = GROUPS.find(([name]) => name === plugin)?.[1];
  return facts.foreignPolicies
    .filter(({ apiVersion }) => pattern?.test(apiVersion.split("/")[0] ?? "") === true)
    .map(({ kind, apiVersion }) => `kind ${kind} of ${apiVersion}`);
}

/** Labels in which an agent's pods tell its release: `app.kubernetes.io/version: v1.16.5`, `helm.sh/chart: cilium-1.16.5`. */
const VERSION_LABELS = ["app.kubernetes.io/version", "helm.sh/chart"];

function releaseOf({ members }: Workload): ChosenPlugin["release"] {
  for (const label of VERSION_LABELS) {
    const text = members[0]?.labels[label];
    const match = /(?:^|-)v?(\d{1,4})\.(\d{1,4})\.\d/.exec(text ?? "");
    if (match !== null) return [Number(match[1]), Number(match[2])];
  }
  return undefined;
}
