import { child } from "../../source/manifest/origin.js";
import type { ApiObject } from "./request.js";
import type { Problem } from "../problems/problem.js";

/** A pair of `apiVersion` and `kind` that servers have. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What kubectl and the server say of a kind that no server has in this version. */
export function unservedProblem({ ref, node }: ApiObject, served: ServedKind | undefined): Problem {
  const { apiVersion, kind } = ref;
  const isKind = served !== undefined && served.apiVersion === apiVersion;
  return {
    code: "unserved-kind",
    facts: { apiVersion, kind, ...(served === undefined ? {} : { served }) },
    at: child(node.origin, isKind ? "kind" : "apiVersion"),
    object: ref,
    server: [`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`],
  };
}
