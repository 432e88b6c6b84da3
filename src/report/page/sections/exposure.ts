import { flowLines, flowTable } from "../flow-table.js";
import { html, type Html } from "../html.js";
import { isOnHostNetwork } from "../../../cluster/model/endpoint.js";
import { listedText } from "../../audit-names.js";
import type { PageReport } from "../page-report.js";
import type { RowBlock } from "../../../questions/survey/survey.js";
import type { Row } from "../../../semantics/reach/rows.js";

/** Maps of more rows are not told here by their workloads. */
const MOST_ROWS = 3000;

/** What is open to the outside, what leaves the cluster, who is beyond policy, and what pods to come would reach. */
export function exposureSection({ survey, ask }: PageReport): Html {
  const { matrix, places, hasFuturePods } = survey;
  const of = (...kinds: readonly RowBlock["kind"][]): readonly Row[] =>
    places.flatMap(({ kind, first, count }) =>
      kinds.includes(kind) ? matrix.rows.slice(first, first + count) : [],
    );
  const pods = of("namespace");
  const outside = of("addresses");
  const isOnHost = ({ endClass }: Row): boolean =>
    endClass.representative.type === "pod" && isOnHostNetwork(endClass.representative);
  const onHost = pods.filter(isOnHost);
  const future = of("future");
  const question = `anp matrix${ask ?? ""}`;
  const table = (caption: string, from: readonly Row[], to: readonly Row[], command: string): Html => {
    if (from.length === 0 || to.length === 0) return html`<p>${caption}: nothing in the input.</p>`;
    if (matrix.rows.length > MOST_ROWS)
      return html`<p>${caption}: <code class="command">${command}</code></p>`;
    const flows = flowLines(matrix, from, to);
    return flows.lines.length === 0 ? html`<p>${caption}: nothing.</p>` : flowTable(caption, flows);
  };
  return html`<section id="exposure" aria-labelledby="exposure-h">
    <h2 id="exposure-h">Exposure</h2>
    <h3>From outside</h3>
    ${table("What external addresses can send to pods, as far as policies have a say", outside, pods, `${question} --from internet`)}
    <h3>To outside</h3>
    ${table("What pods can send to external addresses and names", pods, of("addresses", "names"), `${question} --to internet`)}
    <h3>On a node's network</h3>
    <p>
      ${
        onHost.length === 0
          ? "No workload."
          : `No pod policy applies to ${listedText(
              onHost.map(({ shownAs }) => shownAs),
              40,
            )}`
      }
    </p>
    <h3>Future pods</h3>
    ${
      hasFuturePods
        ? html`${table("What pods that don't exist yet could send, by the labels that rules select", future, pods, question)}${table("What could be sent to them", pods, future, question)}`
        : html`<p>Too many workloads to ask for each: <code class="command">${question} --exposure</code></p>`
    }
  </section>`;
}
