import { CLUSTER_DOMAIN } from "./cluster-names.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { frontsOf } from "./fronts.js";
import { labelsOf, NAMESPACE_NAME_LABEL, NO_LABELS, type Labels } from "./labels.js";
import { NodeAddresses } from "./node-addresses.js";
import { workloadsOf } from "./workloads.js";
import type { Cluster, ClusterFacts, GivenFacts, Namespace, Workload } from "./cluster.js";
import type { ClusterObject, NodeObject, PodObject, ServiceObject } from "./objects.js";
import type { Policy } from "./policy.js";
import type { UntoldLabel } from "./untold-label.js";

/** How objects become a cluster. */
export interface BuildOptions {
  readonly facts?: GivenFacts;
  /** False for servers before 1.21, which did not label namespaces with their names (S-NS-3). */
  readonly labelsNamespaces?: boolean;
}

/** Puts the objects of the input together: owners and their pods, namespaces that are only referred to, known addresses. */
export function clusterOf(objects: readonly ClusterObject[], options: BuildOptions = {}): Cluster {
  const pods = objects.flatMap((object) => (object.type === "pod" ? [object.pod] : []));
  const templates = objects.flatMap((object) => (object.type === "workload" ? [object.workload] : []));
  const nodes = objects.flatMap((object) => (object.type === "node" ? [object.node] : []));
  const services = objects.flatMap((object) => (object.type === "service" ? [object.service] : []));
  const endpoints = objects.flatMap((object) => (object.type === "endpoints" ? [object.endpoints] : []));
  const fronts = objects.flatMap((object) => (object.type === "front" ? [object.front] : []));
  const madePods = objects.flatMap((object) => (object.type === "made-pods" ? [object.made] : []));
  const policies = objects.flatMap((object) => (object.type === "policy" ? [object.policy] : []));
  const refused = objects.flatMap((object) => (object.type === "refused-policy" ? [object.refused] : []));
  const nodeAddresses = new NodeAddresses(nodes, pods);
  const workloads = workloadsOf(pods, templates, nodeAddresses);
  return {
    namespaces: namespacesOf(objects, workloads, policies, options.labelsNamespaces ?? true),
    workloads,
    madePods,
    nodes: new Map(nodes.map((node) => [node.name, node])),
    nodeAddresses,
    services,
    endpoints,
    fronts: frontsOf(fronts),
    detours: objects.flatMap((object) => (object.type === "detour" ? [object.detour] : [])),
    pluginSettings: objects.flatMap((object) => (object.type === "plugin-settings" ? [object.settings] : [])),
    access: objects.flatMap((object) => (object.type === "access" ? [object.access] : [])),
    settings: objects.flatMap((object) => (object.type === "settings" ? [object.settings] : [])),
    policies,
    refused,
    refusedObjects: objects.flatMap((object) => (object.type === "refused-object" ? [object.refused] : [])),
    facts: {
      ...factsOf(options.facts ?? {}, nodes, familiesIn(pods, nodes, services)),
      labelsNamespaces: options.labelsNamespaces ?? true,
    },
  };
}

function namespacesOf(
  objects: readonly ClusterObject[],
  workloads: readonly Workload[],
  policies: readonly Policy[],
  labelsNamespaces: boolean,
): Map<string, Namespace> {
  const label = (name: string, labels: Labels): Labels =>
    labelsNamespaces ? labelsOf([...Object.entries(labels), [NAMESPACE_NAME_LABEL, name]]) : labels;
  const namespaces = new Map<string, Namespace>();
  for (const object of objects) {
    if (object.type !== "namespace") continue;
    const { name, labels, untoldLabels, isolation2016, origin } = object.namespace;
    namespaces.set(name, {
      name,
      labels: label(name, labels),
      untoldLabels: labelsNamespaces
        ? [...untoldLabels.filter(({ key }) => key !== NAMESPACE_NAME_LABEL), ...untoldName(name)]
        : untoldLabels,
      isKnown: true,
      isolation2016,
      origin,
    });
  }
  const referred = [
    ...workloads.map(({ namespace }) => namespace),
    ...policies.map(({ ref }) => ref.namespace),
  ];
  for (const name of referred) {
    if (name === undefined || namespaces.has(name)) continue;
    const labels = label(name, NO_LABELS);
    namespaces.set(name, {
      name,
      labels,
      untoldLabels: labelsNamespaces ? untoldName(name) : [],
      isKnown: false,
      isolation2016: undefined,
      origin: undefined,
    });
  }
  return namespaces;
}

/** The label of a namespace's name, where that is a placeholder or a mask: no server takes such a name. */
function untoldName(name: string): readonly UntoldLabel[] {
  return NAMESPACE_NAME.test(name) ? [] : [{ key: NAMESPACE_NAME_LABEL, always: true, written: name }];
}

const NAMESPACE_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

function factsOf(
  given: GivenFacts,
  nodes: readonly NodeObject[],
  families: readonly Family[],
): Omit<ClusterFacts, "labelsNamespaces"> {
  return {
    podBlocks: [...(given.podBlocks ?? []), ...nodes.flatMap((node) => node.podBlocks)],
    serviceBlocks: given.serviceBlocks ?? [],
    nodeBlocks: given.nodeBlocks ?? [],
    dns: given.dns,
    dnsAnswers: given.dnsAnswers ?? new Map<string, never>(),
    dnsService: given.dnsService,
    newNamespaces: given.newNamespaces ?? [],
    clusterDomain: given.clusterDomain ?? CLUSTER_DOMAIN,
    families,
    isLegacy: given.isLegacy ?? false,
    mayMissPolicies: given.mayMissPolicies ?? false,
    foreignPolicies: given.foreignPolicies ?? [],
    repeated: given.repeated ?? [],
    knowsEveryPod: given.knowsEveryPod ?? false,
    isComplete: given.isComplete ?? given.knowsEveryPod ?? false,
    assumesDns: given.assumesDns ?? true,
    forbidden: given.forbidden ?? [],
    plugin: given.plugin,
  };
}

/** The families of which the input shows an address, or else a Service over them (S-EV-6). */
function familiesIn(
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  services: readonly ServiceObject[],
): Family[] {
  const seen = new Set<Family>();
  for (const pod of pods) {
    if (seen.size === FAMILIES.length) break;
    if (!pod.hasEnded) for (const family of pod.families) seen.add(family);
  }
  for (const { addresses } of [...nodes, ...services]) for (const { family } of addresses) seen.add(family);
  // Manifests have no addresses; the families that their Services ask for are those of the cluster.
  if (seen.size === 0)
    for (const { families = [] } of services) for (const family of families) seen.add(family);
  return FAMILIES.filter((family) => seen.has(family));
}
