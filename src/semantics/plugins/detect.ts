import { kindAndName } from "../../cluster/model/object-ref.js";
import { pluginDefinedBy, pluginSetUpBy, settingMeaning } from "./settings.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { ChosenPlugin } from "../../cluster/model/chosen-plugin.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import { PLUGINS } from "./plugins.js";
import { featuresOf, type PluginName } from "./row.js";
import { rowsFor } from "./rows-for.js";
import type { PluginSetting } from "../../cluster/model/plugin-settings.js";

/**
 * The agents of plugins, by the names of their DaemonSets. Where several run, one of them enforces policy and the others only connect
 * pods: which one that is, their settings tell.
 */
const AGENTS: readonly (readonly [plugin: PluginName, daemonSets: RegExp])[] = [
  ["cilium", /^(cilium|anetd)$/],
  ["calico", /^(calico-node|(rke2-)?canal)$/],
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

/** What the objects of a cluster show of its plugin: one, several of which only one can be meant, or none. */
interface Recognised {
  readonly plugin: ChosenPlugin | undefined;
  /** Those between which nothing decides. */
  readonly rivals: readonly ChosenPlugin[];
}

/** The plugin that the objects of a cluster show, with what gave it away; undefined where none is recognised, or several are. */
export function detectPlugin(cluster: Cluster): ChosenPlugin | undefined {
  return detected(cluster).plugin;
}

/** The plugins that the objects of a cluster show where they show several, each of which may enforce its policies. */
export function rivalPlugins(cluster: Cluster): readonly ChosenPlugin[] {
  return detected(cluster).rivals;
}

const detected = oncePer(lookForPlugin);

/** The plugin whose agent a cluster runs, where it is one. */
export function detectAgent(cluster: Cluster): ChosenPlugin | undefined {
  return runningAgent(cluster).plugin;
}

const runningAgent = oncePer((cluster: Cluster): Recognised => {
  const daemonSets = cluster.workloads.filter(({ kind }) => kind.toLowerCase() === "daemonset");
  const agents = AGENTS.flatMap(([name, pattern]) => {
    const agent = daemonSets.find((each) => pattern.test(each.name));
    if (agent === undefined) return [];
    const seen = `DaemonSet ${agent.namespace}/${agent.name}`;
    return [setUp(name, releaseOf(agent), [seen, ...kindsOf(name, cluster)], cluster)];
  });
  // Others only connect pods. Where none enforces anything, the first of them says so.
  const enforcing = agents.filter(isEnforcing);
  return only(enforcing.length === 0 ? agents.slice(0, 1) : enforcing);
});

/** True for a plugin that enforces NetworkPolicies, as it is set up; as it usually is where nothing tells. */
function isEnforcing(plugin: ChosenPlugin): boolean {
  if (PLUGINS[plugin.name as PluginName].isOptIn && plugin.unseen?.includes("settings")) return false;
  return !rowsFor(plugin).some(({ reading }) => reading?.["unenforced-kinds"]?.includes("NetworkPolicy"));
}

function only(found: readonly ChosenPlugin[]): Recognised {
  return found.length > 1 ? { plugin: undefined, rivals: found } : { plugin: found[0], rivals: [] };
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
    ...(own.length === 0 && Object.keys(PLUGINS[name].features).length > 0 ? (["settings"] as const) : []),
  ];
  return {
    name,
    release,
    features: [...new Set(features)].toSorted(),
    seen: [...seen, ...objects].filter(
      (each, at, all) => all.indexOf(each) === at && !objects.some((other) => other.startsWith(`${each} (`)),
    ),
    unseen,
  };
}

function settingText({ key, value }: PluginSetting): string {
  return `${key}: ${value}`;
}

function lookForPlugin(cluster: Cluster): Recognised {
  const agent = runningAgent(cluster);
  if (agent.rivals.length > 0) return agent;
  const { plugin } = agent;
  if (plugin === undefined) return shownOtherwise(cluster);
  return connectsOnly(plugin) ? besideConnecting(plugin, cluster) : agent;
}

/** True for a plugin that enforces no NetworkPolicy as it is set up, as far as that shows. */
function connectsOnly(plugin: ChosenPlugin): boolean {
  return !isEnforcing(plugin) && plugin.unseen?.includes("settings") !== true;
}

/** Something else may enforce policies where an agent connects pods alone: k3s does, and others that only their objects show. */
function besideConnecting(plugin: ChosenPlugin, cluster: Cluster): Recognised {
  const router = k3sRouter(cluster);
  const others = [...shownByKinds(cluster), ...shownBySettings(cluster)].filter(
    (one, at, all) =>
      one.name !== plugin.name && !connectsOnly(one) && all.findIndex(({ name }) => name === one.name) === at,
  );
  if (others.length > 0) return only([plugin, ...others, ...(router === undefined ? [] : [router])]);
  return only([router ?? plugin]);
}

function shownByKinds(cluster: Cluster): readonly ChosenPlugin[] {
  return GROUPS.flatMap(([name]) => {
    const kinds = kindsOf(name, cluster);
    return kinds.length === 0 ? [] : [setUp(name, undefined, kinds, cluster)];
  });
}

function shownBySettings(cluster: Cluster): readonly ChosenPlugin[] {
  return shownBy(pluginSetUpBy, cluster).map((name) => setUp(name, undefined, [], cluster));
}

/** The plugin of a cluster of which no agent is seen. */
function shownOtherwise(cluster: Cluster): Recognised {
  const byKind = shownByKinds(cluster);
  if (byKind.length > 0) return only(byKind);
  const router = k3sRouter(cluster);
  const bySettings = [...shownBySettings(cluster), ...(router === undefined ? [] : [router])];
  if (bySettings.length > 0) return only(bySettings);
  // What is installed may be left over: everything else that shows a plugin counts before it.
  return only(
    shownBy(pluginDefinedBy, cluster).map((name) => {
      const definitions = cluster.pluginSettings.filter(
        ({ ref }) => pluginDefinedBy(ref.kind, ref.name) === name,
      );
      return setUp(
        name,
        undefined,
        definitions.map(({ ref }) => kindAndName(ref)),
        cluster,
      );
    }),
  );
}

/** The plugins that objects of a cluster show, each once. */
function shownBy(
  shows: (kind: string, name: string) => PluginName | undefined,
  { pluginSettings }: Cluster,
): readonly PluginName[] {
  return [...new Set(pluginSettings.flatMap(({ ref }) => shows(ref.kind, ref.name) ?? []))];
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
