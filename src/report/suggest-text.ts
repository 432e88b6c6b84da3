import { code, fence, inline } from "./markdown.js";
import { defuse, encode } from "./encode.js";
import { amendmentText, commandTexts, effectTexts, suggestionNoteText } from "./suggest-words.js";
import { PLAIN, UNICODE, type View } from "./view.js";
import { wrapped } from "./columns.js";
import type { Explanation } from "../explain/result.js";
import type { Suggestion } from "../suggest/suggestion.js";
import type { Suggestions } from "../suggest/suggest.js";

/** How many suggestions are shown where not all are asked for. */
const SHOWN = 5;

/** Suggestions for people, line by line. Patches stand at the margin, so that they can be copied. */
export function* suggestText(
  found: Suggestions,
  { results }: Explanation,
  showsAll: boolean,
  view: View,
): Generator<string> {
  const { shown, more } = someOf(found, showsAll);
  if (shown.length > 0) {
    yield "";
    yield defuse(`  ${view.paint.bold("suggestions")}`);
  }
  const isOpen = results.some(({ verdict }) => verdict === "undefined");
  for (const [i, suggestion] of shown.entries()) {
    if (i > 0) yield "";
    for (const [j, text] of textsOf(suggestion, isOpen, view.symbols.arrow).entries()) {
      const lead = j === 0 ? `  ${i + 1}  ` : " ".repeat(MARGIN);
      for (const line of wrapped(lead + text, view.width, MARGIN)) yield defuse(line);
    }
    yield "";
    yield* patchLines(suggestion, view).map(defuse);
  }
  if (more.length + found.notes.length > 0) yield "";
  for (const note of [...more, ...found.notes.map(suggestionNoteText)])
    for (const line of wrapped(`  note  ${note}`, view.width, NOTE_MARGIN)) yield defuse(line);
}

const MARGIN = 5;
const NOTE_MARGIN = 8;

/** The same as Markdown, each patch folded away. */
export function* suggestMarkdown(
  found: Suggestions,
  { results }: Explanation,
  showsAll: boolean,
): Generator<string> {
  const { shown, more } = someOf(found, showsAll);
  const isOpen = results.some(({ verdict }) => verdict === "undefined");
  for (const [i, suggestion] of shown.entries()) {
    yield "";
    yield `**Suggestion ${i + 1}**`;
    yield "";
    for (const text of textsOf(suggestion, isOpen, UNICODE.arrow)) yield `- ${inline(text)}`;
    yield "";
    const files = [...new Set(suggestion.amendments.map(({ file }) => file))].map(code).join(", ");
    yield `<details><summary>The patch</summary>`;
    yield "";
    yield files;
    yield "";
    yield* fence(patchLines(suggestion, { paint: PLAIN }).map(defuse), "diff");
    yield "";
    yield "</details>";
  }
  if (more.length + found.notes.length > 0) yield "";
  for (const note of [...more, ...found.notes.map(suggestionNoteText)]) yield `- ${inline(note)}`;
}

/** The suggestions that are shown, and how many are not. */
function someOf(
  { suggestions }: Suggestions,
  showsAll: boolean,
): { readonly shown: readonly Suggestion[]; readonly more: readonly string[] } {
  const shown = showsAll ? suggestions : suggestions.slice(0, SHOWN);
  const rest = suggestions.length - shown.length;
  const more = rest > 0 ? [`${rest} more suggestion${rest === 1 ? "" : "s"}: --all shows them`] : [];
  const isExact = shown.every(({ patch }) => patch.split("\n").every((line) => encode(line) === line));
  return {
    shown,
    more: isExact ? more : [...more, "patches are shown with escapes: -o json has them as they are"],
  };
}

/** What it does, a line for each object, then what else that opens and closes, and how it is done to a cluster. */
function textsOf(suggestion: Suggestion, isOpen: boolean, arrow: string): string[] {
  const verdict = isOpen ? [`with this, the verdict is ${suggestion.verdict}`] : [];
  return [
    ...suggestion.amendments.map(amendmentText),
    ...verdict,
    ...effectTexts(suggestion, arrow),
    ...commandTexts(suggestion),
  ];
}

function patchLines({ patch }: Suggestion, { paint }: Pick<View, "paint">): string[] {
  return patch
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const shown = encode(line);
      if (/^(?:---|\+\+\+) /.test(line)) return paint.bold(shown);
      if (line.startsWith("@@")) return paint.place(shown);
      if (line.startsWith("+")) return paint.patch("added", shown);
      return line.startsWith("-") ? paint.patch("removed", shown) : shown;
    });
}
