import { child } from "../../manifest/origin.js";
import { CommentLedger, type Marks } from "../comments.js";
import { commentLines } from "../lines.js";
import { isList, isMapping } from "../../manifest/value.js";
import type { Json } from "../edit.js";
import type { Layout, WrittenValue } from "../layout.js";
import type { OldDocument } from "./old-document.js";
import type { Rewriting } from "./rewriting.js";
import type { Slots } from "./slots.js";

/** How a document is written anew. */
export interface Manner {
  /** Values are written where aliases and merges of them stood. */
  readonly writesOutAliases: boolean;
  /** Comments to put above parts, without `#`. */
  readonly comments: ReadonlyMap<Rewriting, readonly string[]>;
}

/** What all printers of one new text share: the old document, and what has been taken from it. */
export class Writing {
  readonly old: OldDocument;
  readonly layout: Layout;
  readonly ledger: CommentLedger;
  readonly slots: Slots;
  readonly manner: Manner;
  /** The comments that have been put above parts. */
  readonly notes: string[] = [];

  constructor(old: OldDocument, marks: Marks, manner: Manner, slots: Slots) {
    this.old = old;
    this.layout = old.layout;
    this.ledger = new CommentLedger(old.layout.text, marks);
    this.slots = slots;
    this.manner = manner;
  }

  /** True where a range may be written as it stands: no comment would be there twice, no alias that is to go. */
  canCopy(start: number, end: number): boolean {
    return (
      this.ledger.isFree(start, end) && !(this.manner.writesOutAliases && this.ledger.hasAlias(start, end))
    );
  }

  /** The comments that are to be put above a part. */
  takeNotes(part: Rewriting): readonly string[] {
    const notes = commentLines(this.manner.comments.get(part) ?? []);
    this.notes.push(...notes);
    return notes;
  }
}

/** An old collection entry by entry, or an old scalar as a new value. */
export function expanded(
  { at, value }: Rewriting & { type: "old" },
  place: WrittenValue | undefined,
): Rewriting {
  const isCollection = place?.node.isFlow !== undefined;
  if (isCollection && isList(value))
    return {
      type: "list",
      at,
      items: value.map((item, i) => ({ type: "old", at: child(at, i), value: item })),
    };
  if (isCollection && isMapping(value))
    return {
      type: "mapping",
      at,
      entries: Object.entries(value).map(([key, field]) => {
        const was = child(at, key);
        return { key, was, value: { type: "old", at: was, value: field } };
      }),
    };
  return { type: "new", value: value as Json };
}
