import { child } from "../../../source/manifest/origin.js";
import { versionIn } from "./definition.js";
import type { ApiObject, AdmitOptions } from "../request.js";
import type { Problem } from "../../problems/problem.js";

/** True where a server has the kind of an object in its version all the same: its CRD says so, or the object is stored. */
export function isServedVersion({ ref }: ApiObject, { crds, isStored }: AdmitOptions): boolean {
  const definition = crds.get(ref.kind);
  if (definition === undefined) return isStored;
  return versionIn(definition, ref.apiVersion) !== undefined;
}

/** A policy of a version that is served and not known here: what it says cannot be told. */
export function unknownVersion({ ref, node }: ApiObject): Problem {
  return {
    code: "not-analysed",
    facts: { reason: "unknown-version", detail: `${ref.apiVersion} ${ref.kind}` },
    at: child(node.origin, "apiVersion"),
    object: ref,
  };
}
