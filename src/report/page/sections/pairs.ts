import { flowLines, flowTable } from "../flow-table.js";
import { html, type Html } from "../html.js";
import { placeName, sharesText, totalOf } from "../place-words.js";
import type { PageReport } from "../page-report.js";
import type { RowBlock } from "../../../questions/survey/survey.js";
import type { Row } from "../../../semantics/reach/rows.js";

/** Characters of tables that a page has: readers of more use the map, or the CSV of `anp matrix`. */
const MOST_TEXT = 130_000;

/** Maps of more rows are told by their counts alone. */
const MOST_ROWS = 3000;

/** Pairs of places that are listed by their counts alone. */
const MOST_COUNTED = 1500;

/** A table for each pair of namespaces between which something is allowed or open, as long as there is room. */
export function pairsSection({ survey, ask }: PageReport): Html {
  const { matrix, places, counts } = survey;
  const rowsOf = ({ first, count }: RowBlock): readonly Row[] => matrix.rows.slice(first, first + count);
  let left = matrix.rows.length > MOST_ROWS ? 0 : MOST_TEXT;
  let counted = 0;
  let omitted = 0;
  const blocks = places.flatMap((from, f): Html[] => {
    const tables: Html[] = [];
    const denied: string[] = [];
    for (const [t, to] of places.entries()) {
      const shares = counts[f]?.[t];
      if (shares === undefined || totalOf(shares) === 0) continue;
      if (shares.denied === totalOf(shares)) {
        denied.push(placeName(to));
        continue;
      }
      const head = html`${placeName(from)} → ${placeName(to)}: ${sharesText(shares)}`;
      const table = left <= 0 ? undefined : flowTable(head, flowLines(matrix, rowsOf(from), rowsOf(to)));
      left -= table?.text.length ?? 0;
      if (table !== undefined) tables.push(table);
      else if (counted++ < MOST_COUNTED) tables.push(html`<p class="counted">${head}</p>`);
      else omitted++;
    }
    if (tables.length + denied.length === 0) return [];
    const nothing = denied.length === 0 ? "" : html`<p class="nothing">nothing to ${deniedText(denied)}</p>`;
    return [
      html`<details open>
        <summary><h3>from ${placeName(from)}</h3></summary>
        ${tables}${nothing}
      </details>`,
    ];
  });
  const command = ask === undefined ? "anp matrix -o csv" : `anp matrix${ask} -o csv`;
  return html`<section id="pairs" aria-labelledby="pairs-h">
    <h2 id="pairs-h">Namespace by namespace</h2>
    ${left > 0 ? "" : html`<p class="note">This page counts the pairs of the remaining namespaces${omitted > 0 ? `, and leaves ${omitted} out` : ""}. All of them: <code class="command">${command}</code></p>`}
    ${blocks}
  </section>`;
}

/** How many names are listed. */
const NAMED = 12;

function deniedText(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 1 ? `${names.slice(0, NAMED).join(", ")} and ${more} more` : names.join(", ");
}
