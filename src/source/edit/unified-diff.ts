import { formatPatch, structuredPatch } from "diff";

/** How a file changes: what `git apply` and `patch -p1` take, and how many lines go and come. */
export interface UnifiedDiff {
  readonly text: string;
  readonly changedLines: number;
}

/** The lines around a change that a patch is found by. */
const CONTEXT = 3;

/**
 * The difference of two texts of one file.
 * @param name the file's path, from where the patch is applied
 * @param before undefined for a new file
 */
export function unifiedDiff(name: string, before: string | undefined, after: string): UnifiedDiff {
  const path = name.replace(/^(?:\.?\/)+/, "");
  const old = before === undefined ? "/dev/null" : `a/${path}`;
  const patch = structuredPatch(old, `b/${path}`, before ?? "", after, undefined, undefined, {
    context: CONTEXT,
  });
  const changed = patch.hunks.flatMap(({ lines }) => lines).filter((line) => /^[-+]/.test(line));
  const headers = { includeIndex: false, includeUnderline: false, includeFileHeaders: true };
  const text = formatPatch(patch, headers);
  return { text: path.includes(" ") ? withTabs(text) : text, changedLines: changed.length };
}

/** True for a name that can stand in a patch as it is: a line break or a quotation mark cannot. */
export function isPatchable(name: string): boolean {
  return !/[\p{Cc}\p{Cs}"]/u.test(name);
}

/** `patch` takes a name to end at a blank, and git writes a tab behind one that has blanks. */
function withTabs(patch: string): string {
  return patch.replace(/^(---.*)\n(\+\+\+.*)\n/, "$1\t\n$2\t\n");
}
