import { child, rootOrigin, type Origin } from "../../manifest/origin.js";
import { isList, isMapping, type Value } from "../../manifest/value.js";
import { isSameValue } from "../same-value.js";
import { valueAt, type PathEdit } from "./change.js";
import { Refused, type Json } from "../edit.js";
import { rewrittenDocument } from "../rewrite/document.js";
import type { Layout } from "../layout.js";
import type { Rewriting } from "../rewrite/rewriting.js";

/**
 * The text of a YAML document with a change that keeps what stands there as a whole, or parts of it, somewhere else:
 * further in, further out, in another shape. What is kept keeps its quotes and its comments.
 * @returns undefined for a change that keeps nothing, or whose text cannot be had so
 */
export function keptWhole(layout: Layout, change: PathEdit): string | undefined {
  if (layout.isJson) return undefined;
  const at = child(rootOrigin(layout.document), ...change.path);
  const old = valueAt(layout.value, change.path);
  const to = old === undefined ? undefined : keeping(at, old, change);
  if (to === undefined) return undefined;
  try {
    return rewrittenDocument(layout, [{ at, to, also: [] }]);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function keeping(at: Origin, old: Value, change: PathEdit): Rewriting | undefined {
  if (change.type === "set") return new Reuse(at, old).of(change.value);
  if (change.type !== "unwrap") return undefined;
  const [only, ...others] = isMapping(old) ? Object.entries(old) : [];
  if (only === undefined || others.length > 0) return undefined;
  const [key, value] = only;
  return { type: "old", at: child(at, key), value };
}

/** Finds parts of an old value in a new one, each of them once. */
class Reuse {
  readonly #parts: { readonly at: Origin; readonly value: Value; isUsed: boolean; readonly size: number }[] =
    [];
  #found = 0;

  constructor(at: Origin, old: Value) {
    if (isList(old) || isMapping(old)) this.#collect(at, old);
  }

  /** The new value, with what is an old part as that; undefined where nothing is. */
  of(value: Json): Rewriting | undefined {
    const rewriting = this.#rewriting(value);
    return this.#found === 0 ? undefined : rewriting;
  }

  /** Lists a value before the parts of it, with how many of those follow it. */
  #collect(at: Origin, value: Value): number {
    const index = this.#parts.length;
    this.#parts.push({ at, value, isUsed: false, size: 0 });
    let size = 1;
    if (isList(value)) for (const [i, item] of value.entries()) size += this.#collect(child(at, i), item);
    else if (isMapping(value))
      for (const [key, field] of Object.entries(value)) size += this.#collect(child(at, key), field);
    this.#parts[index] = { at, value, isUsed: false, size };
    return size;
  }

  #rewriting(value: Json): Rewriting {
    const index = this.#parts.findIndex((part) => !part.isUsed && isSameValue(part.value, value as Value));
    const part = this.#parts[index];
    if (part !== undefined) {
      for (const each of this.#parts.slice(index, index + part.size)) each.isUsed = true;
      this.#found++;
      return { type: "old", at: part.at, value: part.value };
    }
    if (isJsonList(value)) return { type: "list", items: value.map((item) => this.#rewriting(item)) };
    if (typeof value !== "object" || value === null) return { type: "new", value };
    const entries = Object.entries(value).map(([key, field]) => ({ key, value: this.#rewriting(field) }));
    return { type: "mapping", entries };
  }
}

function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
