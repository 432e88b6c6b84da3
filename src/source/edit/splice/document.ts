import { blockSplices } from "./block.js";
import { changed, valueAt, type PathEdit } from "./change.js";
import { isSameValue } from "../same-value.js";
import { flowSplices } from "./flow.js";
import { narrowed } from "./narrow.js";
import { marksIn } from "../comments.js";
import { wrapping } from "./wrap.js";
import { keptWhole } from "./reuse.js";
import { layoutOf } from "../read-layout.js";
import { Refused } from "../edit.js";
import { renaming, unwrapping } from "./keys.js";
import { spliced, type Splice } from "./splice.js";
import { targetOf, type EditTarget } from "./target.js";
import type { FileStyle, Layout } from "../layout.js";
import type { Value } from "../../manifest/value.js";

/**
 * The text of a document with a change, in few lines. It is read again after every step, and must say what the old text
 * said with the change.
 * @throws {Refused} where it cannot be changed safely
 */
export function changedDocument(text: string, change: PathEdit, style: FileStyle): string {
  let layout = layoutOf(text, style);
  const wanted = changed(layout.value, change);
  for (const step of stepsOf(layout.value, change)) {
    const stepWanted = changed(layout.value, step);
    layout = stepped(layout, step, stepWanted, style);
  }
  if (!isSameValue(layout.value, wanted)) throw new Refused("unverified");
  return layout.text;
}

/**
 * The text of a document with several changes, each of which is a splice that touches no other, read again once. Each path
 * is one in what the changes before it leave.
 * @returns undefined where the changes have to be made one behind the other
 * @throws {Refused} where one of them is refused as it stands
 */
export function changedAtOnce(
  text: string,
  changes: readonly PathEdit[],
  style: FileStyle,
): string | undefined {
  const layout = layoutOf(text, style);
  const splices: Splice[] = [];
  let wanted = layout.value;
  for (const change of changes) {
    const [step, ...more] = stepsOf(layout.value, change);
    if (step === undefined || more.length > 0 || step.path.length < change.path.length) return undefined;
    const target = targetOf(layout, step);
    if (movedIn(layout, step, target) !== undefined) return undefined;
    splices.push(...splicesFor(layout, target));
    wanted = changed(wanted, change);
  }
  const inOrder = splices.toSorted((a, b) => a.start - b.start);
  if (!areApart(inOrder)) return undefined;
  const next = attempted(spliced(text, inOrder), wanted, style);
  return next !== undefined && hasComments(layout, next) ? next.text : undefined;
}

/** True where no splice begins where the one before it ends, or before. */
function areApart(splices: readonly Splice[]): boolean {
  return splices.every((each, i) => i === 0 || (splices[i - 1] as Splice).end < each.start);
}

/** A step in as few bytes as can be; where comments would be lost, what stays is moved with them. */
function stepped(layout: Layout, step: PathEdit, wanted: Value, style: FileStyle): Layout {
  const target = targetOf(layout, step);
  const moved = movedIn(layout, step, target);
  const next = moved === undefined ? undefined : attempted(spliced(layout.text, moved), wanted, style);
  const plain = next ?? attempted(spliced(layout.text, splicesFor(layout, target)), wanted, style);
  if (plain !== undefined && hasComments(layout, plain)) return plain;
  const kept = keptWhole(layout, step);
  if (kept !== undefined) return verified(kept, wanted, style);
  if (plain === undefined) throw new Refused("unverified");
  return plain;
}

function movedIn(layout: Layout, step: PathEdit, target: EditTarget): Splice[] | undefined {
  if (step.type !== "set" || target.type !== "replace") return undefined;
  const old = valueAt(layout.value, step.path);
  return old === undefined ? undefined : wrapping(layout, target.place, old, step.value);
}

/** True where a text has as many comments as the one before. */
function hasComments(before: Layout, { text }: Layout): boolean {
  return before.isJson || marksIn(text).comments.length >= marksIn(before.text).comments.length;
}

function attempted(text: string, wanted: Value, style: FileStyle): Layout | undefined {
  try {
    return verified(text, wanted, style);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
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
function stepsOf(value: Value, change: PathEdit): readonly PathEdit[] {
  if (change.type !== "set") return [change];
  return narrowed(change.path, valueAt(value, change.path), change.value);
}

/** A collection is edited in its own style, a value in that of the collection that it stands in. */
function splicesFor(layout: Layout, target: EditTarget): Splice[] {
  if (target.type === "rename") return renaming(layout, target.place, target.key);
  if (target.type === "unwrap") return unwrapping(layout, target.place);
  const around = target.type === "insert" ? target.into : target.place.parent;
  const isFlow = around === undefined ? layout.isJson : around.node.isFlow === true;
  return isFlow ? flowSplices(layout, target) : blockSplices(layout, target);
}
