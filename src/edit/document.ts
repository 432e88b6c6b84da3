import { blockSplices } from "./block.js";
import { changed, isSameValue, type Change } from "./change.js";
import { flowSplices } from "./flow.js";
import { narrowed } from "./narrow.js";
import { positionsOf } from "../manifest/positions.js";
import { readDocuments } from "../manifest/read.js";
import { Refused } from "./edit.js";
import { renaming, unwrapping } from "./keys.js";
import { spliced, type Splice } from "./splice.js";
import { targetOf, type Target } from "./target.js";
import type { DocumentReading } from "../manifest/document.js";
import type { FileStyle, Layout } from "./layout.js";
import type { Step } from "../manifest/origin.js";
import type { Value } from "../manifest/value.js";

/**
 * The text of a document with a change, in few lines. It is read again after every step, and must say what the old text
 * said with the change.
 * @throws {Refused} where it cannot be changed safely
 */
export function changedDocument(text: string, change: Change, style: FileStyle): string {
  let layout = layoutOf(text, style);
  const wanted = changed(layout.value, change);
  for (const step of stepsOf(layout.value, change)) {
    const stepWanted = changed(layout.value, step);
    const next = spliced(layout.text, splicesFor(layout, targetOf(layout, step)));
    layout = verified(next, stepWanted, style);
  }
  if (!isSameValue(layout.value, wanted)) throw new Refused("unverified");
  return layout.text;
}

/**
 * A document's text with the places of everything in it.
 * @throws {Refused} where it cannot be read
 */
export function layoutOf(text: string, style: FileStyle): Layout {
  const { document, value, problem, rest } = onlyReading(text) ?? {};
  if (document === undefined || value === undefined || problem !== undefined || rest !== undefined)
    throw new Refused("unreadable");
  const isJson = document.cut.syntax === "json";
  return { ...style, text, root: positionsOf(document), value, isJson };
}

function onlyReading(text: string): DocumentReading | undefined {
  const readings = [...readDocuments({ name: "", text })];
  return readings.length === 1 ? readings[0] : undefined;
}

function verified(text: string, wanted: Value, style: FileStyle): Layout {
  try {
    const layout = layoutOf(text, style);
    if (isSameValue(layout.value, wanted)) return layout;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  throw new Refused("unverified");
}

/** A value that is set is compared with the old one; the other changes are as small as they can be. */
function stepsOf(value: Value, change: Change): readonly Change[] {
  if (change.type !== "set") return [change];
  return narrowed(change.path, valueAt(value, change.path), change.value);
}

function valueAt(value: Value, path: readonly Step[]): Value | undefined {
  let at: Value | undefined = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Readonly<Record<Step, Value>>)[step];
  }
  return at;
}

/** A collection is edited in its own style, a value in that of the collection that it stands in. */
function splicesFor(layout: Layout, target: Target): Splice[] {
  if (target.type === "rename") return renaming(layout, target.place, target.key);
  if (target.type === "unwrap") return unwrapping(layout, target.place);
  const around = target.type === "insert" ? target.into : target.place.parent;
  const isFlow = around === undefined ? layout.isJson : around.node.isFlow === true;
  return isFlow ? flowSplices(layout, target) : blockSplices(layout, target);
}
