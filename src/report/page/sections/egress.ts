import { besideLines, notLookedForText } from "../../audit-beside.js";
import { listedText } from "../../audit-names.js";
import { AUDIT_STATUSES, type AuditGroup } from "../../../questions/audit/result.js";
import {
  auditAnswerText,
  bypassText,
  caveatsText,
  classNoteText,
  classPartsText,
  deniedText,
  missingText,
  openText,
  shownMissing,
  shownOpen,
  STATUS_TEXT,
  stepText,
  tableOf,
} from "../../audit-words.js";
import { html, type Html } from "../html.js";
import { originOf } from "../../../semantics/evaluate/decider.js";
import { placeText } from "../../place.js";
import { witnessCommand } from "../../witness.js";
import type { AuditReport } from "../../audit-report.js";
import type { Origin } from "../../../source/manifest/origin.js";

/** Characters that the groups of all classes have; the others are counted. */
const MOST_TEXT = 90_000;

/** Groups of pods that the table has. */
const MOST_ROWS = 150;

/** So many kinds of traffic of a group are shown. */
const MOST_OPEN = 6;

/** The audit of egress, as far as it came: which classes of destinations pods are kept from, by what, and what leads round it. */
export function egressSection({ audit, ask }: AuditReport): Html {
  const rank = ({ status }: AuditGroup): number => AUDIT_STATUSES.indexOf(status);
  const rows = tableOf(audit);
  const budget = { left: MOST_TEXT };
  const groupsOf = (groups: readonly AuditGroup[]): Html[] => {
    const shown: Html[] = [];
    for (const each of groups.toSorted((a, b) => rank(a) - rank(b))) {
      if (budget.left <= 0) break;
      const made = groupHtml(each, ask);
      budget.left -= made.text.length;
      shown.push(made);
    }
    const more = groups.length - shown.length;
    if (more > 0)
      shown.push(
        html`<li>and ${more} more: <code class="command">anp audit egress${ask}</code> lists them</li>`,
      );
    return shown;
  };
  return html`<section id="egress" aria-labelledby="egress-h">
    <h2 id="egress-h">Egress audit</h2>
    <p>${auditAnswerText(audit)}</p>
    ${
      audit.isWhole
        ? ""
        : html`<p class="banner">
            Not finished within the limits of the run:
            <code class="command">anp audit egress${ask} --timeout 600</code> has more time.
          </p>`
    }
    <div class="scroll" tabindex="0" role="group" aria-label="Pods and classes">
      <table class="audit">
        <thead>
          <tr>
            <th scope="col">pods</th>
            ${audit.classes.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, MOST_ROWS).map(
            ({ endpoints, statuses }) =>
              html`<tr>
                <th scope="row">${listedText(endpoints)}</th>
                ${statuses.map((each) => html`<td class="s ${each ?? ""}">${each ?? ""}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows.length > MOST_ROWS ? html`<p class="note">and ${rows.length - MOST_ROWS} more groups of pods</p>` : ""}
    ${audit.classes.map((each) => {
      const { name, groups, notes } = each;
      const parts = classPartsText(each);
      return html`<details>
        <summary><h3>${name}</h3></summary>
        <ul>
          ${groupsOf(groups)}${parts === undefined ? "" : html`<li>${name} ${parts}</li>`}${notes.map((note) => html`<li>${classNoteText(note)}</li>`)}
        </ul>
      </details>`;
    })}
    ${besideLines(audit).map((line) => html`<p class="note">${line}</p>`)}
    <p class="note">${capitalised(caveatsText())}. ${capitalised(notLookedForText(audit))}.</p>
  </section>`;
}

/** A sentence of its own on a page. */
function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function groupHtml(group: AuditGroup, ask: string): Html {
  const { endpoints, status, decidedBy, bypasses, witnesses } = group;
  const open = shownOpen(group);
  const denied = deniedText(group);
  const [witness] = witnesses;
  return html`<li>
    <span class="s ${status}">${STATUS_TEXT[status]}</span> for ${listedText(endpoints)}
    <ul>
      ${open.length === 0 && decidedBy !== undefined ? html`<li>${stepText(decidedBy)}${placed(originOf(decidedBy.decider, decidedBy.direction))}</li>` : ""}
      ${open.slice(0, MOST_OPEN).map((each) => html`<li>${openText(each)}${placed(originOf(each.by.decider, each.by.direction))}</li>`)}
      ${open.length > MOST_OPEN ? html`<li>and ${open.length - MOST_OPEN} more</li>` : ""}
      ${bypasses.map((each) => html`<li>${each.id}: ${bypassText(each)}${placed(each.at)}</li>`)}
      ${denied === undefined ? "" : html`<li>denied: ${denied}</li>`}
      ${shownMissing(group).map((each) => html`<li>missing: ${missingText(each)}</li>`)}
      ${witness === undefined ? "" : html`<li><code class="command">${witnessCommand(witness, ask)}</code></li>`}
    </ul>
  </li>`;
}

function placed(at: Origin | undefined): Html {
  return at === undefined ? html`` : html` <span class="place">${placeText(at)}</span>`;
}
