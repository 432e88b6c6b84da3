import { findingHtml } from "../finding.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { html, type Html } from "../html.js";
import { LEVELS, type Diagnostic } from "../../../cluster/problems/diagnostic.js";
import { suppressedText } from "../../lint-words.js";
import type { PageReport } from "../page-report.js";
import type { PolicySpans } from "../policy-spans.js";

/** Characters of findings that a page has; the others are counted. */
const MOST_TEXT = 150_000;

/** Findings by rule, the worst level first, each with the lines that it is about. */
export function findingsSection({ lint, ask }: PageReport, policies: PolicySpans): Html {
  if (lint === undefined) return html``;
  const rank = ({ level }: Diagnostic): number => LEVELS.indexOf(level);
  const byRule = [...groupBy(lint.diagnostics, ({ rule }) => rule)].toSorted(
    ([, [a]], [, [b]]) => rank(a as Diagnostic) - rank(b as Diagnostic),
  );
  let left = MOST_TEXT;
  const blocks = byRule.map(([rule, found]) => {
    const shown: Html[] = [];
    for (const each of found) {
      if (left <= 0) break;
      const article = findingHtml(each, policies, ask);
      left -= article.text.length;
      shown.push(article);
    }
    const more = found.length - shown.length;
    return html`<details open class="rule">
      <summary>
        <h3><code>${rule}</code> <span class="count">${found.length}</span></h3>
      </summary>
      <p class="note">What it means, with an example: <code class="command">anp rules ${rule}</code></p>
      ${shown}${more === 0 ? "" : html`<p class="note">and ${more} more: <code class="command">anp lint${ask ?? ""}</code> lists them</p>`}
    </details>`;
  });
  const silenced = suppressedText(lint);
  return html`<section id="findings" aria-labelledby="findings-h">
    <h2 id="findings-h">Findings</h2>
    ${byRule.length === 0 ? html`<p>None.</p>` : ""}${silenced === undefined ? "" : html`<p class="note">${silenced}</p>`}${blocks}
  </section>`;
}
