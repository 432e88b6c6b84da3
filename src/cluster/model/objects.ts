import type { Address, Block, Family } from "../../base/net/address.js";
import type { ContainerPort } from "./endpoint.js";
import type { HasLabels, UntoldLabel } from "./untold-label.js";
import type { PodSettings, ScrapedPort, SettingsObject } from "./configured.js";
import type { DetourObject } from "./detours.js";
import type { FrontObject } from "./fronts.js";
import type { Direction, Generation, PodSelection, Policy, Tier } from "./policy.js";
import type { Labels } from "./labels.js";
import type { MadePods } from "./made-pods.js";
import type { ObjectRef } from "./object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { AccessObject } from "./api-access.js";
import type { PluginSettings } from "./plugin-settings.js";
import type { PodTraits } from "./pod-traits.js";
import type { Protocol } from "../../base/net/traffic.js";

/** What one API object tells about the cluster; `kinds/` makes these, `clusterOf` puts them together. */
export type ClusterObject =
  | { readonly type: "policy"; readonly policy: Policy }
  | { readonly type: "refused-policy"; readonly refused: RefusedPolicy }
  | { readonly type: "refused-object"; readonly refused: RefusedObject }
  | { readonly type: "namespace"; readonly namespace: NamespaceObject }
  | { readonly type: "pod"; readonly pod: PodObject }
  | { readonly type: "workload"; readonly workload: WorkloadObject }
  | { readonly type: "node"; readonly node: NodeObject }
  | { readonly type: "service"; readonly service: ServiceObject }
  | { readonly type: "endpoints"; readonly endpoints: EndpointsObject }
  | { readonly type: "front"; readonly front: FrontObject }
  | { readonly type: "settings"; readonly settings: SettingsObject }
  | { readonly type: "plugin-settings"; readonly settings: PluginSettings }
  | { readonly type: "detour"; readonly detour: DetourObject }
  | { readonly type: "access"; readonly access: AccessObject }
  | { readonly type: "made-pods"; readonly made: MadePods };

/** A Namespace as it is read, before the cluster is put together. */
export interface NamespaceObject extends HasLabels {
  readonly name: string;
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
  /** Undefined where the input does not tell what names resolve to. */
  readonly ports: readonly ContainerPort[] | undefined;
  /** Read when it is asked for. */
  readonly traits: PodTraits;
  /** Read when it is asked for; of manifests alone. */
  readonly settings: PodSettings;
}

/** A Pod as it is read. Addresses are undefined where its status has none yet: they are facts that are missing. */
export interface PodObject extends PodShape {
  readonly ref: ObjectRef;
  readonly owner: OwnerRef | undefined;
  readonly addresses: readonly Address[] | undefined;
  /** The addresses of its node that its status tells. */
  readonly hostAddresses: readonly Address[];
  /** The families of its addresses, without reading those. */
  readonly families: readonly Family[];
  readonly untoldLabels: readonly UntoldLabel[];
  /** True for phase Succeeded or Failed: no endpoint (S-SEL-7). */
  readonly hasEnded: boolean;
  /** True where it has been deleted and runs until it has ended: policies still apply to it. */
  readonly isTerminating: boolean;
  /** True where the object has a status without an address. */
  readonly noAddressYet: boolean;
  readonly origin: Origin;
}

/** A Deployment, StatefulSet, Job or the like: its template is a pod that stands for those it makes (S-WL-2). */
export interface WorkloadObject extends PodShape {
  readonly ref: ObjectRef;
  readonly owner: OwnerRef | undefined;
  readonly untoldLabels: readonly UntoldLabel[];
  /** As written; undefined where it is not, or the kind has none. */
  readonly replicas: number | undefined;
  readonly origin: Origin;
}

/** A Node as it is read; `podBlocks` are the CIDRs of the pods that it may run. */
export interface NodeObject extends HasLabels {
  readonly name: string;
  readonly addresses: readonly Address[];
  readonly podBlocks: readonly Block[];
  readonly origin: Origin;
}

/** How a Service is reached beside its name (S-SVC-1). */
export type ServiceType = "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName";

/** A Service as it is read; its selector is looked up when the cluster is put together. */
export interface ServiceObject {
  readonly ref: ObjectRef;
  /** Its own labels, which no policy sees and monitors select by (S-SVC-2). */
  readonly labels: Labels;
  readonly type: ServiceType;
  /** True where its name resolves to its pods themselves. */
  readonly isHeadless: boolean;
  /** Cluster, external and load-balancer addresses. */
  readonly addresses: readonly Address[];
  /** The same one by one; those that the input does not tell are missing. */
  readonly addressesOf: Readonly<Record<ServiceAddressType, readonly Address[]>>;
  /** The names that its load balancer has instead of addresses. */
  readonly balancerNames: readonly string[];
  /** The sources that its load balancer lets in; undefined where it lets in all. */
  readonly sourceRanges: SourceRanges | undefined;
  /** True where it is, or may be, reached past its load balancer too: by node ports or external addresses. */
  readonly hasWaysPastBalancer: boolean;
  /** True where a client outside of the cluster keeps its address (`externalTrafficPolicy: Local`). */
  readonly keepsClientAddress: boolean;
  /** True where only endpoints on the client's own node are used (`internalTrafficPolicy: Local`). */
  readonly staysOnNode: boolean;
  /** The families over which its pods are reached through it, where it says so; undefined too where its endpoints are listed. */
  readonly families: readonly Family[] | undefined;
  /** The name that it stands for, for type ExternalName. */
  readonly externalName: string | undefined;
  /** True where it is meant to be reached from outside of the cluster: by node ports, a load balancer, external addresses. */
  readonly isPublished: boolean;
  /** The labels of its pods; undefined where its endpoints come from elsewhere. */
  readonly selector: Labels | undefined;
  readonly ports: readonly ServicePort[];
  /** What stands in the place of the numbers of further ports: `${PORT}`. */
  readonly untoldPorts: readonly string[];
  /** Where it asks Prometheus to scrape its pods; of manifests alone. */
  readonly scraped: ScrapedPort | undefined;
  readonly origin: Origin;
}

/** What an address of a Service is: the cluster's own, one that is led to it from outside, or its load balancer's. */
export type ServiceAddressType = "cluster" | "external" | "balancer";

/** `loadBalancerSourceRanges` of a Service: the only clients that its load balancer lets in (S-VIP-3). */
export interface SourceRanges {
  readonly blocks: readonly Block[];
  readonly origin: Origin;
}

/** A port of a Service, and the port of its pods behind it: a number, or a name that each pod resolves (S-VIP-4). */
export interface ServicePort {
  readonly name: string | undefined;
  /** Where its target is written, or without one the port. */
  readonly origin: Origin;
  readonly protocol: Protocol;
  readonly port: number;
  readonly target: number | string;
  /** Set where no server takes the target: `${PORT}`. */
  readonly isTargetUntold?: true;
  /** The port that is open on every node; undefined where there is none, or the server has not assigned it yet. */
  readonly nodePort: number | undefined;
}

/** Addresses behind a Service, of an EndpointSlice or an Endpoints object: any at all. */
export interface EndpointsObject {
  readonly ref: ObjectRef;
  readonly origin: Origin;
  readonly namespace: string;
  /** The name of the Service, in the same namespace. */
  readonly service: string;
  /** True where the control plane writes it for a Service with a selector: of a slice, it says so; Endpoints are always overwritten. */
  readonly isKept: boolean;
  readonly addresses: readonly Address[];
  readonly ports: readonly EndpointsPort[];
}

/** A port on which such addresses listen, by the name of the Service's port. */
export interface EndpointsPort {
  readonly name: string | undefined;
  readonly protocol: Protocol;
  readonly port: number;
}

/**
 * A policy that is not part of the cluster, though whatever it was meant to do may be missing from it. What can be told
 * of it without doubt narrows where that matters.
 */
export interface RefusedPolicy {
  /**
   * The API server refuses it, or whether it does is not known (its CRD has a check that was not evaluated), or the input
   * has it several times and differently; or it stands for every policy of a kind that a cluster does not let be listed, or
   * that could not be listed for another reason.
   */
  readonly cause: "refused" | "undecided" | "repeated" | "forbidden" | "unlisted";
  readonly ref: ObjectRef;
  readonly origin: Origin;
  readonly generation: Generation;
  readonly tiers: readonly Tier[];
  readonly priority: number | undefined;
  /** Undefined where the subject itself is in doubt: it may be any pod (of the namespace, if it has one). */
  readonly subject: PodSelection | undefined;
  readonly directions: readonly Direction[];
  /** Set where a server that does not check strictly takes it, and it says something else than it was written for. */
  readonly mixedUp?: ShapeMixUp;
  /** What it says where a server stores it without strict checking, dropping the fields that it does not know. */
  readonly storedUnchecked?: Policy;
}

/** A pod, a Service or another object that is not part of the cluster, for the API server refuses it. */
export type RefusedObject = Pick<RefusedPolicy, "ref" | "origin">;

/** A policy in the shape of an older release, and what is left of it where a later one stores it silently (S-OBJ-3). */
export interface ShapeMixUp {
  readonly asMeant: Policy;
  readonly asStored: Policy;
}
