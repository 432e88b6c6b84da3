import { codeSpan, fence, inline } from "./markdown.js";
import { statusLines } from "./incomplete-text.js";
import { explainText } from "./explain-text.js";
import { PLAIN_VIEW } from "./view.js";
import { noteText } from "./explain-words.js";
import { throughText } from "./service-words.js";
import { suggestMarkdown } from "./suggest-text.js";
import { countText, summaryOf } from "./explain-ends.js";
import { whySentence } from "./explain-why.js";
import type { ExplainReport } from "./explain-report.js";

/** What is to be known before the answer. */
const LEADING: ReadonlySet<string> = new Set(["dns-first", "route-controller"]);

/** The explanation as Markdown, for a ticket or a pull request: the answer and why, the chain folded away. */
export function* explainMarkdown(report: Omit<ExplainReport, "isBrief">): Generator<string> {
  const { explanation, incompleteness, suggestions, showsAll } = report;
  const { from, to, results } = explanation;
  const { verdict } = summaryOf(results);
  const counts = verdict === "mixed" ? ` (${countText(explanation)})` : "";
  yield `**${verdict.toUpperCase()}** ${codeSpan(from.shownAs)} → ${codeSpan(to.shownAs)}${counts}`;
  yield "";
  for (const line of statusLines(incompleteness, PLAIN_VIEW)) yield `- ${inline(line)}`;
  for (const note of explanation.notes) if (LEADING.has(note.code)) yield `- ${inline(noteText(note))}`;
  for (const through of new Set(results.flatMap((each) => throughText(each) ?? [])))
    yield `- ${inline(through)}`;
  for (const why of new Set(results.map((result) => whySentence(result)))) yield `- ${inline(why)}`;
  yield "";
  yield "<details><summary>How this was decided</summary>";
  yield "";
  yield* fence([...explainText({ ...report, suggestions: undefined }, PLAIN_VIEW)]);
  yield "";
  yield "</details>";
  if (suggestions !== undefined) yield* suggestMarkdown(suggestions, explanation, showsAll);
}
