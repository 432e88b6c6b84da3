import type { AdmitOptions, ApiObject } from "../admission/request.js";
import type { ForeignCheck } from "../admission/structural/foreign-checks.js";
import type { ClusterObject } from "../model/objects.js";
import type { Definition } from "../admission/crd/definition.js";
import type { Keep } from "../../source/manifest/composed.js";
import type { PeerShape } from "./admin-policies/decode.js";
import type { Problem } from "../problems/problem.js";

/** What decides how objects are read. */
export interface ReadOptions extends AdmitOptions {
  /** "flows" reads only what decides flows; "lint" reads and reviews everything. */
  readonly purpose: "flows" | "lint";
  /** The namespace of objects without one. */
  readonly namespace: string;
}

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
  /** The same of manifests that the linter reads, where that is more; never of a server's objects. */
  readonly keepToLint?: Keep;
  /** The same of what may leave a cluster, where that is less. */
  readonly keepOutside?: Keep;
  /** Set where it tells something only as a server has stored it. */
  readonly isOnlyReadStored?: true;
  /** Set for a kind that decides nothing about flows: several copies of an object are no finding, and the first counts. */
  readonly isBeside?: true;
  /** Where it has labels: a server refuses an object of which one is no text. Policies are checked as a whole. */
  readonly labelled?: readonly (readonly string[])[];
  /** Where it has the spec of a pod: a server refuses an object in which one has values of other types. */
  readonly podSpecs?: readonly (readonly string[])[];
  read(object: ApiObject, options: ReadOptions): ObjectReading;
  /**
   * Called instead of `read` where the text contradicts itself (a key that is written twice). Policies return a refused policy;
   * of kinds without it nothing is left.
   */
  distrust?(object: ApiObject, options: ReadOptions): readonly ClusterObject[];
}

/** The reader of a kind of policy: what cannot be trusted may still have decided, so it always leaves a refused policy. */
export type PolicyReader = KindReader & Required<Pick<KindReader, "distrust">>;
