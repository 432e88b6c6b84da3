import { entries, type Node } from "../../../source/manifest/node.js";
import { fresh, inPlaceOf, withEntries } from "./parts.js";
import type { RewrittenEntry, Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** What a server has set, and sets anew. */
const SERVER_SET: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "managedFields",
  "selfLink",
]);

/** By it kubectl finds fields that are gone; those of another kind would be taken out wrongly. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Metadata of an object that takes the place of another one: without what a server has set.
 * @param name undefined for the written one, or the prefix of it
 * @param isGone tells annotations that are to go too
 */
export function newMetadata(
  metadata: Node,
  name: string | undefined,
  isGone: (annotation: string) => boolean = () => false,
): Rewriting {
  const kept = withEntries(metadata, (key, value) => {
    if (SERVER_SET.has(key)) return [];
    if (key === "annotations") return newAnnotations(value, isGone);
    if (name === undefined || (key !== "name" && key !== "generateName")) return undefined;
    return key === "name" ? [inPlaceOf(value, key, fresh(name))] : [];
  });
  if (name === undefined || kept.entries.some(({ key }) => key === "name")) return kept;
  return { ...kept, entries: [{ key: "name", value: fresh(name) }, ...kept.entries] };
}

function newAnnotations(
  annotations: Node,
  isGone: (annotation: string) => boolean,
): readonly RewrittenEntry[] | undefined {
  const going = entries(annotations).filter(([key]) => key === LAST_APPLIED || isGone(key));
  if (going.length === 0) return undefined;
  if (going.length === entries(annotations).length) return [];
  const rest = withEntries(annotations, (key) => (key === LAST_APPLIED || isGone(key) ? [] : undefined));
  return [inPlaceOf(annotations, "annotations", rest)];
}

/** What a server reports about an object, which says nothing in a manifest. */
export function isServerSet(key: string): boolean {
  return key === "status";
}
