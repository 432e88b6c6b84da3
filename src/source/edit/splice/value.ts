import { changed, changeOf } from "./change.js";
import { pathOf, type Origin } from "../../manifest/origin.js";
import { Refused, type DocumentEdit } from "../edit.js";
import type { Value } from "../../manifest/value.js";

/**
 * What an object says with an edit, without its text.
 * @param at the object's own place
 * @returns undefined where there is nothing that could be edited so
 */
export function editedValue(value: Value, at: Origin, edit: DocumentEdit): Value | undefined {
  const change = changeOf(edit);
  try {
    return changed(value, { ...change, path: change.path.slice(pathOf(at).length) });
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
