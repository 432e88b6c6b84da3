import type { Entry } from "../evaluate/entry.js";
import type { ObjectRef } from "../model/object-ref.js";

const KEYS = new WeakMap<Entry, string>();

/** The same text for what is decided by the same rule of the same policy, in whichever walk. */
export function entryKey(entry: Entry): string {
  const known = KEYS.get(entry);
  if (known !== undefined) return known;
  const key = JSON.stringify(factsOf(entry));
  KEYS.set(entry, key);
  return key;
}

function factsOf(entry: Entry): unknown {
  switch (entry.type) {
    case "rule":
      return [entry.type, ...nameOf(entry.policy), entry.rule.index];
    case "policy":
      return [entry.type, ...nameOf(entry.policy)];
    case "isolation":
      return [entry.type, ...entry.policies.map(nameOf)];
    case "namespace-isolation":
      return [entry.type, entry.namespace.name];
    case "refused":
      return [entry.type, entry.refused === undefined ? null : nameOf(entry.refused)];
    case "exempt":
      return [entry.type, entry.why];
    case "service":
      return [entry.type, entry.why, ...nameOf(entry.service)];
    case "own-node":
    case "limit":
    case "default":
      return [entry.type];
  }
}

function nameOf({ ref }: { readonly ref: ObjectRef }): readonly (string | undefined)[] {
  return [ref.apiVersion, ref.kind, ref.namespace, ref.name];
}
