import type { ObjectRef } from "../model/object-ref.js";
import type { Origin } from "../manifest/origin.js";

/** What was loaded, for the line on standard error and for `-v`. */
export interface LoadSummary {
  /** Files that were read. */
  readonly files: number;
  /** Documents with something in them. */
  readonly documents: number;
  /** Objects by kind, sorted by kind. */
  readonly objects: ReadonlyMap<string, number>;
  /** Files that hold nothing for us, with the reason. */
  readonly other: readonly OtherFile[];
  /** Objects other than policies of which the first of several counts (S-IN-9). */
  readonly repeated: readonly RepeatedObject[];
}

/** An object that the input has several times and differently, and where the one stands that counts. */
export interface RepeatedObject {
  readonly ref: ObjectRef;
  readonly first: Origin;
}

export interface OtherFile {
  readonly file: string;
  readonly reason: "no-kubernetes-object" | "not-yaml" | "kustomization" | "excluded";
}
