/** What the evaluation knows of a cluster: objects.ts reads it from Kubernetes objects. */

import type { Address, Block, Family } from "./addresses.js";
import type { Practice } from "./practice.js";
import type { Listed, Service } from "./services.js";
import type { AdminPolicy, ContainerPort, NetworkPolicy } from "./kubernetes.js";

export interface Options {
  readonly profile?: "reference" | "strict";
  /** What the implementation in question does; one that does what the texts say, where it is missing. */
  readonly practice?: Practice;
  readonly legacy?: boolean;
  readonly podCidrs?: readonly string[];
  readonly nodeCidrs?: readonly string[];
  readonly serviceCidrs?: readonly string[];
  /** Addresses of a domain name; if given at all, no other name resolves to anything (S-FQ-8). */
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  /** The input holds every pod: an address that is none's is external. */
  readonly complete?: boolean;
  /** The shape of AdminNetworkPolicy and BaselineAdminNetworkPolicy (1.2), if not the newest one. */
  readonly shape?: "A" | "KEP";
  readonly defaultNamespace?: string;
  /** False for a server before 1.21, which did not label namespaces with their names (S-NS-3). */
  readonly labelsNamespaces?: boolean;
  /** Evaluations per exploration before "too many worlds" is thrown; 200,000 if not given. */
  readonly limit?: number;
}

/** Labels that controllers add with a value that the manifest does not hold, and those with a value that is still to be filled in (S-WL-1). */
export type UntoldLabels = ReadonlyMap<string, "always" | "perhaps">;

/** A Pod, or the pods of a template, before anything is known about which pod is asked about. */
export interface PodSource {
  readonly name: string;
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly untoldLabels: UntoldLabels;
  readonly host: boolean;
  readonly finished: boolean;
  readonly node: string | undefined;
  readonly addresses: readonly Address[];
  readonly hostAddresses: readonly Address[];
  /** Undefined if the pod has no list of containers (S-PORT-7). */
  readonly ports: readonly ContainerPort[] | undefined;
  readonly replicas: number | undefined;
}

export interface Node {
  readonly name: string;
  /** Undefined for a node that pods name but that is not in the input. */
  readonly labels: ReadonlyMap<string, string> | undefined;
  readonly untoldLabels: UntoldLabels;
  readonly addresses: readonly Address[];
}

export interface Namespace {
  readonly labels: ReadonlyMap<string, string>;
  readonly untoldLabels: UntoldLabels;
  /** Whether the annotation of the 2016 design isolates its pods (S-NSANN-1). */
  readonly isDefaultDeny: boolean;
}

/** The policies of an ordered tier, by API: those of one priority together, 0 first (S-EV-11). */
export interface OrderedTier {
  readonly v1alpha1: readonly (readonly AdminPolicy[])[];
  readonly v1alpha2: readonly (readonly AdminPolicy[])[];
}

export interface Cluster {
  readonly options: Options;
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly pods: ReadonlyMap<string, PodSource>;
  readonly workloads: ReadonlyMap<string, PodSource>;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly hasNodeObjects: boolean;
  /** By "namespace/name". */
  readonly services: ReadonlyMap<string, Service>;
  readonly listed: readonly Listed[];
  readonly serviceAddresses: readonly Address[];
  /** "namespace/name" of the headless Services. */
  readonly headlessServices: ReadonlySet<string>;
  readonly networkPolicies: readonly NetworkPolicy[];
  readonly legacyPolicies: readonly NetworkPolicy[];
  readonly ordered: Readonly<Record<"Admin" | "Baseline", OrderedTier>>;
  readonly podBlocks: readonly Block[];
  /** The CIDRs of pods that each Node tells. */
  readonly nodeBlocksOfPods: readonly (readonly Block[])[];
  readonly nodeBlocks: readonly Block[];
  readonly serviceBlocks: readonly Block[];
  /** Families seen on pods, nodes and Services (S-EV-6). */
  readonly families: ReadonlySet<Family>;
  readonly mentioned: Mentioned;
}

/** What policies can tell apart: the classes of unknown facts are made of these. */
export interface Mentioned {
  readonly labelValues: ReadonlyMap<string, ReadonlySet<string>>;
  readonly namespaces: ReadonlySet<string>;
  readonly blocks: readonly Block[];
  readonly domainNames: readonly string[];
}
