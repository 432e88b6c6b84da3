import type { Address, Block, Family } from "../net/address.js";
import type { AddedLabel, ContainerPort } from "./endpoint.js";
import type { Direction, PodSelection, Policy, Tier } from "./policy.js";
import type { Labels } from "./labels.js";
import type { ObjectRef } from "./object-ref.js";
import type { Origin } from "../manifest/origin.js";
import type { Protocol } from "../net/traffic.js";

/** What one API object tells about the cluster; `kinds/` makes these, `clusterOf` puts them together. */
export type ClusterObject =
  | { readonly type: "policy"; readonly policy: Policy }
  | { readonly type: "refused-policy"; readonly refused: RefusedPolicy }
  | { readonly type: "namespace"; readonly namespace: NamespaceObject }
  | { readonly type: "pod"; readonly pod: PodObject }
  | { readonly type: "workload"; readonly workload: WorkloadObject }
  | { readonly type: "node"; readonly node: NodeObject }
  | { readonly type: "service"; readonly service: ServiceObject };

export interface NamespaceObject {
  readonly name: string;
  readonly labels: Labels;
  /** The annotation of the 2016 design, where it is valid: whether it isolates the pods of the namespace (S-NSANN-1). */
  readonly isolation2016: "DefaultDeny" | undefined;
  readonly origin: Origin;
}

/** The controlling owner of an object. */
export interface OwnerRef {
  readonly kind: string;
  readonly name: string;
}

/** What a pod and a workload's template have in common. */
export interface PodShape {
  readonly labels: Labels;
  readonly hostNetwork: boolean;
  readonly node: string | undefined;
  readonly ports: readonly ContainerPort[];
}

export interface PodObject extends PodShape {
  readonly ref: ObjectRef;
  readonly owner: OwnerRef | undefined;
  readonly addresses: readonly Address[] | undefined;
  /** The addresses of its node that its status tells. */
  readonly hostAddresses: readonly Address[];
  /** The families of its addresses, without reading those. */
  readonly families: readonly Family[];
  readonly addedLabels: readonly AddedLabel[];
  /** True for phase Succeeded or Failed: no endpoint (S-SEL-7). */
  readonly hasEnded: boolean;
  /** True where the object has a status without an address. */
  readonly noAddressYet: boolean;
  readonly origin: Origin;
}

export interface WorkloadObject extends PodShape {
  readonly ref: ObjectRef;
  readonly owner: OwnerRef | undefined;
  readonly addedLabels: readonly AddedLabel[];
  /** As written; undefined where it is not, or the kind has none. */
  readonly replicas: number | undefined;
  readonly origin: Origin;
}

export interface NodeObject {
  readonly name: string;
  readonly labels: Labels;
  readonly addresses: readonly Address[];
  readonly podBlocks: readonly Block[];
  readonly origin: Origin;
}

export interface ServiceObject {
  readonly ref: ObjectRef;
  /** True where its name resolves to its pods themselves. */
  readonly isHeadless: boolean;
  /** Cluster, external and load-balancer addresses. */
  readonly addresses: readonly Address[];
  /** True where it is meant to be reached from outside of the cluster: by node ports, a load balancer, external addresses. */
  readonly isPublished: boolean;
  /** The labels of its pods; undefined where its endpoints come from elsewhere. */
  readonly selector: Labels | undefined;
  readonly ports: readonly ServicePort[];
  readonly origin: Origin;
}

/** A port of a Service, and the port of its pods behind it: a number, or a name that each pod resolves (S-VIP-4). */
export interface ServicePort {
  readonly protocol: Protocol;
  readonly port: number;
  readonly target: number | string;
}

/**
 * A policy that is not part of the cluster, though whatever it was meant to do may be missing from it. What can be told
 * of it without doubt narrows where that matters.
 */
export interface RefusedPolicy {
  /** The API server refuses it, or the input has it several times and differently. */
  readonly cause: "refused" | "repeated";
  readonly ref: ObjectRef;
  readonly origin: Origin;
  readonly tiers: readonly Tier[];
  readonly priority: number | undefined;
  /** Undefined where the subject itself is in doubt: it may be any pod (of the namespace, if it has one). */
  readonly subject: PodSelection | undefined;
  readonly directions: readonly Direction[];
}
