import { isList, isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What a patch is applied to; undefined where the patch itself says it. */
export interface PatchTarget {
  /** As it is written: a kind, or a pattern. */
  readonly kind: string | undefined;
}

/** The files that a kustomization names, by their paths as they are written, relative to its folder. */
export interface NamedByKustomization {
  readonly patches: readonly { readonly path: string; readonly target: PatchTarget | undefined }[];
  readonly resources: readonly string[];
}

const NOTHING: NamedByKustomization = { patches: [], resources: [] };

/** Reads which files of a kustomization are patches, and no objects; of one that cannot be read, nothing is known. */
export function namedByKustomization(file: SourceFile): NamedByKustomization {
  const [only, ...others] = readDocuments(file);
  if (only === undefined || others.length > 0 || only.rest !== undefined) return NOTHING;
  const { value, duplicates } = only;
  if (!isMapping(value) || duplicates.length > 0) return NOTHING;
  return {
    patches: [
      ...listOf(value, "patches").flatMap(patchIn),
      ...listOf(value, "patchesJson6902").flatMap(patchIn),
      ...listOf(value, "patchesStrategicMerge").flatMap((each) =>
        typeof each === "string" && isPath(each) ? [{ path: each, target: undefined }] : [],
      ),
    ],
    resources: ["resources", "bases", "components", "crds", "configurations", "generators", "transformers"]
      .flatMap((key) => listOf(value, key))
      .filter((each) => typeof each === "string"),
  };
}

function listOf(mapping: Mapping, key: string): readonly Value[] {
  const list = mapping[key];
  return isList(list) ? list : [];
}

function patchIn(value: Value): NamedByKustomization["patches"][number][] {
  if (!isMapping(value)) return [];
  const { path, target } = value;
  if (typeof path !== "string" || !isPath(path)) return [];
  if (!isMapping(target)) return [{ path, target: undefined }];
  const { kind } = target;
  return [{ path, target: { kind: typeof kind === "string" ? kind : undefined } }];
}

/** A patch may stand in the kustomization itself, as text. */
function isPath(text: string): boolean {
  return text !== "" && !/\n|:\s/.test(text);
}
