import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../manifest/value.js";
import { Refused, type DocumentEdit, type Json } from "../edit.js";
import { pathOf, type PathStep } from "../../manifest/origin.js";

/** An edit of one document, its place as a path. */
export type PathEdit =
  | {
      readonly type: "insert-item";
      readonly path: readonly PathStep[];
      readonly index: number;
      readonly value: Json;
    }
  | { readonly type: "set"; readonly path: readonly PathStep[]; readonly value: Json }
  | { readonly type: "remove" | "unwrap"; readonly path: readonly PathStep[] }
  | { readonly type: "rename"; readonly path: readonly PathStep[]; readonly key: string };

/** What an edit says, without the document. */
export function changeOf(edit: DocumentEdit): PathEdit {
  const path = pathOf(edit.at);
  switch (edit.type) {
    case "insert-item":
      return { type: "insert-item", path, index: edit.index, value: edit.value };
    case "set":
      return { type: "set", path, value: edit.value };
    case "remove":
    case "unwrap":
      return { type: edit.type, path };
    case "rename":
      return { type: "rename", path, key: edit.key };
  }
}

/**
 * The value with a change: what a document must say once its text has been edited.
 * @throws {Refused} where the value has no such place
 */
export function changed(value: Value | undefined, change: PathEdit): Value {
  if (change.type === "rename") return withKey(value, change.path, change.key);
  return withPart(value, change.path, (old) => {
    switch (change.type) {
      case "insert-item":
        return withItem(old ?? [], change.index, change.value);
      case "set":
        return change.value;
      case "remove":
        if (old === undefined) throw new Refused("no-such-place");
        return undefined;
      case "unwrap":
        return onlyField(old);
    }
  }) as Value;
}

/** The value with another key for a field. */
function withKey(value: Value | undefined, path: readonly PathStep[], key: string): Value {
  const step = path.at(-1);
  return withPart(value, path.slice(0, -1), (mapping) => {
    const isPossible = isMapping(mapping) && typeof step === "string" && mapping[key] === undefined;
    const field = isPossible ? mapping[step] : undefined;
    if (!isPossible || field === undefined) throw new Refused("no-such-place");
    return withField(withField(mapping, step, undefined), key, field);
  }) as Value;
}

function onlyField(value: Value | undefined): Value {
  const [only, ...others] = isMapping(value) ? Object.values(value) : [];
  if (only === undefined || others.length > 0) throw new Refused("no-such-place");
  return only;
}

function withItem(list: Value, index: number, item: Value): Value {
  if (!isList(list)) throw new Refused("not-a-list");
  if (index < 0 || index > list.length) throw new Refused("no-such-place");
  return list.toSpliced(index, 0, item);
}

/** The value with what `edit` makes of the one at a path; undefined takes it out. */
function withPart(
  value: Value | undefined,
  path: readonly PathStep[],
  edit: (old: Value | undefined) => Value | undefined,
): Value | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return edit(value);
  if (typeof step === "string") {
    const mapping = value ?? emptyMapping();
    if (!isMapping(mapping)) throw new Refused("no-such-place");
    return withField(mapping, step, withPart(mapping[step], rest, edit));
  }
  if (!isList(value) || value[step] === undefined) throw new Refused("no-such-place");
  const item = withPart(value[step], rest, edit);
  return value.toSpliced(step, 1, ...(item === undefined ? [] : [item]));
}

function withField(mapping: Mapping, key: string, field: Value | undefined): Mapping {
  const result = emptyMapping();
  for (const each of Object.keys(mapping)) result[each] = mapping[each] as Value;
  if (field === undefined) delete result[key];
  else result[key] = field;
  return result;
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: Value, path: readonly PathStep[]): Value | undefined {
  let at: Value | undefined = value;
  for (const step of path) {
    if (isList(at)) at = typeof step === "number" ? at[step] : undefined;
    else at = isMapping(at) ? at[String(step)] : undefined;
  }
  return at;
}
