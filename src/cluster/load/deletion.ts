import { isMapping } from "../../source/manifest/value.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Keep } from "../../source/manifest/composed.js";
import type { RawObject } from "./expand.js";

/** What a strategic merge patch does with the object that it names. */
const DIRECTIVE = "$patch";

/** What such a patch is made of, if all that it says is that the object goes. */
const KEYS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", DIRECTIVE]);

/**
 * True for what a kustomization takes an object out by: it is no object, wherever it stands. With anything else in it, it may be
 * meant as an object: a server that does not check fields strictly drops the directive and takes the rest.
 */
export function isDeletion({ node: { value } }: RawObject): boolean {
  if (!isMapping(value) || value[DIRECTIVE] !== "delete") return false;
  return Object.keys(value).every((key) => KEYS.has(key));
}

/** The parts of an object that are kept, and the directive. */
export const withDirective = oncePer((keep: Keep): Keep => ({ ...keep, [DIRECTIVE]: true }));
