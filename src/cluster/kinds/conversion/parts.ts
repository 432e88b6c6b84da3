import { entries, type Node } from "../../../source/manifest/node.js";
import type { Json } from "../../../source/edit/edit.js";
import type { RewrittenEntry, Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** A value as it is written. */
export function old({ value, origin }: Node): Rewriting {
  return { type: "old", at: origin, value };
}

/** A value that is not written yet. */
export function fresh(value: Json): Rewriting {
  return { type: "new", value };
}

/** An entry that stands where another one stood. */
export function inPlaceOf(was: Node, key: string, value: Rewriting): RewrittenEntry {
  return { key, was: was.origin, value };
}

/** A mapping of new entries alone. */
export function mappingOf(fields: Readonly<Record<string, Rewriting>>): Rewriting {
  return { type: "mapping", entries: Object.entries(fields).map(([key, value]) => ({ key, value })) };
}

/**
 * A mapping with some entries changed; the others stay.
 * @param change what becomes of the entry of a key: several entries, or none
 */
export function withEntries(
  node: Node,
  change: (key: string, value: Node) => readonly RewrittenEntry[] | undefined,
): Rewriting & { readonly type: "mapping" } {
  return {
    type: "mapping",
    at: node.origin,
    entries: entries(node).flatMap(
      ([key, value]) => change(key, value) ?? [inPlaceOf(value, key, old(value))],
    ),
  };
}

/**
 * An object that says what it is, with some of its other entries changed; the others stay. It says so even where the old one left that
 * to the list whose item it is, because the list goes on saying what its other items are (S-IN-1).
 */
export function objectOf(
  kind: { readonly apiVersion: string; readonly kind: string },
  node: Node,
  change: (key: string, value: Node) => readonly RewrittenEntry[] | undefined,
): Rewriting & { readonly type: "mapping" } {
  const isHeader = (key: string): key is "apiVersion" | "kind" => key === "apiVersion" || key === "kind";
  const object = withEntries(node, (key, value) => {
    if (!isHeader(key)) return change(key, value);
    return value.value === kind[key] ? undefined : [inPlaceOf(value, key, fresh(kind[key]))];
  });
  const missing = (["apiVersion", "kind"] as const).filter(
    (key) => !object.entries.some((entry) => entry.key === key),
  );
  const added = missing.map((key): RewrittenEntry => ({ key, value: fresh(kind[key]) }));
  return { ...object, entries: [...added, ...object.entries] };
}
