import type { BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { ChartFolder } from "./chart.js";
import type { ForbiddenKind } from "../model/cluster.js";
import type { InputProblem, RenderDoubt } from "../problems/not-read.js";
import type { Node } from "../../source/manifest/node.js";
import type { OtherFile } from "./summary.js";
import type { PatchTarget } from "./kustomization.js";
import type { SourceFile } from "../../source/manifest/source.js";
import type { Value } from "../../source/manifest/value.js";

/** A part of the input. */
export type Input = FileInput | StoredInput | BuiltInput;

/** What comes of a kustomization. */
export type BuiltInput =
  /** What it makes of objects, each with the places where it is written. */
  | {
      readonly type: "built";
      /** The kustomization. */
      readonly name: string;
      readonly objects: readonly Node[];
      readonly isOverlay?: true;
    }
  /** It is not built here. */
  | {
      readonly type: "unbuilt";
      readonly file: SourceFile;
      readonly doubt: BuildDoubt;
      /** The folders and files that it is made of: paths of slashes, without links. */
      readonly content: readonly string[];
    };

/** A file of the input, or why it was not read. */
export type FileInput =
  | {
      readonly type: "file";
      readonly file: SourceFile;
      /** True where the path itself was given: then it must hold manifests, whatever its extension. */
      readonly isNamed: boolean;
      /** Set where its objects replace those of the same name that other files hold. */
      readonly isOverlay?: true;
      /** Set where a kustomization applies it to objects: it is none itself. What it is applied to, once for each that names it. */
      readonly patches?: readonly (PatchTarget | undefined)[];
      /** Set where it has the name of a kustomization. */
      readonly isKustomization?: true;
      /** Set where a server has stored its objects (a snapshot, what `kubectl get` printed): they are not validated again. */
      readonly isStored?: true;
      /** The path of slashes without links: what other files name it by. */
      readonly real?: string;
      /** Set where what it is part of is told as not rendered: that it is a patch is not told again. */
      readonly isTold?: true;
      /** Set where it is what a chart comes to: the chart's folder. It is a release of its own where nobody has given it a namespace. */
      readonly chart?: { readonly folder: string; readonly isRelease: boolean };
    }
  | {
      readonly type: "unreadable";
      readonly name: string;
      readonly reason: InputProblem;
      readonly detail?: string;
      /** The text as far as it can be shown, and where in it the problem is. */
      readonly place?: { readonly text: string; readonly at: number };
      /** The path of slashes without links. */
      readonly real?: string;
    }
  /** A chart, of which no template is a manifest. */
  | {
      readonly type: "chart";
      readonly name: string;
      readonly folder: ChartFolder;
      /** The folder's path of slashes without links. */
      readonly real: string;
      /** Why it was not rendered, where it was to be. */
      readonly notRendered?: RenderDoubt;
    }
  /** Told apart before reading. */
  | {
      readonly type: "other";
      readonly name: string;
      readonly reason: OtherFile["reason"];
      /** Of a kustomization, what it says, and where it is. */
      readonly kustomization?: { readonly file: SourceFile; readonly real: string };
    };

/** What a live cluster shows. */
export type StoredInput =
  /** Objects that the server has stored, each with its `apiVersion` and `kind`; they are not validated again (S-FC-4). */
  | {
      readonly type: "stored";
      /** How their source is shown: `context prod`. */
      readonly name: string;
      readonly objects: readonly Value[];
    }
  /** What is known of it beside its objects. */
  | { readonly type: "cluster"; readonly name: string; readonly facts: StoredFacts };

/** What a live cluster or a snapshot of one tells beside its objects. */
export interface StoredFacts {
  /** Major and minor; undefined where it is not known. */
  readonly serverVersion: readonly [number, number] | undefined;
  /** True where every pod of the cluster was read: an address that none of them has is no pod's (S-EV-1a). */
  readonly knowsEveryPod: boolean;
  /** Kinds that the cluster has and did not show. */
  readonly forbidden: readonly ForbiddenKind[];
  /** When a snapshot was taken, as RFC 3339 writes it; undefined for a live cluster, and where it doesn't tell. */
  readonly taken?: string | undefined;
}
