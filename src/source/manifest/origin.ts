import type { Document } from "./document.js";

/** A key of a mapping or an index of a list. */
export type PathStep = string | number;

/** Which half of a mapping's entry is meant; of a list's item there is only a value. */
export type EntryHalf = "key" | "value";

/**
 * Where something was written, kept symbolic until it is printed: a document and a path into it. Paths share their
 * beginnings, so an origin for every value costs one small object each.
 */
export interface Origin {
  readonly document: Document;
  readonly parent: Origin | undefined;
  /** The last step of the path; undefined at the root. */
  readonly step: PathStep | undefined;
  readonly part: EntryHalf;
  /** Of a value that was put together, where its parts are written that are not written below it. */
  readonly parts?: ReadonlyMap<PathStep, Origin>;
}

/** The origin of a document's root. */
export function rootOrigin(document: Document): Origin {
  return { document, parent: undefined, step: undefined, part: "value" };
}

/** The origin of a value below `parent`. */
export function child(parent: Origin, ...steps: readonly PathStep[]): Origin {
  let origin = parent;
  for (const step of steps)
    origin = origin.parts?.get(step) ?? {
      document: origin.document,
      parent: origin,
      step,
      part: "value",
    };
  return origin;
}

/** The origin of a key, instead of the value behind it. */
export function keyOf(origin: Origin): Origin {
  return { ...origin, part: "key" };
}

/** The path from the document's root. */
export function pathOf(origin: Origin): PathStep[] {
  const path: PathStep[] = [];
  for (let at: Origin | undefined = origin; at?.step !== undefined; at = at.parent) path.push(at.step);
  return path.toReversed();
}

/** The same text for the same place, however often its document is read. */
export function placeKey(origin: Origin): string {
  return `${origin.document.file.name}#${origin.document.index}${pointer(pathOf(origin))}`;
}

/** A path as a JSON pointer (RFC 6901); the root is the empty text. */
export function pointer(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
