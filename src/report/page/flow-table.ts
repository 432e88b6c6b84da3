import { html, type Html } from "./html.js";
import { MatrixTable } from "../../questions/matrix/table.js";
import { PairWords, RowNames } from "../matrix-words.js";
import type { Matrix } from "../../questions/matrix/matrix.js";
import type { Row } from "../../semantics/reach/rows.js";

/** Who reaches whom, of some rows: a line for sources and destinations that are alike. */
export interface FlowLines {
  readonly lines: readonly {
    readonly from: string;
    readonly to: string;
    readonly what: string;
    readonly verdict: string;
  }[];
}

/** The flows from some rows to others, but for those that are denied; rows that are alike are told together. */
export function flowLines(matrix: Matrix, sources: readonly Row[], destinations: readonly Row[]): FlowLines {
  const part = matrix.with({ sources, destinations, exposed: matrix.exposed });
  const words = new PairWords(part, false);
  const table = new MatrixTable(part, (answers) => words.of(answers));
  const names = { from: new RowNames(part, part.senders), to: new RowNames(part, destinations) };
  return {
    lines: table.groups.flatMap(({ sources: from, reached }) =>
      reached.map(({ destinations: to, content }) => ({
        from: names.from.of(from),
        to: names.to.of(to),
        what: content.text,
        verdict: content.isWhole ? "allowed" : content.verdict === "allowed" ? "part" : content.verdict,
      })),
    ),
  };
}

/** The same as a table. */
export function flowTable(caption: Html | string, { lines }: FlowLines): Html {
  return html`<div class="scroll" tabindex="0">
    <table class="flows">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">from</th>
          <th scope="col">to</th>
          <th scope="col">what</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ from, to, what, verdict }) =>
            html`<tr>
              <td>${from}</td>
              <td>${to}</td>
              <td class="v ${verdict}">${what}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
