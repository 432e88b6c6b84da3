import { conditionsText } from "../../conditions.js";
import { REFERENCE } from "../../../semantics/match/profile.js";
import { count } from "../../../base/text/count.js";
import { html, type Html } from "../html.js";
import { incompleteLine } from "../../incomplete-text.js";
import { isComplete } from "../../../cluster/load/incomplete.js";
import { LEVELS } from "../../../cluster/problems/diagnostic.js";
import { PAIR_SHARES } from "../../../questions/matrix/pair-share.js";
import { PLAIN_VIEW } from "../../view.js";
import { sizeText } from "../../matrix-words.js";
import { summaryText } from "../../summary.js";
import { SHARE_WORDS, sumOf, totalOf } from "../place-words.js";
import type { PageReport } from "../page-report.js";

/** What there is, how many pairs come to what, how many findings there are. */
export function summarySection(report: PageReport): Html {
  const { survey, summary, lint, cluster, diff } = report;
  const incompleteness = report.incompleteness();
  const conditions = conditionsText(incompleteness.conditions);
  const { name: profile } = survey.matrix.reach.profile;
  const sums = sumOf(survey.counts);
  const all = totalOf(sums);
  const share = (number: number): string => (all === 0 ? "0" : ((100 * number) / all).toFixed(1));
  const incomplete = isComplete(incompleteness)
    ? ""
    : html`<p class="banner">${incompleteLine(incompleteness, PLAIN_VIEW)}</p>`;
  return html`<section id="summary" aria-labelledby="summary-h">
    <h2 id="summary-h">Summary</h2>
    ${incomplete}
    <p>
      ${sizeText(survey.matrix, survey.matrix.rows)}; ${count(cluster.policies.length, "policy", "policies")}.
      Read: ${summaryText(summary)}.
    </p>
    ${profile === REFERENCE.name ? "" : html`<p class="note">Read as network plugin ${profile} does.</p>`}
    ${conditions === undefined ? "" : html`<p class="note">${conditions}</p>`}
    <dl class="tiles">
      ${PAIR_SHARES.map(
        (each) =>
          html`<div class="tile ${each}">
            <dt>${SHARE_WORDS[each]}</dt>
            <dd>${sums[each]}<small>${share(sums[each])} %</small></dd>
          </div>`,
      )}${
        lint === undefined
          ? ""
          : LEVELS.map(
              (level) =>
                html`<div class="tile level-${level}">
                  <dt>${level === "info" ? "info findings" : `${level}s`}</dt>
                  <dd>${lint.diagnostics.filter((each) => each.level === level).length}</dd>
                </div>`,
            )
      }
    </dl>
    <p class="note">
      Pairs of ${count(survey.matrix.rows.length, "row", "rows")}: a row is a workload or a part of one that
      policies treat alike, nodes, an address block or a domain name. ICMP and other protocols are left out of
      these counts.
    </p>
    ${diff === undefined ? "" : html`<p>Compared: ${diff.before.name} → ${diff.after.name}. The map shows the state after.</p>`}
  </section>`;
}
