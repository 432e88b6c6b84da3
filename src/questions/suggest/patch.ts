import { applyEdits } from "../../source/edit/splice/apply.js";
import { groupBy } from "../../base/collections/group-by.js";
import { unifiedDiff } from "../../source/edit/unified-diff.js";
import type { Amendment } from "./amendment.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** Edits as they change files. */
export interface Patch {
  /** Unified diffs of all edited files, one behind the other; exact text. */
  readonly text: string;
  /** Lines that go, and lines that come. */
  readonly linesChanged: number;
  /** The edited files by those that they were at first. */
  readonly files: ReadonlyMap<SourceFile, SourceFile>;
}

/** @returns undefined where the text of a file cannot be edited so */
export function patchOf(amendments: readonly Amendment[]): Patch | undefined {
  const files = new Map<SourceFile, SourceFile>();
  for (const [file, ofFile] of groupBy(amendments, ({ document }) => document.file)) {
    const edited = applyEdits(
      file,
      ofFile.flatMap(({ edits }) => edits),
    );
    if (edited.refused !== undefined) return undefined;
    files.set(file, { ...file, text: edited.text });
  }
  const diffs = [...files].map(([original, edited]) =>
    unifiedDiff(original.name, original.text === "" ? undefined : original.text, edited.text),
  );
  return {
    text: diffs.map(({ text }) => text).join(""),
    linesChanged: diffs.reduce((sum, { changedLines }) => sum + changedLines, 0),
    files,
  };
}

/** How much text is read to write a patch: that of all files that it changes. */
export function costOfPatch(amendments: readonly Amendment[]): number {
  const files = new Set(amendments.map(({ document }) => document.file));
  return [...files].reduce((sum, { text }) => sum + text.length, 0);
}
