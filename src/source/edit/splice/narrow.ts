import { isList, isMapping, type Mapping, type Value } from "../../manifest/value.js";
import { isSameValue } from "../same-value.js";
import type { PathEdit } from "./change.js";
import type { Json } from "../edit.js";
import type { PathStep } from "../../manifest/origin.js";

/**
 * Setting a value, as changes of what differs: lines that say the same before and behind, and the comments between them,
 * stay. Each change is one of the value that those before it leave.
 */
export function narrowed(path: readonly PathStep[], old: Value | undefined, value: Json): PathEdit[] {
  if (isSameValue(old, value)) return [];
  if (isMapping(old) && isMapping(value)) return narrowedMapping(path, old, value);
  if (isList(old) && isList(value)) return narrowedList(path, old, value);
  return [{ type: "set", path, value }];
}

function narrowedMapping(
  path: readonly PathStep[],
  old: Mapping,
  value: Readonly<Record<string, Json>>,
): PathEdit[] {
  const kept = Object.keys(value).filter((key) => Object.hasOwn(old, key));
  if (kept.length === 0) return [{ type: "set", path, value }];
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
  return [
    ...gone.map((key): PathEdit => ({ type: "remove", path: [...path, key] })),
    ...Object.entries(value).flatMap(([key, field]) => narrowed([...path, key], old[key], field)),
  ];
}

/** What two lists have in common at both ends stays; what lies between is changed item by item. */
function narrowedList(path: readonly PathStep[], old: readonly Value[], value: readonly Json[]): PathEdit[] {
  const shorter = Math.min(old.length, value.length);
  if (shorter === 0) return [{ type: "set", path, value }];
  let first = 0;
  while (first < shorter && isSameValue(old[first], value[first])) first++;
  let tail = 0;
  while (tail < shorter - first && isSameValue(old.at(-1 - tail), value.at(-1 - tail))) tail++;
  const changes: PathEdit[] = [];
  for (let i = old.length - tail - 1; i >= value.length - tail && i >= first; i--)
    changes.push({ type: "remove", path: [...path, i] });
  for (let i = first; i < value.length - tail; i++) {
    const item = value[i] ?? null;
    if (i < old.length - tail) changes.push(...narrowed([...path, i], old[i], item));
    else changes.push({ type: "insert-item", path, index: i, value: item });
  }
  return changes;
}
