import type { CheckResult, ForeignCheck } from "./structural/foreign-checks.js";
import type { ClusterObject } from "../model/objects.js";
import type { Definition } from "./crd/definition.js";
import type { Keep } from "../manifest/composed.js";
import type { Node } from "./node.js";
import type { PeerShape } from "./admin-policies/decode.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { Problem } from "../diagnostics/problem.js";

/** One API object of the input: `items` of lists are objects of their own. */
export interface ApiObject {
  /** As it will be stored: its namespace is the written one, or the default. Undefined for a cluster-scoped kind. */
  readonly ref: ObjectRef;
  readonly node: Node;
}

/** What decides how objects are read. */
export interface ReadOptions {
  /** "flows" reads only what decides flows; "lint" reads and reviews everything. */
  readonly purpose: "flows" | "lint";
  /** The namespace of objects without one. */
  readonly namespace: string;
  /** The version of the server that would be asked, as [major, minor]. */
  readonly kubernetesVersion: readonly [number, number];
  /** Releases of the policy CRDs: `v0.2.0/experimental`; the newest default where none is given for a kind. */
  readonly bundles: readonly string[];
  /** The CRDs of policy kinds that count in the place of a release's. */
  readonly crds: ReadonlyMap<string, Definition>;
  /** Results of the checks that the first reading of an object asked for, in their order. */
  readonly results?: readonly CheckResult[];
  /** True where the object takes the place of one that a server has stored. */
  readonly isUpdate?: boolean;
  /** Reads extensions/v1beta1 as the 2016 design meant it. */
  readonly isLegacy: boolean;
  /**
   * True to read an object as the newest release takes it that takes it at all, also one whose version no server serves
   * any more; where a release is named for its kind, that one counts.
   */
  readonly readsEveryRelease?: true;
  /** True for objects that a server has stored (a live cluster, a snapshot): they are not validated again (S-FC-4). */
  readonly isStored: boolean;
}

/** The version of the server that is taken where nothing tells: the newest one whose checks are known. */
export const NEWEST_SERVER: readonly [number, number] = [1, 36];

/** What an object tells about the cluster, and what is wrong with it. */
export interface ObjectReading {
  readonly objects: readonly ClusterObject[];
  readonly problems: readonly Problem[];
  /** Checks of somebody else's: reading the object once more, with their results, tells the rest. */
  readonly checks?: readonly ForeignCheck[];
  /** How it was read, where that is not the same for all releases of its kind. */
  readonly readAs?: ReadAs;
  /** What the object says of a policy kind. */
  readonly definition?: Definition;
}

/** A reading of an AdminNetworkPolicy or BaselineAdminNetworkPolicy. */
export interface ReadAs {
  readonly shape: PeerShape;
  /** The release that takes it, where the newest does not; undefined where nothing had to be looked for. */
  readonly release: string | undefined;
}

/** Reads one kind: the only code that knows its field names. */
export interface KindReader {
  /** Namespaced kinds get the default namespace where none is written. */
  readonly isNamespaced: boolean;
  /** Which parts of a document to build where only flows are evaluated; everything where it is missing. */
  readonly keep?: Keep;
  /** Set where it tells something only as a server has stored it. */
  readonly isOnlyReadStored?: true;
  /** Where it has labels: a server refuses an object of which one is no text. Policies are checked as a whole. */
  readonly labelled?: readonly (readonly string[])[];
  read(object: ApiObject, options: ReadOptions): ObjectReading;
  /**
   * What is left of an object of which nothing can be trusted, because its text says two things (a key that is written
   * twice): for policies that they are missing, for other kinds, without this, nothing.
   */
  distrust?(object: ApiObject, options: ReadOptions): readonly ClusterObject[];
}
