/** The Kubernetes objects that count, as far as they count. */

import type { LabelSelector } from "./selectors.js";

export type Optional<T> = T | null | undefined;
export type StringMap = Readonly<Record<string, string | null>>;

export interface Metadata {
  readonly name?: Optional<string>;
  readonly namespace?: Optional<string>;
  readonly labels?: Optional<StringMap>;
  readonly annotations?: Optional<StringMap>;
}

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: Optional<Metadata>;
  readonly spec?: unknown;
  readonly status?: unknown;
}

export interface Container {
  readonly restartPolicy?: Optional<string>;
  readonly ports?: Optional<readonly WrittenPort[]>;
}

/** A container port whose number may still be to be filled in: a text. */
export type WrittenPort = Omit<ContainerPort, "containerPort"> & {
  readonly containerPort?: Optional<number | string>;
};

export interface ContainerPort {
  readonly name?: Optional<string>;
  readonly containerPort?: Optional<number>;
  readonly protocol?: Optional<string>;
}

export interface PodSpec {
  readonly hostNetwork?: Optional<boolean>;
  readonly nodeName?: Optional<string>;
  readonly containers?: Optional<readonly Container[]>;
  readonly initContainers?: Optional<readonly Container[]>;
}

export interface PodStatus {
  readonly phase?: Optional<string>;
  readonly podIP?: Optional<string>;
  readonly podIPs?: Optional<readonly { readonly ip?: Optional<string> }[]>;
  readonly hostIP?: Optional<string>;
  readonly hostIPs?: Optional<readonly { readonly ip?: Optional<string> }[]>;
}

interface PodTemplate {
  readonly metadata?: Optional<Metadata>;
  readonly spec?: Optional<PodSpec>;
}

export interface WorkloadSpec {
  readonly replicas?: Optional<number>;
  readonly completionMode?: Optional<string>;
  readonly template?: Optional<PodTemplate>;
  readonly jobTemplate?: Optional<{ readonly spec?: Optional<WorkloadSpec> }>;
}

export interface NodeSpec {
  readonly podCIDR?: Optional<string>;
  readonly podCIDRs?: Optional<readonly string[]>;
}

export interface NodeStatus {
  readonly addresses?: Optional<readonly { readonly type?: string; readonly address?: string }[]>;
}

export interface ServicePort {
  readonly name?: Optional<string>;
  readonly protocol?: Optional<string>;
  readonly port: number;
  readonly targetPort?: Optional<number | string>;
  readonly nodePort?: Optional<number>;
}

export type EndpointList = readonly { readonly addresses: readonly string[] }[];

export interface EndpointsSubset {
  readonly addresses?: Optional<readonly { readonly ip: string }[]>;
  readonly ports?: Optional<readonly EndpointsPort[]>;
}

export interface EndpointsPort {
  readonly name?: Optional<string>;
  readonly protocol?: Optional<string>;
  readonly port?: Optional<number>;
}

export interface ServiceSpec {
  readonly type?: Optional<string>;
  readonly selector?: Optional<Readonly<Record<string, string>>>;
  readonly ports?: Optional<readonly ServicePort[]>;
  readonly loadBalancerSourceRanges?: Optional<readonly string[]>;
  readonly externalTrafficPolicy?: Optional<string>;
  readonly clusterIP?: Optional<string>;
  readonly clusterIPs?: Optional<readonly string[]>;
  readonly externalIPs?: Optional<readonly string[]>;
}

export interface ServiceStatus {
  readonly loadBalancer?: Optional<{
    readonly ingress?: Optional<readonly { readonly ip?: Optional<string> }[]>;
  }>;
}

/** networking.k8s.io/v1, and extensions/v1beta1 as released (NP1, NPX-17) or as designed in 2016 (NPX-16). */
export interface NetworkPolicy {
  readonly name: string;
  readonly namespace: string;
  readonly spec: NetworkPolicySpec;
}

export interface NetworkPolicySpec {
  readonly podSelector?: Optional<LabelSelector>;
  readonly policyTypes?: Optional<readonly string[]>;
  readonly ingress?: Optional<readonly Optional<NetworkPolicyRule>[]>;
  readonly egress?: Optional<readonly Optional<NetworkPolicyRule>[]>;
}

export interface NetworkPolicyRule {
  readonly from?: Optional<readonly NetworkPolicyPeer[]>;
  readonly to?: Optional<readonly NetworkPolicyPeer[]>;
  readonly ports?: Optional<readonly Optional<NetworkPolicyPort>[]>;
}

export interface NetworkPolicyPeer {
  readonly podSelector?: Optional<LabelSelector>;
  readonly namespaceSelector?: Optional<LabelSelector>;
  readonly ipBlock?: Optional<{ readonly cidr: string; readonly except?: Optional<readonly string[]> }>;
}

export interface NetworkPolicyPort {
  readonly protocol?: Optional<string>;
  readonly port?: Optional<number | string>;
  readonly endPort?: Optional<number>;
}

export type AdminKind = "AdminNetworkPolicy" | "BaselineAdminNetworkPolicy" | "ClusterNetworkPolicy";

/** AdminNetworkPolicy, BaselineAdminNetworkPolicy and ClusterNetworkPolicy. */
export interface AdminPolicy {
  readonly kind: AdminKind;
  readonly name: string;
  readonly tier: "Admin" | "Baseline";
  readonly priority: number;
  readonly subject: {
    readonly namespaces?: Optional<LabelSelector>;
    readonly pods?: Optional<NamespacedPod>;
  };
  readonly ingress: readonly AdminRule[];
  readonly egress: readonly AdminRule[];
}

/** How shapes A and KEP say which namespaces a peer means: one of these. */
export interface OlderNamespaces {
  readonly namespaceSelector?: Optional<LabelSelector>;
  readonly sameLabels?: Optional<readonly string[]>;
  readonly notSameLabels?: Optional<readonly string[]>;
  /** Shape KEP alone. */
  readonly related?: Optional<string>;
}

/** A peer of shapes A and KEP. */
export interface OlderPeer {
  readonly namespaces?: Optional<OlderNamespaces>;
  readonly pods?: Optional<{
    readonly namespaces?: Optional<OlderNamespaces>;
    readonly podSelector?: Optional<LabelSelector>;
  }>;
}

export interface NamespacedPod {
  readonly namespaceSelector?: Optional<LabelSelector>;
  readonly podSelector?: Optional<LabelSelector>;
}

export interface AdminRule {
  readonly action: string;
  readonly from?: Optional<readonly AdminPeer[]>;
  readonly to?: Optional<readonly AdminPeer[]>;
  readonly ports?: Optional<readonly AdminPort[]>;
  readonly protocols?: Optional<readonly ClusterProtocol[]>;
}

export interface AdminPeer {
  readonly namespaces?: Optional<LabelSelector>;
  readonly pods?: Optional<NamespacedPod>;
  readonly nodes?: Optional<LabelSelector>;
  readonly networks?: Optional<readonly string[]>;
  readonly domainNames?: Optional<readonly string[]>;
}

/** One item of `ports` in v1alpha1. */
export interface AdminPort {
  readonly portNumber?: Optional<{ readonly protocol?: Optional<string>; readonly port: number }>;
  readonly portRange?: Optional<{
    readonly protocol?: Optional<string>;
    readonly start: number;
    readonly end: number;
  }>;
  readonly namedPort?: Optional<string>;
}

/** One item of `protocols` in v1alpha2. */
export interface ClusterProtocol {
  readonly tcp?: Optional<{ readonly destinationPort?: Optional<DestinationPort> }>;
  readonly udp?: Optional<{ readonly destinationPort?: Optional<DestinationPort> }>;
  readonly sctp?: Optional<{ readonly destinationPort?: Optional<DestinationPort> }>;
  readonly destinationNamedPort?: Optional<string>;
}

export interface DestinationPort {
  readonly number?: Optional<number>;
  readonly range?: Optional<{ readonly start: number; readonly end: number }>;
}
