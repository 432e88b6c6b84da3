import { beginsLine, behindEntry, column, indentation, lineStart } from "../lines.js";
import { OldDocument } from "./old-document.js";
import { outside } from "./block-lines.js";
import { blockCollection } from "./block-printing.js";
import { combined, type Combined } from "./combine.js";
import { expanded, Writing, type Manner } from "./writing.js";
import { flowValue } from "./flow-printing.js";
import { isSameValue } from "../same-value.js";
import { layoutOf } from "../read-layout.js";
import { marksIn, type Marks } from "../comments.js";
import { Refused, type Json } from "../edit.js";
import { rewrittenValue, type Rewrite, type Rewriting } from "./rewriting.js";
import { rootPlace, type Layout } from "../layout.js";
import { Slots } from "./slots.js";
import type { Value } from "../../manifest/value.js";
import type { RewrittenCollection } from "./align.js";

/**
 * The text of a document with objects rewritten. It is read again: it says what the rewritings say, and has every
 * comment of the old text once.
 * @throws {Refused} where no such text is found
 */
export function rewrittenDocument(layout: Layout, rewrites: readonly Rewrite[]): string {
  const whole = combined(layout, rewrites);
  const marks = layout.isJson ? NO_MARKS : marksIn(layout.text);
  const old = new OldDocument(layout);
  const wanted = rewrittenValue(whole.rewriting);
  for (const attempt of attempts(layout, rewrites, whole)) {
    const result = printed(old, marks, attempt);
    if (isVerified(layout, marks, result, wanted)) return result.text;
  }
  throw new Refused("unverified");
}

const NO_MARKS: Marks = { comments: [], aliases: [] };

/** As it stands; with what aliases and merges stand for; with the rewritten objects printed anew. */
function* attempts(
  layout: Layout,
  rewrites: readonly Rewrite[],
  whole: Combined,
): Generator<Combined & Manner> {
  yield { ...whole, writesOutAliases: false };
  yield { ...whole, writesOutAliases: true };
  const anew = rewrites.map((rewrite) => ({ ...rewrite, to: renewed(rewrite.to) }));
  yield { ...combined(layout, anew), writesOutAliases: true };
}

/** The same value, of which only the first fields are old ones, with their comments. */
function renewed(rewriting: Rewriting): Rewriting {
  const anew = (part: Rewriting): Rewriting => ({ type: "new", value: rewrittenValue(part) as Json });
  if (rewriting.type !== "mapping") return anew(rewriting);
  const entries = rewriting.entries.map((entry) => ({ ...entry, value: anew(entry.value) }));
  return { ...rewriting, entries };
}

/** A text, with the comments in it that are no old ones. */
interface Printed {
  readonly text: string;
  readonly notes: readonly string[];
}

function isVerified(layout: Layout, marks: Marks, { text, notes }: Printed, wanted: Value): boolean {
  try {
    if (!isSameValue(layoutOf(text, layout).value, wanted)) return false;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  return layout.isJson || hasEveryComment(layout.text, marks, text, notes);
}

/** True where a text has each comment of the old one as often, and no other one that is not a note on something new. */
function hasEveryComment(old: string, marks: Marks, text: string, notes: readonly string[]): boolean {
  const counts = new Map<string, number>();
  const count = (comment: string, by: number): void => {
    const key = comment.trimEnd();
    counts.set(key, (counts.get(key) ?? 0) + by);
  };
  for (const { start, end } of marksIn(text).comments) count(text.slice(start, end), 1);
  for (const { start, end } of marks.comments) count(old.slice(start, end), -1);
  for (const note of notes) count(note, -1);
  return [...counts.values()].every((each) => each === 0);
}

/** Prints twice where comments lost their part: the first printing shows where they can go. */
function printed(old: OldDocument, marks: Marks, attempt: Combined & Manner): Printed {
  const slots = new Slots();
  const first = new Writing(old, marks, attempt, slots);
  const text = printedOnce(first, attempt.rewriting);
  const left = first.ledger.left();
  if (left.length === 0) return { text, notes: first.notes };
  const filled = new Slots(slots.places(left, old.layout.text));
  const second = new Writing(old, marks, attempt, filled);
  return { text: printedOnce(second, attempt.rewriting), notes: second.notes };
}

function printedOnce(writing: Writing, rewriting: Rewriting): string {
  const { layout, slots } = writing;
  const root = rootPlace(layout);
  if (rewriting.type === "old" && rewriting.at.parent === undefined && !writing.manner.writesOutAliases)
    return layout.text;
  return slots.inside({ start: 0, end: layout.text.length }, () => {
    const value =
      rewriting.type === "old" ? expanded(rewriting, writing.old.placeOf(rewriting.at)) : rewriting;
    const isCollection = value.type === "mapping" || value.type === "list";
    const isBlock = root.node.isFlow === false && isCollection && !isEmpty(value);
    return isBlock ? blockRoot(writing, value) : flowRoot(writing, value);
  });
}

function isEmpty(value: RewrittenCollection): boolean {
  return (value.type === "mapping" ? value.entries : value.items).length === 0;
}

function blockRoot(writing: Writing, value: RewrittenCollection): string {
  const { layout, ledger, slots } = writing;
  const { text, lineBreak, root } = layout;
  const { start, end: valueEnd } = root.span;
  const at = column(text, start);
  const strays = slots.at(start);
  const isOnOwnLine = beginsLine(text, start);
  const line = isOnOwnLine ? lineStart(text, start) : start;
  const entries = [...(writing.old.blockEntries(rootPlace(layout))?.values() ?? [])];
  const end = entries.at(-1)?.end ?? behindEntry(text, valueEnd, at);
  ledger.take(0, line);
  ledger.take(end, text.length);
  const { above, first, rest, endsOpen } = blockCollection(writing, value, at);
  const by = " ".repeat(at);
  const notes = writing.takeNotes(value);
  const lines = [
    ...strays.map((comment) => by + comment.text),
    ...above,
    ...notes.map((note) => by + note),
    (isOnOwnLine ? by : "") + first,
    ...rest,
  ];
  const below = text.slice(end);
  const suffix = endsOpen ? outside(below.split(lineBreak), at).join(lineBreak) : below;
  return text.slice(0, line) + lines.join(lineBreak) + suffix;
}

function flowRoot(writing: Writing, value: Rewriting): string {
  const { layout, ledger, slots } = writing;
  const { text, root, lineBreak, isJson } = layout;
  const { start, end } = root.span;
  const notes = isJson ? [] : writing.takeNotes(value);
  const comments = [...slots.at(start).map((comment) => comment.text), ...notes];
  ledger.take(0, start);
  ledger.take(end, text.length);
  const place = rootPlace(layout);
  const context = {
    by: indentation(text, start),
    style: writing.old.flowStyle(place),
    isSpread: isJson,
    was: place,
  };
  const above = comments.map((comment) => comment + lineBreak).join("");
  return text.slice(0, start) + above + flowValue(writing, value, context) + text.slice(end);
}
