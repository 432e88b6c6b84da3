import { codeSpan, fence, inline } from "./markdown.js";
import { incompleteLine } from "./incomplete-text.js";
import { isComplete, type Incompleteness } from "../cluster/load/incomplete.js";
import { explainText, type ExplainTextOptions } from "./explain-text.js";
import { PLAIN, UNICODE, type View } from "./view.js";
import { noteText } from "./explain-words.js";
import { throughText } from "./service-words.js";
import { suggestMarkdown } from "./suggest-text.js";
import { countText, summaryOf } from "./explain-ends.js";
import { whySentence } from "./explain-why.js";
import type { Explanation } from "../questions/explain/result.js";

/** What is to be known before the answer. */
const LEADING: ReadonlySet<string> = new Set(["dns-first", "route-controller"]);

const VIEW: View = { paint: PLAIN, symbols: UNICODE, width: Infinity };

/** The explanation as Markdown, for a ticket or a pull request: the answer and why, the chain folded away. */
export function* explainMarkdown(
  explanation: Explanation,
  incompleteness: Incompleteness,
  options: ExplainTextOptions,
): Generator<string> {
  const { from, to, results } = explanation;
  const { verdict } = summaryOf(results);
  const counts = verdict === "mixed" ? ` (${countText(explanation)})` : "";
  yield `**${verdict.toUpperCase()}** ${codeSpan(from.shownAs)} → ${codeSpan(to.shownAs)}${counts}`;
  yield "";
  if (!isComplete(incompleteness)) yield `- ${inline(incompleteLine(incompleteness, VIEW))}`;
  for (const note of explanation.notes) if (LEADING.has(note.code)) yield `- ${inline(noteText(note))}`;
  for (const through of new Set(results.flatMap((each) => throughText(each) ?? [])))
    yield `- ${inline(through)}`;
  for (const why of new Set(results.map(whySentence))) yield `- ${inline(why)}`;
  yield "";
  yield "<details><summary>How this was decided</summary>";
  yield "";
  const withoutSuggestions = { ...options, suggestions: undefined };
  yield* fence([...explainText(explanation, incompleteness, VIEW, withoutSuggestions)]);
  yield "";
  yield "</details>";
  const { suggestions, showsAll } = options;
  if (suggestions !== undefined) yield* suggestMarkdown(suggestions, explanation, showsAll);
}
