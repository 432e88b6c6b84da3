import type { Address, Block, Family } from "../../base/net/address.js";
import type { ChosenPlugin } from "./chosen-plugin.js";
import type { PodSettings, SettingsObject } from "./configured.js";
import type { DetourObject } from "./detours.js";
import type { Fronts } from "./fronts.js";
import type { MadePods } from "./made-pods.js";
import type { NodeAddresses } from "./node-addresses.js";
import type { EndpointsObject, NodeObject, RefusedObject, RefusedPolicy, ServiceObject } from "./objects.js";
import type { ObjectRef } from "./object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { PodEndpoint } from "./endpoint.js";
import type { AccessObject } from "./api-access.js";
import type { PluginSettings } from "./plugin-settings.js";
import type { PodTraits } from "./pod-traits.js";
import type { HasLabels } from "./untold-label.js";
import type { Policy } from "./policy.js";
import type { Work } from "../../base/limits/work.js";

/** Everything that decides flows: readonly, put together once. */
export interface Cluster {
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly workloads: readonly Workload[];
  /** Pods that operators will make of objects of the input; evaluation leaves them out. */
  readonly madePods: readonly MadePods[];
  readonly nodes: ReadonlyMap<string, NodeObject>;
  readonly nodeAddresses: NodeAddresses;
  readonly services: readonly ServiceObject[];
  readonly endpoints: readonly EndpointsObject[];
  readonly fronts: Fronts;
  /** What shows ways on which no policy of pods is asked; evaluation leaves it out. */
  readonly detours: readonly DetourObject[];
  /** What ConfigMaps of the manifests give to pods; evaluation leaves it out. */
  readonly settings: readonly SettingsObject[];
  /** Who is to use the API, by the manifests; evaluation leaves it out. */
  readonly access: readonly AccessObject[];
  /** How network plugins are set up; it tells which plugin there is, and what is switched on. */
  readonly pluginSettings: readonly PluginSettings[];
  readonly policies: readonly Policy[];
  readonly refused: readonly RefusedPolicy[];
  /** What is no policy and is missing from it all the same. */
  readonly refusedObjects: readonly RefusedObject[];
  readonly facts: ClusterFacts;
  /**
   * Which of several policies or rules are named that allow the same: NetworkPolicies are additive, and no verdict hangs on it.
   * By default the first by name; else those given where they allow, or all.
   */
  readonly named?: ReadonlySet<ObjectRef> | "all";
  /** What questions about it may take; as much as they need where it is missing. */
  readonly work?: Work;
  /** The sets of manifests that stand beside this one in a tree: what they hold is no part of it, and exists all the same. */
  readonly beside?: readonly Cluster[];
}

/** A namespace as selectors see it: one that the input has, or that an object of the input is in. */
export interface Namespace extends HasLabels {
  readonly name: string;
  /** False for a namespace that is only referred to: labels other than its name's are unknown (S-NS-2). */
  readonly isKnown: boolean;
  readonly isolation2016: "DefaultDeny" | undefined;
  readonly origin: Origin | undefined;
}

/** Pods of one owner, or one pod without an owner. */
export interface Workload {
  /** `ns/kind/name`. */
  readonly id: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The names of its pods in the input, sorted; none for a template. */
  readonly podNames: readonly string[];
  /** The pods of the input; of a workload without any, the one that its template describes. Made when asked for. */
  readonly members: readonly PodEndpoint[];
  /** Of all of its pods together. Read when asked for. */
  readonly traits: PodTraits;
  /** Of all of its pods, one by one. Read when asked for; of manifests alone. */
  readonly settings: readonly PodSettings[];
  readonly origin: Origin | undefined;
}

/** What is known about the cluster beside its objects. */
export interface ClusterFacts {
  /** Where pods' addresses lie; empty where nothing tells. */
  readonly podBlocks: readonly Block[];
  readonly serviceBlocks: readonly Block[];
  readonly nodeBlocks: readonly Block[];
  /** Names with their addresses (`--dns`), lower case; undefined where none were given. */
  readonly dns: ReadonlyMap<string, readonly Address[]> | undefined;
  /** Of those names, how some came to their addresses, and for how long they have them. */
  readonly dnsAnswers: ReadonlyMap<string, DnsAnswer>;
  /** The Service that a user names as the cluster's DNS (`--dns-service`). */
  readonly dnsService: { readonly namespace: string; readonly name: string } | undefined;
  /** The domain below which the cluster's DNS has its names (`--cluster-domain`), lower case. */
  readonly clusterDomain: string;
  /** Namespaces that do not exist yet and are asked about (`--new-namespace`). */
  readonly newNamespaces: readonly string[];
  /** Families of which the input shows an address; empty where it shows none. */
  readonly families: readonly Family[];
  /** False for servers before 1.21, which did not label namespaces with their names (S-NS-3). */
  readonly labelsNamespaces: boolean;
  /** True where namespaces isolate as the 2016 design says (S-LEG-1). */
  readonly isLegacy: boolean;
  /** True where some document could not be read that may hold a policy. */
  readonly mayMissPolicies: boolean;
  /** Kinds of other vendors that are present, and can change any verdict (S-IN-10). */
  readonly foreignPolicies: readonly ForeignPolicies[];
  /** Objects other than policies that the input has several times and differently: the first of each counts (S-IN-9). */
  readonly repeated: readonly RepeatedObject[];
  /** True where the input holds every pod: an address that none of them has is no pod's (S-EV-1a). */
  readonly knowsEveryPod: boolean;
  /**
   * True where the input is a whole cluster, as a user says or a server has shown it: pods and namespaces that it lacks do
   * not exist. False where another repository, or an operator, may own them.
   */
  readonly isComplete: boolean;
  /** False where nobody may say that the cluster has DNS which pods need, though the input shows none. */
  readonly assumesDns: boolean;
  /** Kinds that the cluster has and did not show: what depends on them is unknown. */
  readonly forbidden: readonly ForbiddenKind[];
  /** The network plugin that enforces the policies, as a user says; "auto" where the objects are to tell. */
  readonly plugin: ChosenPlugin | "auto" | undefined;
}

/** An object of which the input has several copies that differ. */
export interface RepeatedObject {
  readonly ref: ObjectRef;
  /** The copy that counts. */
  readonly used: Origin;
}

/** How a name came to its addresses. */
export interface DnsAnswer {
  /** The names that it stands for one after the other, lower case; none where it has addresses of its own. */
  readonly chain: readonly string[];
  /** For how many seconds, where that is told. */
  readonly ttl: number | undefined;
}

/** A kind that a cluster has and did not show, wholly or outside of some namespaces. */
export interface ForbiddenKind {
  readonly apiVersion: string;
  /** {@link ANY_KIND} where the cluster did not tell which kinds an API has. */
  readonly kind: string;
  /** The namespaces in which it could be read; empty where it could not be read at all. */
  readonly readIn: readonly string[];
  /** What the cluster answered instead; undefined where it said that whoever asked may not list the kind. */
  readonly why?: string;
}

/** Stands for every kind of an API. */
export const ANY_KIND = "*";

/** The objects of one policy kind that is not evaluated. */
export interface ForeignPolicies {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: number;
  /** The first of them. */
  readonly origin: Origin;
  /** The namespaces for whose pods they may allow what NetworkPolicies deny, or isolate what these leave open. */
  readonly mayDecideIn: ReadonlySet<string> | "all namespaces";
  /** Set where they hold policies that a controller writes, and are none. */
  readonly isWriter?: true;
  /** How a policy of Kubernetes with that kind is written; undefined where the group is of a vendor that is known. */
  readonly namesake?: { readonly apiVersion: string; readonly kind: string } | undefined;
}

/** What a user says about the cluster. */
export type GivenFacts = Partial<
  Pick<
    ClusterFacts,
    | "podBlocks"
    | "serviceBlocks"
    | "nodeBlocks"
    | "dns"
    | "dnsAnswers"
    | "dnsService"
    | "clusterDomain"
    | "newNamespaces"
    | "isLegacy"
    | "mayMissPolicies"
    | "foreignPolicies"
    | "repeated"
    | "knowsEveryPod"
    | "isComplete"
    | "assumesDns"
    | "forbidden"
    | "plugin"
  >
>;
