import { changedAtOnce, changedDocument } from "./document.js";
import { changeOf } from "./change.js";
import { checkCuts, refusalOf } from "../cuts.js";
import { cutStream } from "../../manifest/stream.js";
import { fileStyle } from "../style.js";
import { Refused, type DocumentEdit, type Edit, type RefusalCode } from "../edit.js";
import { withDocument } from "./add-document.js";
import type { FileStyle } from "../layout.js";
import type { SourceFile } from "../../manifest/source.js";

/** The text of a file with edits, or why there is none. */
export type Edited =
  | {
      readonly text: string;
      /** The templates that helm says it made the edited documents from: they, not the file, are to be changed. */
      readonly templates: readonly string[];
      readonly refused?: never;
    }
  | RefusedEdit;

interface RefusedEdit {
  readonly refused: RefusalCode;
  /** The edit that was not possible. */
  readonly edit: Edit;
}

/**
 * Edits a file in the fewest lines: whatever is not edited stays as it is, byte for byte. Edits are made one behind the
 * other, and the path of each is one in what those before it leave. Each is read again and compared: there is no text
 * that does not say exactly what the old one said with the edits.
 */
export function applyEdits(file: SourceFile, edits: readonly Edit[]): Edited {
  const made = editedInOrder(file.text, file, edits);
  return typeof made === "string" ? { text: made, templates: templatesOf(edits) } : made;
}

function templatesOf(edits: readonly Edit[]): string[] {
  const templates = edits.flatMap((edit) =>
    edit.type === "add-document" ? [] : [edit.at.document.sourceComment],
  );
  return [...new Set(templates.filter((each) => each !== undefined))];
}

/** Many at once are read again once; halves of them where that cannot be. The first edit that is refused ends all. */
function editedInOrder(text: string, file: SourceFile, edits: readonly Edit[]): string | RefusedEdit {
  const [only, ...more] = edits;
  if (only === undefined) return text;
  if (more.length === 0)
    return unlessRefused(
      () => edited({ ...file, text }, file, only),
      (code) => ({ refused: code, edit: only }),
    );
  const atOnce = editedAtOnce({ ...file, text }, file, edits);
  if (atOnce !== undefined) return atOnce;
  const half = edits.length >> 1;
  const first = editedInOrder(text, file, edits.slice(0, half));
  return typeof first === "string" ? editedInOrder(first, file, edits.slice(half)) : first;
}

/** Several edits of one document, where they can be made at once. */
function editedAtOnce(current: SourceFile, file: SourceFile, edits: readonly Edit[]): string | undefined {
  const changes = edits.filter((edit) => edit.type === "rename" || edit.type === "set");
  const [first] = changes;
  const isOneDocument = changes.every(
    ({ at: { document } }) => document.file === file && document.index === first?.at.document.index,
  );
  if (first === undefined || changes.length < edits.length || !isOneDocument) return undefined;
  if (refusalOf(current) !== undefined) return undefined;
  const { index } = first.at.document;
  return unlessRefused(
    () => inDocument(current, index, (own, style) => changedAtOnce(own, changes.map(changeOf), style)),
    () => undefined,
  );
}

function unlessRefused<T, U>(make: () => T, otherwise: (code: RefusalCode) => U): T | U {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return otherwise(error.code);
    throw error;
  }
}

function edited(current: SourceFile, file: SourceFile, edit: Edit): string {
  const editedFile = edit.type === "add-document" ? edit.file : edit.at.document.file;
  if (editedFile !== file) throw new Error("invariant: an edit is one of the file that it is made in");
  const refusal = refusalOf(current);
  if (refusal !== undefined) throw new Refused(refusal);
  return edit.type === "add-document" ? withDocument(current, edit.value) : withChange(current, edit);
}

function withChange(file: SourceFile, edit: DocumentEdit): string {
  const change = changeOf(edit);
  const text = inDocument(file, edit.at.document.index, (own, style) => changedDocument(own, change, style));
  if (text === undefined) throw new Error("invariant: one change is made or refused");
  return text;
}

/** A file in which the text of one document is another one; undefined where there is none. */
function inDocument(
  file: SourceFile,
  index: number,
  change: (own: string, style: FileStyle) => string | undefined,
): string | undefined {
  const { text } = file;
  const cuts = cutStream(file);
  const cut = cuts[index];
  if (cut === undefined || cut.problem !== undefined) throw new Refused("unreadable");
  const own = text.slice(cut.start, cut.end);
  const changed = change(own, fileStyle(text));
  if (changed === undefined) return undefined;
  const result = text.slice(0, cut.start) + changed + text.slice(cut.end);
  const longer = changed.length - own.length;
  const wanted = cuts.map(({ start, end }, i) => ({
    start: i > index ? start + longer : start,
    end: i >= index ? end + longer : end,
  }));
  checkCuts(file, result, wanted);
  return result;
}
