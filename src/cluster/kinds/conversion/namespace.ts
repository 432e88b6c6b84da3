import { inPlaceOf, withEntries } from "./parts.js";
import { ISOLATION_ANNOTATION } from "../core/namespace.js";
import { isServerSet, newMetadata } from "./metadata.js";
import type { Node } from "../../../source/manifest/node.js";
import type { Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** A Namespace without the annotation of the 2016 design (S-NSANN-1). */
export function withoutIsolation(object: Node): Rewriting {
  return withEntries(object, (key, value) => {
    if (isServerSet(key)) return [];
    if (key !== "metadata") return undefined;
    return [
      inPlaceOf(
        value,
        key,
        newMetadata(value, undefined, (name) => name === ISOLATION_ANNOTATION),
      ),
    ];
  });
}
