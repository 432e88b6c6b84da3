import { POLICY_GROUP } from "../admission/crd/definition.js";
import { CONFIG_MAP } from "./core/config-map.js";
import { CUSTOM_RESOURCE_DEFINITION } from "./core/custom-resource-definition.js";
import { API_SERVICE } from "./detour/api-service.js";
import { EGRESS_GATEWAYS, egressGatewayReader } from "./detour/egress-gateways.js";
import { roleReader } from "./detour/roles.js";
import { ENDPOINT_SLICE, ENDPOINTS } from "./core/endpoints.js";
import { GATEWAY, ROUTE } from "./front/gateway-api.js";
import { GATEWAY_CLASS, INGRESS_CLASS } from "./front/classes.js";
import { INGRESS } from "./front/ingress.js";
import { OPENSHIFT_ROUTE } from "./front/openshift-route.js";
import { isMaker } from "./operators/made-pods.js";
import { misspeltPolicy } from "./misspelt.js";
import { NAMESPACE } from "./core/namespace.js";
import { NODE } from "./core/node.js";
import { groupOf, OWN_GROUPS } from "./policy-apis.js";
import { POLICY_APIS } from "./policy-table.js";
import { POD } from "./workload/pod.js";
import { POD_MONITOR, SERVICE_MONITOR } from "./front/monitors.js";
import { SETTINGS_KINDS } from "./plugins/settings.js";
import { settingsReader } from "./plugins/settings-kinds.js";
import { roleBindingReader } from "./core/role-binding.js";
import { ACCOUNT } from "./core/service-account.js";
import { SERVICE } from "./core/service.js";
import { WEBHOOKS } from "./front/webhooks.js";
import { ROLLOUT } from "./workload/rollout.js";
import { DAEMON_SET, WORKLOAD } from "./workload/workload.js";
import { writerPart } from "./policy-writers.js";
import type { KindReader } from "./kind.js";
import type { ServedKind } from "../admission/unserved.js";

/** What a pair of `apiVersion` and `kind` is to us. */
export type KindClass =
  /** Read at once. */
  | { readonly type: "known"; readonly reader: KindReader }
  /** A policy of ours: its reader, with schemas and checks, is loaded when the first one is met. */
  | { readonly type: "policy"; readonly load: () => Promise<KindReader> }
  /** A kind of one of our groups that no release serves in this version. */
  | { readonly type: "unserved"; readonly served: ServedKind | undefined }
  /** Nearly a policy of ours: no server has such a kind, and this one was meant. */
  | { readonly type: "misspelt"; readonly served: ServedKind }
  /** A policy of another vendor, which can change any verdict (S-IN-10). */
  | { readonly type: "foreign-policy"; readonly part: ForeignPart }
  /** Holds objects that a controller writes, which may be policies. */
  | { readonly type: "writer"; readonly part: ForeignPart }
  /** Of which an operator makes pods. */
  | { readonly type: "maker" }
  | { readonly type: "list" }
  | { readonly type: "other" };

const APPS = ["apps/v1", "apps/v1beta1", "apps/v1beta2", "extensions/v1beta1"];
const BATCH = ["batch/v1", "batch/v1beta1", "batch/v2alpha1"];

const INGRESSES = ["networking.k8s.io/v1", "networking.k8s.io/v1beta1", "extensions/v1beta1"];
const INGRESS_CLASSES = ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"];
const GATEWAYS = ["v1", "v1beta1", "v1alpha2"].map((version) => `gateway.networking.k8s.io/${version}`);
const ADMISSION = ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"];

const KNOWN: ReadonlyMap<string, KindReader> = new Map([
  ["apiextensions.k8s.io/v1 CustomResourceDefinition", CUSTOM_RESOURCE_DEFINITION],
  ["v1 ConfigMap", CONFIG_MAP],
  ["v1 Namespace", NAMESPACE],
  ["v1 Node", NODE],
  ["v1 Pod", POD],
  ["v1 Service", SERVICE],
  ["v1 Endpoints", ENDPOINTS],
  ...ofVersions(["discovery.k8s.io/v1", "discovery.k8s.io/v1beta1"], ENDPOINT_SLICE, "EndpointSlice"),
  ["v1 ReplicationController", WORKLOAD],
  ...ofVersions(APPS, WORKLOAD, "Deployment", "ReplicaSet", "StatefulSet"),
  ...ofVersions(APPS, DAEMON_SET, "DaemonSet"),
  ...Object.entries(SETTINGS_KINDS).flatMap(([kind, settings]) =>
    ofVersions(settings.apiVersions, settingsReader(settings), kind),
  ),
  ["argoproj.io/v1alpha1 Rollout", ROLLOUT],
  ...ofVersions(BATCH, WORKLOAD, "Job", "CronJob"),
  ...ofVersions(INGRESSES, INGRESS, "Ingress"),
  ...ofVersions(INGRESS_CLASSES, INGRESS_CLASS, "IngressClass"),
  ...ofVersions(GATEWAYS, GATEWAY_CLASS, "GatewayClass"),
  ...ofVersions(GATEWAYS, GATEWAY, "Gateway"),
  ...ofVersions(GATEWAYS, ROUTE, "HTTPRoute", "GRPCRoute", "TLSRoute", "TCPRoute", "UDPRoute"),
  ["route.openshift.io/v1 Route", OPENSHIFT_ROUTE],
  ...ofVersions(ADMISSION, WEBHOOKS, "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"),
  ["monitoring.coreos.com/v1 ServiceMonitor", SERVICE_MONITOR],
  ["monitoring.coreos.com/v1 PodMonitor", POD_MONITOR],
  ["rbac.authorization.k8s.io/v1 Role", roleReader(true)],
  ["rbac.authorization.k8s.io/v1 ClusterRole", roleReader(false)],
  ["rbac.authorization.k8s.io/v1 RoleBinding", roleBindingReader(true)],
  ["rbac.authorization.k8s.io/v1 ClusterRoleBinding", roleBindingReader(false)],
  ["v1 ServiceAccount", ACCOUNT],
  ["apiregistration.k8s.io/v1 APIService", API_SERVICE],
  ...EGRESS_GATEWAYS.flatMap(({ kind, apiVersions, isNamespaced }) =>
    ofVersions(apiVersions, egressGatewayReader(isNamespaced), kind),
  ),
]);

function ofVersions(
  versions: readonly string[],
  reader: KindReader,
  ...kinds: readonly string[]
): [string, KindReader][] {
  return kinds.flatMap((kind) =>
    versions.map((version): [string, KindReader] => [`${version} ${kind}`, reader]),
  );
}

const POLICIES: ReadonlyMap<string, () => Promise<KindReader>> = new Map(
  POLICY_APIS.flatMap(({ apiVersions, kind, read }) =>
    apiVersions.map((apiVersion) => [`${apiVersion} ${kind}`, read] as const),
  ),
);

const POLICY_KINDS: readonly ServedKind[] = POLICY_APIS.flatMap(({ apiVersions, kind }) =>
  apiVersions.map((apiVersion) => ({ apiVersion, kind })),
);

/**
 * What policies of other vendors can do beside NetworkPolicies. Those of a scope may allow what these deny, and isolate pods that these
 * leave open, in their namespace or in the cluster: they add to NetworkPolicies, or are asked before them. The others only restrict
 * some traffic, or hold what these name.
 */
export type ForeignPart = "decides in its namespace" | "decides in the cluster" | "other";

/** Policy kinds of other vendors, by group. */
const FOREIGN: ReadonlyMap<string, ReadonlyMap<string, ForeignPart>> = new Map(
  Object.entries({
    "crd.antrea.io": {
      NetworkPolicy: "decides in its namespace",
      ClusterNetworkPolicy: "decides in the cluster",
      Tier: "other",
      ClusterGroup: "other",
      Group: "other",
    },
    "projectcalico.org": {
      NetworkPolicy: "decides in its namespace",
      GlobalNetworkPolicy: "decides in the cluster",
      Tier: "other",
      NetworkSet: "other",
      GlobalNetworkSet: "other",
      Profile: "other",
    },
    "crd.projectcalico.org": {
      NetworkPolicy: "decides in its namespace",
      GlobalNetworkPolicy: "decides in the cluster",
      Tier: "other",
      NetworkSet: "other",
      GlobalNetworkSet: "other",
    },
    "cilium.io": {
      CiliumNetworkPolicy: "decides in its namespace",
      CiliumClusterwideNetworkPolicy: "decides in the cluster",
      CiliumCIDRGroup: "other",
    },
    "networking.k8s.aws": {
      ApplicationNetworkPolicy: "decides in its namespace",
      ClusterNetworkPolicy: "decides in the cluster",
    },
    "k8s.ovn.org": { EgressFirewall: "other", EgressIP: "other", EgressQoS: "other" },
    "network.openshift.io": { EgressNetworkPolicy: "other", NetNamespace: "other" },
    "k8s.cni.cncf.io": { MultiNetworkPolicy: "other" },
    "security.istio.io": { AuthorizationPolicy: "other", PeerAuthentication: "other" },
    "networking.istio.io": { Sidecar: "other" },
  } satisfies Record<string, Record<string, ForeignPart>>).map(([group, kinds]) => [
    group,
    new Map<string, ForeignPart>(Object.entries(kinds)),
  ]),
);

/** The groups that hold policies of other vendors, among other kinds. */
export const FOREIGN_GROUPS: ReadonlySet<string> = new Set(FOREIGN.keys());

/** Where people name kinds for what they ask of other objects: `K8sRequireNetworkPolicy` is a constraint of Gatekeeper. */
const ABOUT_POLICIES: ReadonlySet<string> = new Set(["constraints.gatekeeper.sh"]);

/**
 * What an object may do that is called a network policy in a group that nothing is known of: `FQDNNetworkPolicy`, or `NetworkPolicy` of
 * somebody's operator. Whoever wrote it wants it to decide, so it is taken to.
 */
function partByName(group: string, kind: string): ForeignPart | undefined {
  if (!kind.endsWith("NetworkPolicy") || ABOUT_POLICIES.has(group)) return undefined;
  return /Cluster|Global|Admin/.test(kind) ? "decides in the cluster" : "decides in its namespace";
}

/** How a policy of ours is written that has the kind of an object in a group of nobody that is known. */
export function namesakeOf(apiVersion: string, kind: string): ServedKind | undefined {
  return FOREIGN.has(groupOf(apiVersion)) ? undefined : POLICY_KINDS.find((each) => each.kind === kind);
}

/** Tells what an object of these is. Groups are compared in full: a kind's name alone says nothing (S-IN-10). */
export function classify(apiVersion: string, kind: string): KindClass {
  const key = `${apiVersion} ${kind}`;
  const reader = KNOWN.get(key);
  if (reader !== undefined) return { type: "known", reader };
  const load = POLICIES.get(key);
  if (load !== undefined) return { type: "policy", load };
  if (kind.endsWith("List") && apiVersion !== "") return { type: "list" };
  const group = groupOf(apiVersion);
  if (group === POLICY_GROUP && kind === REPORT) return { type: "other" };
  if (isUnserved(group, kind)) return { type: "unserved", served: servedKind(kind) };
  const foreign = FOREIGN.get(group);
  const part = foreign?.get(kind);
  if (part !== undefined) return { type: "foreign-policy", part };
  if (foreign !== undefined) return { type: "other" };
  if (isMaker(apiVersion, kind)) return { type: "maker" };
  const writes = writerPart(apiVersion, kind);
  if (writes !== undefined) return { type: "writer", part: writes };
  const served = misspeltPolicy(apiVersion, kind, POLICY_KINDS);
  if (served !== undefined) return { type: "misspelt", served };
  const byName = partByName(group, kind);
  return byName === undefined ? { type: "other" } : { type: "foreign-policy", part: byName };
}

/** What the group's conformance tests write into a file: it has the group's name, and nobody applies it. */
const REPORT = "ConformanceReport";

/** How a kind that was written in another way, or with another version, is served. */
function servedKind(kind: string): ServedKind | undefined {
  return POLICY_KINDS.find((each) => each.kind.toLowerCase() === kind.toLowerCase());
}

/** True for text that speaks of a policy, however it is spelled. */
export function namesPolicy(text: string): boolean {
  return /networkpolic/i.test(text) || OWN_GROUPS.has(groupOf(text));
}

/** Of a group that holds nothing but policies, another kind or version is a mistake; of others, one of ours. */
function isUnserved(group: string, kind: string): boolean {
  return POLICY_APIS.some(
    (api) =>
      api.apiVersions.some((each) => groupOf(each) === group) &&
      (api.ownsGroup || api.kind.toLowerCase() === kind.toLowerCase()),
  );
}
