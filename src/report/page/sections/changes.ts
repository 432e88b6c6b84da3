import {
  changedTraffic,
  deciderLines,
  diffSummary,
  endsText,
  noteTexts,
  otherText,
  shownChanges,
  listText,
  singleEnds,
} from "../../diff-words.js";
import { findingHtml } from "../finding.js";
import { flowCount, type Change } from "../../../questions/diff/group.js";
import { html, type Html } from "../html.js";
import { placeText } from "../../place.js";
import { witnessCommand } from "../../witness.js";
import type { ClusterAnswer } from "../../../questions/diff/slices.js";
import type { DiffReport } from "../../diff-report.js";
import type { Direction } from "../../../cluster/model/policy.js";
import type { PolicySpans } from "../policy-spans.js";

/** Changes that are told one by one. */
const MOST_CHANGES = 300;

/** What a change opens and closes, with what decided before and after. */
export function changesSection(report: DiffReport | undefined, policies: PolicySpans): Html {
  if (report === undefined) return html``;
  const changes = shownChanges(report.diff.changes);
  const ends = [
    ...singleEnds(report.diff.added).map((each) => ({ word: "new", ...each })),
    ...singleEnds(report.diff.removed).map((each) => ({ word: "gone", ...each })),
  ];
  const more = changes.length - MOST_CHANGES;
  return html`<section id="changes" aria-labelledby="changes-h">
    <h2 id="changes-h">What changes</h2>
    <p>${report.before.name} → ${report.after.name}: ${diffSummary(report)}</p>
    <div id="changes-map"></div>
    ${changes.slice(0, MOST_CHANGES).map((each) => changeHtml(each, report.ask))}
    ${more > 0 ? html`<p class="note">and ${more} more: <code class="command">anp diff</code> lists them</p>` : ""}
    ${
      ends.length === 0
        ? ""
        : html`<ul>
            ${ends.map((each) => html`<li>${each.word}: ${listText(each.ends)}, ${each.reach}</li>`)}
          </ul>`
    }
    ${
      report.alerts.length === 0
        ? ""
        : html`<h3>Alerts</h3>
            ${report.alerts.map((each) => findingHtml(each, policies, report.ask))}`
    }
    ${noteTexts(report).map((note) => html`<p class="note">${note}</p>`)}
  </section>`;
}

function changeHtml(change: Change, ask: string | undefined): Html {
  const { from, to, before, after, turned, other } = change;
  const flows = flowCount(change);
  return html`<article class="change ${change.change}">
    <h4>
      <span class="kind ${change.change}">${change.change}</span> ${endsText(from)} → ${endsText(to)}
      ${changedTraffic(change)}${flows === 1 ? "" : ` (${flows} flows)`}
    </h4>
    <dl>${answerHtml("before", before, turned)}${answerHtml("after", after, turned)}</dl>
    ${other === undefined ? "" : html`<p class="note">also ${otherText(other)}</p>`}
    ${ask === undefined ? "" : html`<p><code class="command">${witnessCommand({ ...change.witness, verdict: after.verdict }, ask)}</code></p>`}
  </article>`;
}

function answerHtml(side: string, answer: ClusterAnswer, turned: readonly Direction[]): Html {
  return html`<dt>${side}: ${answer.verdict}</dt>
    ${deciderLines(answer, turned).map(
      ({ text, at }) =>
        html`<dd>${text}${at === undefined ? "" : html` <span class="place">${placeText(at)}</span>`}</dd>`,
    )}`;
}
