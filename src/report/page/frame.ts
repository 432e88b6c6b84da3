import { html, inRows, sentence, type Html } from "./html.js";
import { linesOf, placeText } from "../place.js";
import { spanOf } from "../../cluster/problems/span-of.js";
import type { Place } from "../../cluster/problems/problem.js";
import type { PolicySpans } from "./policy-spans.js";

/** Characters of a line that are shown on each side of what is marked. */
const AROUND = 80;

/** A place with its line, what is meant marked; of what is no policy, the place alone. */
export function frameHtml(place: Place, label: string | undefined, policies: PolicySpans): Html {
  const head = html`<span class="place">${placeText(place)}</span
    >${label === undefined ? "" : html` ${sentence(label)}`}`;
  const policy = policies.around(place);
  if (policy === undefined) return html`<p class="frame">${head}</p>`;
  const { text } = place.document.file;
  const lines = linesOf(place.document.file);
  const { start, end } = spanOf(place);
  const { line } = lines.at(start);
  const from = Math.max(policy.start, lines.startOf(line) ?? 0);
  const to = Math.min(policy.end, endOfLine(text, start));
  const rows: Html[] = [];
  const before = lines.startOf(line - 1);
  if (before !== undefined && before >= policy.start)
    rows.push(
      lineHtml(line - 1, html`${shown(text.slice(before, endOfLine(text, before)).slice(0, 2 * AROUND))}`),
    );
  const head0 = shown(text.slice(Math.max(from, start - AROUND), start));
  const marked = shown(text.slice(start, Math.min(Math.max(end, start + 1), to, start + AROUND)));
  const tail = shown(text.slice(Math.min(Math.max(end, start + 1), to), Math.min(to, end + AROUND)));
  rows.push(lineHtml(line, html`${head0}<mark>${marked}</mark>${tail}`));
  return html`<p class="frame">${head}</p>
    <pre class="code">${inRows(rows)}</pre>`;
}

function lineHtml(line: number, text: Html): Html {
  return html`<span class="no">${line}</span> ${text}`;
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

function shown(text: string): string {
  return text.replaceAll("\t", "  ");
}
