import { count } from "../base/text/count.js";
import { codeSpan, fence, inline } from "./markdown.js";
import { defuse, encode } from "./encode.js";
import {
  amendmentText,
  commandTexts,
  effectCounts,
  effectTexts,
  lastResortTexts,
  leftTexts,
  suggestionNoteText,
} from "./suggest-words.js";
import { PLAIN, UNICODE, type View } from "./view.js";
import { wrapped } from "./columns.js";
import type { Explanation } from "../questions/explain/result.js";
import type { Suggestion } from "../questions/suggest/suggestion.js";
import type { Suggestions } from "../questions/suggest/suggest.js";

/** How many suggestions are listed where not all are asked for. */
const LISTED = 5;

/** Suggestions for people, line by line. Patches stand at the margin, so that they can be copied. */
export function* suggestText(
  found: Suggestions,
  { results }: Explanation,
  showsAll: boolean,
  view: View,
): Generator<string> {
  const { listed, notes } = someOf(found, showsAll);
  if (listed.length > 0) {
    yield "";
    yield defuse(`  ${view.paint.bold("suggestions")}`);
  }
  const isOpen = results.some(({ verdict }) => verdict === "undefined");
  let isBehindPatch = false;
  for (const [number, suggestion] of listed) {
    if (isBehindPatch) yield "";
    const { isShown } = suggestion;
    const texts = isShown ? textsOf(suggestion, isOpen, view.symbols.arrow) : [lineOf(suggestion, isOpen)];
    for (const [j, text] of texts.entries()) {
      const lead = j === 0 ? `  ${number}  ` : " ".repeat(MARGIN);
      for (const line of wrapped(lead + text, view.width, MARGIN)) yield defuse(line);
    }
    isBehindPatch = isShown;
    if (!isShown) continue;
    yield "";
    yield* patchLines(suggestion, view).map(defuse);
  }
  if (notes.length > 0) yield "";
  for (const note of notes)
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
  const { listed, notes } = someOf(found, showsAll);
  const isOpen = results.some(({ verdict }) => verdict === "undefined");
  for (const [number, suggestion] of listed) {
    yield "";
    if (!suggestion.isShown) {
      yield `**Suggestion ${number}**: ${inline(lineOf(suggestion, isOpen))}`;
      continue;
    }
    yield `**Suggestion ${number}**`;
    yield "";
    for (const text of textsOf(suggestion, isOpen, UNICODE.arrow)) yield `- ${inline(text)}`;
    yield "";
    const files = [...new Set(suggestion.amendments.map(({ file }) => file))].map(codeSpan).join(", ");
    yield `<details><summary>The patch</summary>`;
    yield "";
    yield files;
    yield "";
    yield* fence(patchLines(suggestion, { paint: PLAIN }).map(defuse), "diff");
    yield "";
    yield "</details>";
  }
  if (notes.length > 0) yield "";
  for (const note of notes) yield `- ${inline(note)}`;
}

/** The suggestions that are listed, by their numbers, and what is to be said about all of them. */
function someOf(
  { suggestions, notes }: Suggestions,
  showsAll: boolean,
): { readonly listed: readonly (readonly [number, Suggestion])[]; readonly notes: readonly string[] } {
  const numbered = suggestions.map((each, i) => [i + 1, each] as const);
  const listed = numbered.filter(([number, { isShown }]) => showsAll || isShown || number <= LISTED);
  const rest = suggestions.length - listed.length;
  const hidden = listed.filter(([, { isShown }]) => !isShown).map(([number]) => number);
  const [first] = hidden;
  const isExact = listed.every(
    ([, { isShown, patch }]) => !isShown || patch?.text.split("\n").every((line) => encode(line) === line),
  );
  return {
    listed,
    notes: [
      ...(first === undefined ? [] : [`--show ${first} prints that patch, --show all every one`]),
      ...(rest > 0 ? [`${count(rest, "more suggestion")}: --all lists ${rest === 1 ? "it" : "them"}`] : []),
      ...(isExact ? [] : ["patches are shown with escapes; -o json has the exact text"]),
      ...notes.map(suggestionNoteText),
    ],
  };
}

/** What it does, a line for each object, then what else that opens and closes, and how it is done to a cluster. */
function textsOf(suggestion: Suggestion, isOpen: boolean, arrow: string): string[] {
  const verdict = isOpen ? [`with this, the verdict is ${suggestion.verdict}`] : [];
  return [
    ...suggestion.amendments.map(amendmentText),
    ...verdict,
    ...leftTexts(suggestion),
    ...lastResortTexts(suggestion),
    ...effectTexts(suggestion, arrow),
    ...commandTexts(suggestion),
  ];
}

/** The same in one line, without the flows. */
function lineOf(suggestion: Suggestion, isOpen: boolean): string {
  const verdict = isOpen ? [`then it is ${suggestion.verdict}`] : [];
  const rest = [
    ...verdict,
    ...leftTexts(suggestion),
    ...lastResortTexts(suggestion),
    ...effectCounts(suggestion),
  ];
  const edits = suggestion.amendments.map(amendmentText).join("; ");
  return rest.length === 0 ? edits : `${edits} (${rest.join("; ")})`;
}

function patchLines({ patch }: Suggestion, { paint }: Pick<View, "paint">): string[] {
  return (patch?.text ?? "")
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
