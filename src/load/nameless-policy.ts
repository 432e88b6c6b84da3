import { isMapping, type Value } from "../manifest/value.js";
import { namesPolicy } from "../kinds/registry.js";

/**
 * True for a mapping that says in its `apiVersion` or `kind`, however these are spelled, that it is a policy. kubectl
 * sends no object without both.
 */
export function isNamelessPolicy(value: Value): boolean {
  if (!isMapping(value)) return false;
  return Object.keys(value).some((key) => {
    const written = value[key];
    return FIELDS.has(key.toLowerCase()) && typeof written === "string" && namesPolicy(written);
  });
}

const FIELDS: ReadonlySet<string> = new Set(["apiversion", "kind"]);
