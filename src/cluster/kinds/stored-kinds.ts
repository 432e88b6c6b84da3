import { EGRESS_GATEWAYS } from "./detour/egress-gateways.js";
import { groupOf } from "./policy-apis.js";
import { POLICY_APIS } from "./policy-table.js";

/** What a server's objects are wanted for: each purpose needs what the ones before it need, and more. */
export type StoredPurpose = "flows" | "lint" | "snapshot";

/** A kind to ask a server for. */
export interface StoredKind {
  readonly kind: string;
  /** Versions that are read, the best one first: the first that the server has is asked for. */
  readonly apiVersions: readonly string[];
  /** The name of the resource in paths. */
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly purposes: readonly StoredPurpose[];
  /** Another kind that says the same: this one is asked for only where the server does not have that one. */
  readonly insteadOf?: string;
}

const FLOWS: readonly StoredPurpose[] = ["flows", "lint", "snapshot"];
const FRONT: readonly StoredPurpose[] = ["lint", "snapshot"];

/** What an audit lists beside what it proves: an answer about flows is whole without it. */
const LISTED: readonly StoredPurpose[] = ["snapshot"];

const GATEWAY = "gateway.networking.k8s.io";
const GATEWAY_VERSIONS = [`${GATEWAY}/v1`, `${GATEWAY}/v1beta1`, `${GATEWAY}/v1alpha2`];
const ADMISSION = ["admissionregistration.k8s.io/v1"];

/** Of them, Calico's own kinds that say how it is set up. */
const CALICO_SETTINGS = [
  { kind: "ClusterInformation", plural: "clusterinformations", apiVersions: ["crd.projectcalico.org/v1"] },
  { kind: "FelixConfiguration", plural: "felixconfigurations", apiVersions: ["crd.projectcalico.org/v1"] },
  { kind: "Installation", plural: "installations", apiVersions: ["operator.tigera.io/v1"] },
] as const;

/** The kinds that tell which network plugin there is and how it is set up; of ConfigMaps those of plugins, by their names. */
export const KINDS_OF_PLUGINS: readonly string[] = [
  "ConfigMap",
  "DaemonSet",
  ...CALICO_SETTINGS.map(({ kind }) => kind),
];

/** The kinds in the order in which they are read: what others refer to comes first. */
export const STORED_KINDS: readonly StoredKind[] = [
  clusterScoped("Namespace", "namespaces", ["v1"], FLOWS),
  clusterScoped("Node", "nodes", ["v1"], FLOWS),
  ...POLICY_APIS.map(({ kind, plural, storedIn, isNamespaced }) =>
    isNamespaced ? namespaced(kind, plural, storedIn, FLOWS) : clusterScoped(kind, plural, storedIn, FLOWS),
  ),
  namespaced("Service", "services", ["v1"], FLOWS),
  namespaced("EndpointSlice", "endpointslices", ["discovery.k8s.io/v1", "discovery.k8s.io/v1beta1"], FLOWS),
  { ...namespaced("Endpoints", "endpoints", ["v1"], FLOWS), insteadOf: "EndpointSlice" },
  namespaced("Pod", "pods", ["v1"], FLOWS),
  namespaced("Deployment", "deployments", ["apps/v1"], FRONT),
  namespaced("ReplicaSet", "replicasets", ["apps/v1"], FRONT),
  namespaced("StatefulSet", "statefulsets", ["apps/v1"], FRONT),
  namespaced("DaemonSet", "daemonsets", ["apps/v1"], FRONT),
  namespaced("ReplicationController", "replicationcontrollers", ["v1"], FRONT),
  namespaced("Job", "jobs", ["batch/v1"], FRONT),
  namespaced("CronJob", "cronjobs", ["batch/v1", "batch/v1beta1"], FRONT),
  clusterScoped("IngressClass", "ingressclasses", ["networking.k8s.io/v1"], FRONT),
  namespaced("Ingress", "ingresses", ["networking.k8s.io/v1"], FRONT),
  clusterScoped("GatewayClass", "gatewayclasses", GATEWAY_VERSIONS, FRONT),
  namespaced("Gateway", "gateways", GATEWAY_VERSIONS, FRONT),
  namespaced("HTTPRoute", "httproutes", GATEWAY_VERSIONS, FRONT),
  namespaced("GRPCRoute", "grpcroutes", GATEWAY_VERSIONS, FRONT),
  namespaced("TLSRoute", "tlsroutes", GATEWAY_VERSIONS, FRONT),
  namespaced("TCPRoute", "tcproutes", GATEWAY_VERSIONS, FRONT),
  namespaced("UDPRoute", "udproutes", GATEWAY_VERSIONS, FRONT),
  clusterScoped("ValidatingWebhookConfiguration", "validatingwebhookconfigurations", ADMISSION, FRONT),
  clusterScoped("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", ADMISSION, FRONT),
  namespaced("ServiceMonitor", "servicemonitors", ["monitoring.coreos.com/v1"], FRONT),
  namespaced("PodMonitor", "podmonitors", ["monitoring.coreos.com/v1"], FRONT),
  clusterScoped("ClusterRole", "clusterroles", ["rbac.authorization.k8s.io/v1"], LISTED),
  namespaced("Role", "roles", ["rbac.authorization.k8s.io/v1"], LISTED),
  clusterScoped("APIService", "apiservices", ["apiregistration.k8s.io/v1"], LISTED),
  ...CALICO_SETTINGS.map(({ kind, plural, apiVersions }) => clusterScoped(kind, plural, apiVersions, LISTED)),
  ...EGRESS_GATEWAYS.map(({ kind, plural, apiVersions, isNamespaced }) =>
    isNamespaced
      ? namespaced(kind, plural, apiVersions, LISTED)
      : clusterScoped(kind, plural, apiVersions, LISTED),
  ),
];

const ONLY_LISTED: ReadonlySet<string> = new Set([
  "ConfigMap",
  ...STORED_KINDS.flatMap(({ kind, purposes }) => (purposes === LISTED ? [kind] : [])),
]);

/** True for a kind without which every answer is whole: what is missing of it is missing from a list beside the answer. */
export function isOnlyListed(kind: string): boolean {
  return ONLY_LISTED.has(kind);
}

/** The kinds that an audit reads for what it lists beside what it proves (B-12, B-18, B-19). */
export const KINDS_OF_DETOURS: readonly string[] = [
  ...[...ONLY_LISTED].filter((kind) => !KINDS_OF_PLUGINS.includes(kind)),
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
];

/** Kinds that tell only together who connects to what, and which are not read for every question about flows. */
const FRONTS: readonly (readonly string[])[] = [
  ["Ingress", "IngressClass"],
  ["Gateway", "GatewayClass", "HTTPRoute", "GRPCRoute", "TLSRoute", "TCPRoute", "UDPRoute"],
];

/** The kinds that have to be read where objects of one are asked about. */
export function kindsToRead(kind: string): readonly string[] {
  return FRONTS.find((together) => together.includes(kind)) ?? [kind];
}

/** The CRDs that say how a server checks policies: their names. */
export const POLICY_CRDS: readonly string[] = POLICY_APIS.filter(({ hasCrd }) => hasCrd).map(
  ({ plural, storedIn }) => `${plural}.${groupOf(storedIn[0])}`,
);

function clusterScoped(
  kind: string,
  plural: string,
  apiVersions: readonly string[],
  purposes: readonly StoredPurpose[],
): StoredKind {
  return { kind, apiVersions, plural, isNamespaced: false, purposes };
}

function namespaced(
  kind: string,
  plural: string,
  apiVersions: readonly string[],
  purposes: readonly StoredPurpose[],
): StoredKind {
  return { ...clusterScoped(kind, plural, apiVersions, purposes), isNamespaced: true };
}
