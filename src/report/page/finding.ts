import { fileName, placeText } from "../place.js";
import { foundInText } from "../roots-words.js";
import { frameHtml } from "./frame.js";
import { helpText } from "../lint-text.js";
import { html, sentence, type Html } from "./html.js";
import { isFixable } from "../../cluster/problems/fixable.js";
import { witnessCommand } from "../witness.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";
import type { PolicySpans } from "./policy-spans.js";

/** Further places that are shown in their source. */
const MOST_FRAMES = 3;

/** A finding: what it is, where, and what to do. @param ask what makes another command read the same input */
export function findingHtml(
  { rule, level, wording, problem, foundIn }: Diagnostic,
  policies: PolicySpans,
  ask: string | undefined,
): Html {
  const related = problem.related ?? [];
  const where = foundInText(foundIn, fileName(problem.at.document));
  const asked = foundIn?.ask ?? ask;
  const help = helpText(wording.help, isFixable(problem));
  const notes = [
    ...(problem.server ?? []).map((line) => `the API server says: ${line}`),
    ...(wording.notes ?? []),
  ];
  return html`<article class="finding ${level}" data-rule="${rule}">
    <h4><span class="level ${level}">${level}</span> <code>${rule}</code> ${sentence(wording.message)}</h4>
    ${frameHtml(problem.at, wording.label, policies)}
    ${related.slice(0, MOST_FRAMES).map((each, i) => frameHtml(each.at, wording.related?.[i] ?? each.role, policies))}
    ${related.length > MOST_FRAMES ? html`<p>also: ${related.slice(MOST_FRAMES, 12).map(({ at }) => html`<span class="place">${placeText(at)}</span> `)}</p>` : ""}
    ${notes.map((note) => html`<p class="note">${sentence(note)}</p>`)}
    ${problem.witness === undefined || asked === undefined ? "" : html`<p class="note">for example <code class="command">${witnessCommand(problem.witness, asked)}</code></p>`}
    ${where === undefined ? "" : html`<p class="note">${where}</p>`}
    ${help === undefined ? "" : html`<p class="help">${sentence(help)}</p>`}
  </article>`;
}
