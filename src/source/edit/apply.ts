import { changedDocument } from "./document.js";
import { changeOf } from "./change.js";
import { checkCuts, refusalOf } from "./cuts.js";
import { cutStream } from "../manifest/stream.js";
import { fileStyle } from "./style.js";
import { Refused, type DocumentEdit, type Edit, type RefusalCode } from "./edit.js";
import { withDocument } from "./add-document.js";
import type { SourceFile } from "../manifest/source.js";

/** The text of a file with edits, or why there is none. */
export type Edited =
  | {
      readonly text: string;
      /** The templates that helm says it made the edited documents from: they, not the file, are to be changed. */
      readonly templates: readonly string[];
      readonly refused?: never;
    }
  | { readonly refused: RefusalCode; /** The edit that was not possible. */ readonly edit: Edit };

/**
 * Edits a file in the fewest lines: whatever is not edited stays as it is, byte for byte. Edits are made one behind the
 * other, and the path of each is one in what those before it leave. Each is read again and compared: there is no text
 * that does not say exactly what the old one said with the edits.
 */
export function applyEdits(file: SourceFile, edits: readonly Edit[]): Edited {
  let { text } = file;
  const templates = new Set<string>();
  for (const edit of edits) {
    try {
      text = edited({ ...file, text }, file, edit);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { refused: error.code, edit };
    }
    const template = edit.type === "add-document" ? undefined : edit.at.document.sourceComment;
    if (template !== undefined) templates.add(template);
  }
  return { text, templates: [...templates] };
}

function edited(current: SourceFile, file: SourceFile, edit: Edit): string {
  const editedFile = edit.type === "add-document" ? edit.file : edit.at.document.file;
  if (editedFile !== file) throw new Error("invariant: an edit is one of the file that it is made in");
  const refusal = refusalOf(current);
  if (refusal !== undefined) throw new Refused(refusal);
  return edit.type === "add-document" ? withDocument(current, edit.value) : withChange(current, edit);
}

function withChange(file: SourceFile, edit: DocumentEdit): string {
  const { text } = file;
  const { index } = edit.at.document;
  const cuts = cutStream(file);
  const cut = cuts[index];
  if (cut === undefined || cut.problem !== undefined) throw new Refused("unreadable");
  const own = text.slice(cut.start, cut.end);
  const changed = changedDocument(own, changeOf(edit), fileStyle(text));
  const result = text.slice(0, cut.start) + changed + text.slice(cut.end);
  const longer = changed.length - own.length;
  const wanted = cuts.map(({ start, end }, i) => ({
    start: i > index ? start + longer : start,
    end: i >= index ? end + longer : end,
  }));
  checkCuts(file, result, wanted);
  return result;
}
