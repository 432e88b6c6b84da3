import { defuse, encode } from "./encode.js";
import { commaList, type NameList } from "../base/text/list.js";

/** Text in a code span: the fence is longer than any run of backticks in it. */
export function codeSpan(text: string): string {
  const safe = defuse(encode(text));
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${safe}${ticks}` : `${ticks} ${safe} ${ticks}`;
}

/**
 * Text in a code span in a cell of a table. A bar behind a backslash cannot stand there: escaped, it would be a backslash that
 * is escaped, and the end of the cell. Such text stands outside of a code span.
 */
export function codeInCell(text: string): string {
  const safe = defuse(encode(text));
  return safe.includes("\\|") ? inline(safe) : codeSpan(text).replaceAll("|", "\\|");
}

/** Names in a cell of a table, each in a code span of its own, and how many there are beside them. */
export function codesInCell({ names, more }: NameList): string {
  return commaList({ names: names.map(codeInCell), more });
}

/** Text of one line that means only itself: Markdown, HTML, mentions and links are neutralised. It is expected to be encoded. */
export function inline(text: string): string {
  return (
    text
      .replaceAll(/[\\`*_[\]#|~]|^[-+>]/g, "\\$&")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll("@", "&#64;")
      // What GitHub makes a link of by itself: addresses, and issues by their number
      .replaceAll("://", ":&#47;/")
      .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, -1)}&#46;`)
      .replaceAll(/\bgh-(?=\d)/gi, (gh) => `${gh.slice(0, -1)}&#45;`)
  );
}

/**
 * A sentence of our own, whose values between backticks become code spans; the rest means only itself. It is expected to be encoded.
 * Where a value begins or ends with backticks of its own, readers of Markdown differ in what they pair: it is no code span.
 */
export function prose(text: string): string {
  return text
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part, i) => (i % 2 === 1 ? codeInCell(part.slice(1, -1)) : inline(part)))
    .join("");
}

/** Lines in a code block: the fence is longer than any run of backticks in them. */
export function* fence(lines: readonly string[], language: "text" | "diff" = "text"): Generator<string> {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  );
  const ticks = "`".repeat(longest + 1);
  yield `${ticks}${language}`;
  yield* lines;
  yield ticks;
}
