import { isList, isMapping, type Value } from "../../source/manifest/value.js";
import { mayHoldPolicy } from "./may-hold-policy.js";
import { classify, namesPolicy } from "../kinds/registry.js";
import { mayBePolicy } from "../kinds/without-policy.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { PatchTarget } from "./kustomization.js";
import type { SourceFile } from "../../source/manifest/source.js";

/**
 * True where a patch that a kustomization names may change a policy.
 * @param targets what it is applied to, by each kustomization that names it; undefined for what it says itself
 */
export function mayPatchPolicy(file: SourceFile, targets: readonly (PatchTarget | undefined)[]): boolean {
  if (targets.some((target) => target?.kind !== undefined && mayNamePolicy(target.kind))) return true;
  const hasKind = targets.every((target) => target?.kind !== undefined);
  for (const { value, problem, rest, document } of readDocuments(file)) {
    const text = document.file.text.slice(document.cut.start, document.cut.end);
    if ((problem !== undefined || rest !== undefined) && mayHoldPolicy(text)) return true;
    if (value !== undefined && mayBePatchOfPolicy(value, hasKind)) return true;
  }
  return false;
}

/** @param hasKind true where the kustomization says what kind is patched: another than a policy */
function mayBePatchOfPolicy(value: Value, hasKind: boolean): boolean {
  if (isList(value)) return !hasKind && value.some(mayBeStepOfPolicy);
  if (!isMapping(value)) return false;
  if (value["items"] !== undefined) return true;
  const { apiVersion, kind } = value;
  if (typeof kind !== "string") return !hasKind && value["spec"] !== undefined;
  const version = typeof apiVersion === "string" ? apiVersion : "";
  // Policies of other vendors are not evaluated, patched or not.
  if (classify(version, kind).type === "foreign-policy") return false;
  return namesPolicy(kind) || mayBePolicy(version, kind);
}

/** True for a step of a JSON patch at a field that policies have, or at all of an object. */
function mayBeStepOfPolicy(step: Value): boolean {
  const path = isMapping(step) ? step["path"] : undefined;
  return typeof path !== "string" || POLICY_FIELD.test(path);
}

const POLICY_FIELD =
  /^\/?$|^\/(?:kind|apiVersion|metadata|spec)\/?$|^\/metadata\/(?:name|namespace)$|^\/spec\/(?:podSelector|policyTypes|ingress|egress|subject|priority|tier)(?:\/|$)/;

/** True of a pattern, unless all that it can be are plain names of other kinds. */
function mayNamePolicy(pattern: string): boolean {
  const names = pattern
    .replace(/^\^?\(?/, "")
    .replace(/\)?\$?$/, "")
    .split("|");
  return names.some((name) => !/^[A-Za-z]+$/.test(name) || namesPolicy(name));
}
