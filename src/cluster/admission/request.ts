import type { CheckResult } from "./structural/foreign-checks.js";
import type { Definition } from "./crd/definition.js";
import type { Node } from "../../source/manifest/node.js";
import type { ObjectRef } from "../model/object-ref.js";

/** One API object of the input: `items` of lists are objects of their own. */
export interface ApiObject {
  /** As it will be stored: its namespace is the written one, or the default. Undefined for a cluster-scoped kind. */
  readonly ref: ObjectRef;
  readonly node: Node;
}

/** The server that is asked whether it takes an object. */
export interface AdmitOptions {
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
   * Use the newest release that accepts an object, unless `bundles` names one for its kind; a version that no server serves any
   * more is read too.
   */
  readonly readsEveryRelease?: true;
  /** True for objects that a server has stored (a live cluster, a snapshot): they are not validated again (S-FC-4). */
  readonly isStored: boolean;
}

/** The version of the server that is taken where nothing tells: the newest one whose checks are known. */
export const NEWEST_SERVER: readonly [number, number] = [1, 36];
