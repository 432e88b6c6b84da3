import { classify } from "./registry.js";
import { POLICY_KEEP } from "./policy-keep.js";
import type { Keep } from "../../source/manifest/composed.js";

/** Of the policies of other vendors only that they are there: they are named, not evaluated (S-IN-10). */
const FOREIGN_KEEP: Keep = { apiVersion: true, kind: true, metadata: { name: true, namespace: true } };

/** The parts of an object that may leave its cluster in a snapshot; undefined for kinds of which nothing may. */
export function allowedParts(apiVersion: string, kind: string): Keep | undefined {
  const known = classify(apiVersion, kind);
  switch (known.type) {
    case "known":
      return known.reader.isOnlyReadWritten === true ? undefined : known.reader.keep;
    case "policy":
    case "unserved":
      return POLICY_KEEP;
    case "foreign-policy":
      return FOREIGN_KEEP;
    case "misspelt":
    case "list":
    case "maker":
    case "other":
      return undefined;
  }
}
