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
  const facts = { apiVersion, kind, ...(served === undefined ? {} : { served }) };
  const at = child(node.origin, isKind ? "kind" : "apiVersion");
  if (served?.kind === kind && isNewer(apiVersion, served.apiVersion))
    return { code: "unserved-kind", facts: { ...facts, isNewer: true }, at, object: ref };
  return {
    code: "unserved-kind",
    facts,
    at,
    object: ref,
    server: [`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`],
  };
}

/** True for a later version of the same group: `v1` is after `v1beta2`, and that after `v1alpha3`. */
function isNewer(apiVersion: string, known: string): boolean {
  const [group, version = ""] = apiVersion.split("/");
  const [knownGroup, knownVersion = ""] = known.split("/");
  const [a, b] = [rankOf(version), rankOf(knownVersion)];
  return group === knownGroup && a !== undefined && b !== undefined && a > b;
}

/** Versions in the order of Kubernetes; undefined for what is none. */
function rankOf(version: string): number | undefined {
  const [, major, stage, minor] = /^v(\d{1,3})(?:(alpha|beta)(\d{1,3}))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  const stability = stage === undefined ? 2 : stage === "beta" ? 1 : 0;
  return (stability * 1000 + Number(major)) * 1000 + Number(minor ?? 0);
}
