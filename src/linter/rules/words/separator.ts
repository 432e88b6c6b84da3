import { SPLIT } from "./unread.js";
import type { Place } from "../../../cluster/problems/problem.js";

/** What to write where a line of one or two `-` stands between documents; undefined where none does. */
export function separatorHelp(at: Place): string | undefined {
  if (!("span" in at)) return undefined;
  const { text } = at.document.file;
  const start = text.lastIndexOf("\n", at.span.start - 1) + 1;
  const isSeparator = /^--?[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:apiVersion|kind|metadata):/.test(
    text.slice(start, start + LONGEST),
  );
  return isSeparator ? `${SPLIT}: this one has too few dashes` : undefined;
}

/** How far behind it the next document is looked for: a comment may stand between. */
const LONGEST = 4096;
