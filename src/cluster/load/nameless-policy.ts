import { isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { namesPolicy } from "../kinds/registry.js";
import type { RawObject } from "./expand.js";

/** Why something without an `apiVersion` or a `kind` may be a policy; undefined for what is none. */
export function namelessReason({
  node,
  kind,
  listKind,
}: RawObject): "no-api-version" | "item-without-kind" | undefined {
  if (isNamelessPolicy(node.value) || namesPolicy(listKind ?? "")) return "no-api-version";
  return listKind !== undefined && kind === undefined && looksLikeObject(node.value)
    ? "item-without-kind"
    : undefined;
}

/** True for what has the parts of an object of Kubernetes. */
function looksLikeObject(value: Value): boolean {
  return isMapping(value) && isMapping(value["metadata"]) && value["spec"] !== undefined;
}

/**
 * True for a mapping that says in its `apiVersion` or `kind`, however these are spelled, that it is a policy. kubectl
 * sends no object without both.
 */
function isNamelessPolicy(value: Value): boolean {
  if (!isMapping(value)) return false;
  if (isShapedLikePolicy(value)) return true;
  return Object.keys(value).some((key) => {
    const written = value[key];
    return FIELDS.has(key.toLowerCase()) && typeof written === "string" && namesPolicy(written);
  });
}

/** True for what is of the group of NetworkPolicies and selects pods: no other kind of that group does. */
function isShapedLikePolicy({ apiVersion, spec }: Mapping): boolean {
  const isOfGroup = typeof apiVersion === "string" && apiVersion.startsWith("networking.k8s.io/");
  return isOfGroup && isMapping(spec) && spec["podSelector"] !== undefined;
}

const FIELDS: ReadonlySet<string> = new Set(["apiversion", "kind"]);
