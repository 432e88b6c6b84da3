import { classify } from "../kinds/registry.js";
import { isTemplateKind } from "./expand.js";
import { withDirective } from "./deletion.js";
import { withIgnoreAnnotation } from "./suppressions/annotation.js";
import type { Keeping } from "../../source/manifest/document.js";
import type { KindReader } from "../kinds/kind.js";
import type { LoadOptions } from "./options.js";
import type { Provenance } from "./read-objects.js";

/**
 * What is taken of each object, before it is known to be one.
 * @param reads whether objects of a kind are read at all
 */
export function keepingOf(
  options: LoadOptions,
  from: Provenance,
  reads: (reader: KindReader) => boolean,
): Keeping {
  const { purpose, twins } = options;
  const isLint = purpose === "lint";
  return {
    ...(twins === undefined ? {} : { twins }),
    parts: (apiVersion, kind) => {
      // What lacks one of them may be a policy in a wrong spelling; a template holds objects of every kind.
      if (apiVersion === undefined || kind === undefined || isTemplateKind(apiVersion, kind)) return true;
      const known = classify(apiVersion, kind);
      if (known.type === "known") {
        if (!reads(known.reader)) return "nothing";
        const { keep = true, keepToLint = keep } = known.reader;
        if (keep === true || keepToLint === true || from.isStored) return keep;
        return withDirective(isLint ? withIgnoreAnnotation(keepToLint) : keep);
      }
      // What a controller has written into a cluster is there by itself.
      if (known.type === "writer") return from.isStored ? "nothing" : true;
      const isBeside = known.type === "other" || known.type === "maker" || known.type === "foreign-policy";
      return !isLint && isBeside ? "nothing" : true;
    },
  };
}
