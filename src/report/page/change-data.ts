import { changedTraffic, deciderLines, shownChanges } from "../diff-words.js";
import { placeText } from "../place.js";
import { witnessCommand } from "../witness.js";
import type { ChangeData, ChangesData } from "../../page/model.js";
import type { ClusterAnswer } from "../../questions/diff/slices.js";
import type { DiffReport } from "../diff-report.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { JointRow } from "../../questions/diff/joint-rows.js";
import type { Row } from "../../semantics/reach/rows.js";

/** More changes than these are on no map. */
const MOST_CHANGES = 2000;

/** What a change opens and closes, as a map: only rows of which something changes. */
export function changesData(report: DiffReport, rows: readonly Row[]): ChangesData {
  const shown = shownChanges(report.diff.changes).slice(0, MOST_CHANGES);
  const met = [...new Set(shown.flatMap(({ from, to }) => [...from, ...to]))].toSorted(
    (a, b) => a.index - b.index,
  );
  const numbers = new Map(met.map((row, i) => [row, i]));
  const inMap = new Map(rows.map(({ id }, i) => [id, i]));
  const numbersOf = (some: readonly JointRow[]): number[] => some.map((row) => numbers.get(row) ?? 0);
  return {
    rows: met.map(({ row }) => ({ name: row.shownAs, place: row.namespace ?? "", row: inMap.get(row.id) })),
    changes: shown.map((change): ChangeData => ({
      kind: change.change,
      from: numbersOf(change.from),
      to: numbersOf(change.to),
      traffic: changedTraffic(change),
      before: linesOf(change.before, change.turned),
      after: linesOf(change.after, change.turned),
      command:
        report.ask === undefined
          ? undefined
          : witnessCommand({ ...change.witness, verdict: change.after.verdict }, report.ask),
    })),
  };
}

function linesOf(answer: ClusterAnswer, turned: readonly Direction[]): readonly string[] {
  return [
    answer.verdict,
    ...deciderLines(answer, turned).map(({ text, at }) =>
      at === undefined ? text : `${text}  ${placeText(at)}`,
    ),
  ];
}
