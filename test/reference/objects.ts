/** Reads a cluster from Kubernetes objects as a server has accepted them. */

import type { Address } from "./addresses.js";
import { blockOf, parseAddress, parseBlock } from "./addresses.js";
import type { Cluster, Namespace, Node, Options, OrderedTier, PodSource } from "./cluster.js";
import type {
  ContainerPort,
  AdminPolicy,
  AdminRule,
  KubernetesObject,
  NetworkPolicy,
  NetworkPolicySpec,
  NodeSpec,
  NodeStatus,
  Optional,
  PodSpec,
  PodStatus,
  ServiceSpec,
  ServiceStatus,
  StringMap,
  WorkloadSpec,
  WrittenPort,
} from "./kubernetes.js";
import type { Practice } from "./practice.js";
import { mentionedValues } from "./selectors.js";
import { readListed, readService } from "./services.js";

export const NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";

const TEMPLATE_KINDS: Readonly<Record<string, readonly string[]>> = {
  Deployment: ["apps", "extensions"],
  ReplicaSet: ["apps", "extensions"],
  StatefulSet: ["apps"],
  DaemonSet: ["apps", "extensions"],
  ReplicationController: [""],
  Job: ["batch"],
  CronJob: ["batch"],
};

export function readCluster(objects: readonly KubernetesObject[], options: Options = {}): Cluster {
  const of = (group: string, kind: string) =>
    objects.filter((object) => object.kind === kind && groupOf(object) === group);
  const key = (object: KubernetesObject) => `${namespaceOf(object, options)}/${nameOf(object)}`;

  const pods = new Map(of("", "Pod").map((pod) => [key(pod), readPod(pod, options)]));
  const workloads = new Map<string, PodSource>();
  for (const object of objects) {
    if (TEMPLATE_KINDS[object.kind]?.includes(groupOf(object))) {
      workloads.set(
        `${namespaceOf(object, options)}/${object.kind}/${nameOf(object)}`,
        readWorkload(object, options),
      );
    }
  }
  const nodeObjects = of("", "Node");
  const services = of("", "Service");
  const read = services.map((object) => readService(object, namespaceOf(object, options)));
  const lists = [...of("", "Endpoints"), ...of("discovery.k8s.io", "EndpointSlice")].flatMap((object) =>
    readListed(object, namespaceOf(object, options)),
  );
  const serviceBlocks = (options.serviceCidrs ?? []).map(parseBlock);
  const { practice = {} } = options;
  const acts = ({ kind }: KubernetesObject) => practice.ignoredKinds?.includes(kind) !== true;
  const readAll = (policies: readonly KubernetesObject[]) =>
    policies
      .filter(acts)
      .map((policy) => readNetworkPolicy(policy, options))
      .filter((policy) => practice.namesVoidPolicy !== true || !hasPortName(policy));
  const extensions = readAll(of("extensions", "NetworkPolicy"));
  const released = readAll(of("networking.k8s.io", "NetworkPolicy"));
  const admin = objects
    .filter((object) => groupOf(object) === "policy.networking.k8s.io" && acts(object))
    .flatMap(readAdminPolicy)
    .filter((policy) => isEnforced(policy, practice));
  const nodes = readNodes(nodeObjects, [...pods.values(), ...workloads.values()]);
  const networkPolicies = options.legacy === true ? released : [...released, ...extensions];
  const legacyPolicies = options.legacy === true ? extensions : [];
  const podBlocks = [...(options.podCidrs ?? []), ...nodeObjects.flatMap(podCidrsOf)].map(parseBlock);
  const nodeBlocks = (options.nodeCidrs ?? []).map(parseBlock);
  const policies = [...networkPolicies, ...legacyPolicies, ...admin];
  const labelValues = mentionedValues(policies);
  if (options.shape !== undefined) mentionLabelsOf(of("", "Namespace"), labelValues);
  const serviceAddresses = services.flatMap(addressesOfService);
  const ofPods = [...pods.values()].filter((pod) => !pod.finished).flatMap((pod) => pod.addresses);
  const ofNodes = [...nodes.values()].flatMap((node) => node.addresses);
  const listed = [...nodes.values()]
    .filter((node) => node.labels !== undefined)
    .flatMap((node) => node.addresses);
  return {
    options,
    namespaces: new Map(
      of("", "Namespace").map((object) => [nameOf(object), readNamespace(object, options)]),
    ),
    pods,
    workloads,
    nodes,
    hasNodeObjects: nodeObjects.length > 0,
    services: new Map(read.map((service) => [`${service.namespace}/${service.name}`, service])),
    listed: lists,
    serviceAddresses,
    headlessServices: new Set(
      services.filter((object) => (object.spec as ServiceSpec | null)?.clusterIP === "None").map(key),
    ),
    networkPolicies,
    legacyPolicies,
    ordered: { Admin: inOrder(admin, "Admin"), Baseline: inOrder(admin, "Baseline") },
    podBlocks,
    nodeBlocksOfPods: nodeObjects.map((node) => podCidrsOf(node).map(parseBlock)),
    nodeBlocks,
    serviceBlocks,
    families: new Set([...ofPods, ...listed, ...serviceAddresses].map((address) => address.family)),
    mentioned: {
      labelValues,
      namespaces: new Set([
        ...of("", "Namespace").map(nameOf),
        ...[...pods.values(), ...workloads.values(), ...networkPolicies, ...legacyPolicies].map(
          (item) => item.namespace,
        ),
        ...(labelValues.get(NAMESPACE_NAME_LABEL) ?? []),
      ]),
      blocks: [
        ...mentionedCidrs(policies).map(parseBlock),
        ...podBlocks,
        ...nodeBlocks,
        ...serviceBlocks,
        ...read.flatMap(({ ranges }) => ranges ?? []),
        ...[...ofPods, ...ofNodes, ...serviceAddresses].map(blockOf),
      ],
      domainNames: admin.flatMap((policy) =>
        policy.egress.flatMap((rule) => (rule.to ?? []).flatMap((peer) => peer.domainNames ?? [])),
      ),
    },
  };
}

function hasPortName({ spec }: NetworkPolicy): boolean {
  const rules = [...(spec.ingress ?? []), ...(spec.egress ?? [])];
  return rules.some((rule) => (rule?.ports ?? []).some((item) => typeof item?.port === "string"));
}

function isEnforced({ priority, ingress, egress }: AdminPolicy, practice: Practice): boolean {
  if (priority > (practice.lastPriority ?? Infinity)) return false;
  const names = egress.filter(({ to }) => to?.some(({ domainNames }) => domainNames));
  if (
    practice.domainPeers === "void unless accepted" &&
    names.some(({ action }) => action !== "Accept" && action !== "Allow")
  )
    return false;
  const peers = [...ingress.flatMap(({ from }) => from ?? []), ...egress.flatMap(({ to }) => to ?? [])];
  return !peers.some(
    ({ nodes, domainNames }) =>
      (nodes && practice.nodePeers === "void") || (domainNames && practice.domainPeers === "void"),
  );
}

/** Where namespaces are compared, the values of their labels are told apart too (S-TEN-2). */
function mentionLabelsOf(namespaces: readonly KubernetesObject[], found: Map<string, Set<string>>): void {
  for (const { metadata } of namespaces)
    for (const [key, value] of Object.entries(metadata?.labels ?? {}))
      found.set(key, (found.get(key) ?? new Set()).add(value ?? ""));
}

function inOrder(policies: readonly AdminPolicy[], tier: AdminPolicy["tier"]): OrderedTier {
  const groups = (isCluster: boolean): AdminPolicy[][] => {
    const own = policies.filter(
      (policy) => policy.tier === tier && (policy.kind === "ClusterNetworkPolicy") === isCluster,
    );
    const priorities = [...new Set(own.map(({ priority }) => priority))].toSorted((a, b) => a - b);
    return priorities.map((priority) => own.filter((policy) => policy.priority === priority));
  };
  return { v1alpha1: groups(false), v1alpha2: groups(true) };
}

function groupOf(object: KubernetesObject): string {
  return object.apiVersion.includes("/") ? object.apiVersion.split("/")[0]! : "";
}

function nameOf(object: KubernetesObject): string {
  return object.metadata?.name ?? "";
}

/** An object without a namespace is in the default one (S-IN-8). */
function namespaceOf(object: KubernetesObject, options: Options): string {
  return object.metadata?.namespace || (options.defaultNamespace ?? "default");
}

/** Null label values of built-in kinds are "" (V-META-7). */
function readLabels(labels: Optional<StringMap>): Map<string, string> {
  return new Map(Object.entries(labels ?? {}).map(([key, value]) => [key, value ?? ""]));
}

function readAddresses(texts: readonly Optional<string>[]): Address[] {
  return texts.flatMap((text) => (text ? (parseAddress(text) ?? []) : []));
}

function readNamespace(object: KubernetesObject, options: Options): Namespace {
  const labels = readLabels(object.metadata?.labels);
  if (options.labelsNamespaces !== false) labels.set(NAMESPACE_NAME_LABEL, nameOf(object)); // S-NS-1, S-NS-3
  const untoldLabels = unfilled(labels);
  const annotation = object.metadata?.annotations?.["net.beta.kubernetes.io/network-policy"];
  return { labels, untoldLabels, isDefaultDeny: annotation ? isolates(annotation) : false };
}

function isolates(annotation: string): boolean {
  const value = JSON.parse(annotation) as { ingress?: { isolation?: string | null } | null } | null;
  const isolation = value?.ingress?.isolation ?? undefined;
  if (isolation !== undefined && isolation !== "DefaultDeny")
    throw new Error(`not an isolation: ${isolation}`);
  return isolation === "DefaultDeny"; // S-NSANN-1
}

function readPod(object: KubernetesObject, options: Options): PodSource {
  const spec = (object.spec ?? {}) as PodSpec;
  const status = (object.status ?? {}) as PodStatus;
  const labels = readLabels(object.metadata?.labels);
  const ips = (status.podIPs ?? []).map((item) => item.ip);
  const hostIps = (status.hostIPs ?? []).map((item) => item.ip);
  return {
    ...readPodSpec(spec),
    name: nameOf(object),
    namespace: namespaceOf(object, options),
    labels,
    untoldLabels: unfilled(labels),
    finished: status.phase === "Succeeded" || status.phase === "Failed", // S-SEL-7
    addresses: readAddresses(ips.length > 0 ? ips : [status.podIP]),
    hostAddresses: readAddresses(hostIps.length > 0 ? hostIps : [status.hostIP]),
    replicas: 1,
  };
}

function readPodSpec(spec: PodSpec): Pick<PodSource, "host" | "node" | "ports"> {
  // S-WL-4: app containers and restartable init containers.
  const sidecars = (spec.initContainers ?? []).filter((container) => container.restartPolicy === "Always");
  const ports = [...(spec.containers ?? []), ...sidecars].flatMap((container) => container.ports ?? []);
  return {
    host: spec.hostNetwork === true, // S-WL-3
    node: spec.nodeName || undefined,
    ports: spec.containers && !ports.some(isToFill) ? ports.filter(isNumbered) : undefined,
  };
}

/** A port with a name, of which something is still to be filled in: what names resolve to is not known (S-PORT-7). */
function isToFill(port: WrittenPort): boolean {
  return Boolean(port.name) && (!isNumbered(port) || port.name!.includes("${"));
}

function isNumbered(port: WrittenPort): port is ContainerPort {
  return typeof port.containerPort !== "string";
}

function readWorkload(object: KubernetesObject, options: Options): PodSource {
  const outer = (object.spec ?? {}) as WorkloadSpec;
  const spec = object.kind === "CronJob" ? (outer.jobTemplate?.spec ?? {}) : outer;
  const labels = readLabels(spec.template?.metadata?.labels);
  const untoldLabels = new Map([...addedLabelsOf(object.kind, spec), ...unfilled(labels)]);
  if (object.kind === "Job" && nameOf(object) !== "") {
    labels.set("batch.kubernetes.io/job-name", nameOf(object)); // S-WL-1: decidable for a named Job
    labels.set("job-name", nameOf(object));
    untoldLabels.delete("batch.kubernetes.io/job-name");
    untoldLabels.delete("job-name");
  }
  return {
    ...readPodSpec(spec.template?.spec ?? {}),
    name: nameOf(object),
    namespace: namespaceOf(object, options),
    labels,
    untoldLabels,
    finished: false,
    addresses: [],
    hostAddresses: [],
    replicas: outer.replicas ?? undefined,
  };
}

/** S-WL-1: what no label's value is says only that there is a value. */
function unfilled(labels: ReadonlyMap<string, string>): Map<string, "always"> {
  const isValue = /^(?!.{64})([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
  return new Map(
    [...labels].flatMap(([key, value]) => (isValue.test(value) ? [] : [[key, "always"] as const])),
  );
}

function addedLabelsOf(kind: string, spec: WorkloadSpec): Map<string, "always" | "perhaps"> {
  const always: Record<string, string[]> = {
    Deployment: ["pod-template-hash"],
    StatefulSet: [
      "statefulset.kubernetes.io/pod-name",
      "apps.kubernetes.io/pod-index",
      "controller-revision-hash",
    ],
    DaemonSet: ["controller-revision-hash", "pod-template-generation"],
    Job: ["batch.kubernetes.io/job-name", "batch.kubernetes.io/controller-uid", "job-name", "controller-uid"],
  };
  const keys = [...(always[kind === "CronJob" ? "Job" : kind] ?? [])];
  if (spec.completionMode === "Indexed") keys.push("batch.kubernetes.io/job-completion-index");
  const result = new Map<string, "always" | "perhaps">(keys.map((key) => [key, "always"]));
  for (const key of ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"])
    result.set(key, "perhaps");
  return result;
}

function readNodes(objects: readonly KubernetesObject[], pods: readonly PodSource[]): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const object of objects) {
    const usable = ((object.status as NodeStatus | null | undefined)?.addresses ?? []).filter(
      (item) => item.type === "InternalIP" || item.type === "ExternalIP", // S-NODE-1
    );
    const name = nameOf(object);
    const addresses = readAddresses(usable.map((item) => item.address));
    const labels = readLabels(object.metadata?.labels);
    nodes.set(name, { name, labels, untoldLabels: unfilled(labels), addresses });
  }
  for (const pod of pods) {
    const name = pod.node;
    if (name === undefined || pod.finished || nodes.get(name)?.labels !== undefined) continue;
    nodes.set(name, {
      name,
      labels: undefined,
      untoldLabels: new Map(),
      addresses: [...(nodes.get(name)?.addresses ?? []), ...pod.hostAddresses],
    });
  }
  return nodes;
}

function podCidrsOf(object: KubernetesObject): string[] {
  const spec = (object.spec ?? {}) as NodeSpec;
  return spec.podCIDRs?.length ? [...spec.podCIDRs] : spec.podCIDR ? [spec.podCIDR] : [];
}

function addressesOfService(object: KubernetesObject): Address[] {
  const spec = (object.spec ?? {}) as ServiceSpec;
  const balancers = (object.status as ServiceStatus | null | undefined)?.loadBalancer?.ingress ?? [];
  return readAddresses([
    spec.clusterIP,
    ...(spec.clusterIPs ?? []),
    ...(spec.externalIPs ?? []),
    ...balancers.map((item) => item.ip),
  ]);
}

function readNetworkPolicy(object: KubernetesObject, options: Options): NetworkPolicy {
  // A policy without spec selects all pods and isolates them for ingress (S-NULL).
  const spec = (object.spec ?? {}) as NetworkPolicySpec;
  return { name: nameOf(object), namespace: namespaceOf(object, options), spec };
}

function readAdminPolicy(object: KubernetesObject): AdminPolicy[] {
  const spec = object.spec as Partial<Omit<AdminPolicy, "ingress" | "egress">> & {
    readonly ingress?: readonly AdminRule[] | null;
    readonly egress?: readonly AdminRule[] | null;
  };
  const common = {
    name: nameOf(object),
    subject: spec.subject ?? {},
    ingress: spec.ingress ?? [], // no rules, no effect in that direction (S-NULL)
    egress: spec.egress ?? [],
  };
  switch (object.kind) {
    case "AdminNetworkPolicy":
      return [{ ...common, kind: object.kind, tier: "Admin", priority: spec.priority! }];
    case "BaselineAdminNetworkPolicy":
      return [{ ...common, kind: object.kind, tier: "Baseline", priority: 0 }]; // one object, no priority (S-EV-13)
    case "ClusterNetworkPolicy":
      return [{ ...common, kind: object.kind, tier: spec.tier!, priority: spec.priority! }];
    default:
      return [];
  }
}

/** Every CIDR below `value`: items of networks and except, values of cidr. */
function mentionedCidrs(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === "cidr" && typeof child === "string") return [child];
    if ((key === "networks" || key === "except") && Array.isArray(child)) return child as string[];
    return mentionedCidrs(child);
  });
}
