/** Small clusters for the truth cases (section 5). */

import type { AdminRule, ContainerPort, KubernetesObject, NetworkPolicySpec } from "./kubernetes.js";
import type { LabelSelector } from "./selectors.js";

export interface PodTraits {
  readonly labels?: Readonly<Record<string, string>>;
  readonly ips?: readonly string[];
  readonly node?: string;
  readonly host?: boolean;
  readonly ports?: readonly ContainerPort[];
}

/** Every pod has label `pod: <name>`; a pod without `ips` has no status. */
export function pod(namespace: string, name: string, traits: PodTraits = {}): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, labels: { pod: name, ...traits.labels } },
    spec: {
      ...(traits.host === true ? { hostNetwork: true } : {}),
      ...(traits.node === undefined ? {} : { nodeName: traits.node }),
      containers: [{ ports: traits.ports ?? [] }],
    },
    ...(traits.ips === undefined ? {} : { status: { podIPs: traits.ips.map((ip) => ({ ip })) } }),
  };
}

export function deployment(
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  spec: { readonly replicas?: number; readonly host?: boolean } = {},
): KubernetesObject {
  const { host, ...rest } = spec;
  const podSpec = { ...(host === true ? { hostNetwork: true } : {}), containers: [{ ports: [] }] };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace },
    spec: { ...rest, template: { metadata: { labels }, spec: podSpec } },
  };
}

export function namespace(
  name: string,
  labels: Readonly<Record<string, string>> = {},
  annotations: Readonly<Record<string, string>> = {},
): KubernetesObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, labels, annotations } };
}

export function node(
  name: string,
  addresses: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels },
    status: { addresses: addresses.map((address) => ({ type: "InternalIP", address })) },
  };
}

export function networkPolicy(namespace: string, spec?: NetworkPolicySpec): KubernetesObject {
  const policy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "policy", namespace },
  };
  return spec === undefined ? policy : { ...policy, spec };
}

export interface AdminSpec {
  readonly subject: unknown;
  readonly ingress?: readonly AdminRule[];
  readonly egress?: readonly AdminRule[];
}

export function admin(priority: number, spec: AdminSpec, name = "policy"): KubernetesObject {
  return clusterPolicy("Admin", priority, spec, name);
}

export function baseline(priority: number, spec: AdminSpec, name = "policy"): KubernetesObject {
  return clusterPolicy("Baseline", priority, spec, name);
}

function clusterPolicy(tier: string, priority: number, spec: AdminSpec, name: string): KubernetesObject {
  return {
    apiVersion: "policy.networking.k8s.io/v1alpha2",
    kind: "ClusterNetworkPolicy",
    metadata: { name },
    spec: { tier, priority, ...spec },
  };
}

/** An AdminNetworkPolicy; its actions are Allow, Deny and Pass. */
export function adminNetworkPolicy(priority: number, spec: AdminSpec): KubernetesObject {
  return {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    kind: "AdminNetworkPolicy",
    metadata: { name: "policy" },
    spec: { priority, ...spec },
  };
}

export function baselineAdminNetworkPolicy(spec: AdminSpec): KubernetesObject {
  return {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    kind: "BaselineAdminNetworkPolicy",
    metadata: { name: "default" },
    spec,
  };
}

/** Selects by one label. */
export function label(key: string, value: string): LabelSelector {
  return { matchLabels: { [key]: value } };
}

export function expression(key: string, operator: string, ...values: string[]): LabelSelector {
  return { matchExpressions: [values.length > 0 ? { key, operator, values } : { key, operator }] };
}

/** The pod of this name, by its label. */
export function named(name: string): LabelSelector {
  return label("pod", name);
}

/** The namespace of this name, by the label that the server sets. */
export function inNamespace(name: string): LabelSelector {
  return label("kubernetes.io/metadata.name", name);
}

/** The objects, each of `instead` in place of the one of its kind, namespace and name. */
export function replaceIn(
  objects: readonly KubernetesObject[],
  instead: readonly KubernetesObject[],
): KubernetesObject[] {
  const replaced = new Set(instead.map(identity));
  return [...objects.filter((object) => !replaced.has(identity(object))), ...instead];
}

function identity({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata?.namespace ?? ""}/${metadata?.name}`;
}
