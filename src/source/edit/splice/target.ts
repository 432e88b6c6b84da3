import { Refused, type Json } from "../edit.js";
import { childPlace, isWrittenInside, rootPlace, type Layout, type WrittenValue } from "../layout.js";
import { isList, isMapping, type Value } from "../../manifest/value.js";
import type { PathEdit } from "./change.js";
import type { PathStep } from "../../manifest/origin.js";

/** What has to be done to the text. */
export type EditTarget =
  | CollectionTarget
  | { readonly type: "rename"; readonly place: WrittenValue; readonly key: string }
  /** Puts the only entry of a mapping in its place. */
  | { readonly type: "unwrap"; readonly place: WrittenValue };

/** What has to be done in a collection, in its own style. A collection is never left without an entry: that is another text, `[]` or `{}`. */
export type CollectionTarget =
  /** A new entry of a collection that has some: before entry `index`, with a key if it is a mapping's. */
  | {
      readonly type: "insert";
      readonly into: WrittenValue;
      readonly index: number;
      readonly key: string | undefined;
      readonly value: Json;
    }
  | { readonly type: "replace"; readonly place: WrittenValue; readonly value: Json }
  /** Takes out one entry of several. */
  | { readonly type: "remove"; readonly place: WrittenValue };

/**
 * Finds where a change is to be written.
 * @throws {Refused} where there is no such place, or it is not written where the value is
 */
export function targetOf(layout: Layout, change: PathEdit): EditTarget {
  const found = find(layout, change.path);
  switch (change.type) {
    case "set":
      return setting(found, change.value);
    case "insert-item": {
      const { place, value, missing } = found;
      const hasItems = missing.length === 0 && isList(value) && value.length > 0;
      if (!hasItems) return setting(found, [change.value]);
      checkInside(place);
      return { type: "insert", into: place, index: change.index, key: undefined, value: change.value };
    }
    case "remove":
      return removing(found);
    case "rename":
      return { type: "rename", place: written(found), key: change.key };
    case "unwrap":
      checkInside(written(found));
      return { type: "unwrap", place: found.place };
  }
}

/** The deepest place on a path that has a value, that value, and the steps that are left. */
interface DeepestValue {
  readonly place: WrittenValue;
  readonly value: Value;
  readonly missing: readonly PathStep[];
}

function find(layout: Layout, path: readonly PathStep[]): DeepestValue {
  let place = rootPlace(layout);
  let { value } = layout;
  for (const [i, step] of path.entries()) {
    const next = childPlace(place, step);
    const field = fieldOf(value, step);
    if (next === undefined || field === undefined) return { place, value, missing: path.slice(i) };
    if (!isWrittenInside(place.node, next)) throw new Refused("alias");
    place = next;
    value = field;
  }
  return { place, value, missing: [] };
}

function fieldOf(value: Value, step: PathStep): Value | undefined {
  if (isList(value)) return typeof step === "number" ? value[step] : undefined;
  return isMapping(value) ? value[String(step)] : undefined;
}

function setting({ place, value, missing }: DeepestValue, json: Json): EditTarget {
  const [key, ...deeper] = missing;
  if (key === undefined) return { type: "replace", place, value: json };
  if (typeof key === "number") throw new Refused("no-such-place");
  const field = wrapped(deeper, json);
  const isEmpty = value === null || (isMapping(value) && Object.keys(value).length === 0);
  if (isEmpty) return { type: "replace", place, value: { [key]: field } };
  checkInside(place);
  return { type: "insert", into: place, index: place.node.children.size, key, value: field };
}

function wrapped(path: readonly PathStep[], value: Json): Json {
  return path.reduceRight<Json>((inside, step) => ({ [step]: inside }), value);
}

function removing({ place, missing }: DeepestValue): EditTarget {
  if (missing.length > 0 || place.parent === undefined) throw new Refused("no-such-place");
  const isOnly = place.parent.node.children.size === 1;
  if (!isOnly) return { type: "remove", place };
  return { type: "replace", place: place.parent, value: typeof place.step === "number" ? [] : {} };
}

function written({ place, missing }: DeepestValue): WrittenValue {
  if (missing.length > 0) throw new Refused("no-such-place");
  return place;
}

/** A new entry of what an alias stands for, or of a mapping with merged keys, would stand somewhere else. */
function checkInside({ node }: WrittenValue): void {
  for (const entry of node.children.values()) if (!isWrittenInside(node, entry)) throw new Refused("alias");
}
