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
  useText,
  type SingleEnds,
} from "./diff-words.js";
import { defuse, encode } from "./encode.js";
import { findingText } from "./lint-text.js";
import { flowCount, type Change } from "../questions/diff/group.js";
import { incompleteLines } from "./incomplete-text.js";
import { layOut, wrapped, type LaidRow, type TextRow } from "./columns.js";
import { placeText } from "./place.js";
import { witnessCommand } from "./witness.js";
import type { ClusterAnswer, ChangeKind } from "../questions/diff/slices.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { DiffReport } from "./diff-report.js";
import type { Direction } from "../cluster/model/policy.js";
import type { Verdict } from "../cluster/model/verdict.js";
import type { View } from "./view.js";

/** The diff for people: how much changes, then each change with the rules that decided before and after, then the alerts. */
export function* diffText(report: DiffReport, view: View): Generator<string> {
  const { diff, alerts } = report;
  const notes = noteTexts(report);
  for (const side of ["before", "after"] as const) {
    const { incompleteness } = report[side];
    yield* incompleteLines(incompleteness, view, side);
  }
  for (const line of wrapped(diffSummary(report), view.width, 2)) yield defuse(line);
  for (const change of shownChanges(diff.changes)) {
    yield "";
    yield* changeLines(change, view, report);
  }
  if (alerts.length > 0) yield* ["", "alerts"];
  for (const alert of alerts) {
    yield "";
    yield* findingText(report.ask === undefined ? withoutWitness(alert) : alert, view, report.ask);
  }
  const ends = [
    ...singleEnds(diff.added).map((each) => endRow("new", each)),
    ...singleEnds(diff.removed).map((each) => endRow("gone", each)),
  ];
  if (ends.length > 0) yield "";
  for (const row of layOut(ends, view.width)) yield painted(row, view);
  if (notes.length > 0) yield "";
  for (const note of notes) for (const line of wrapped(`  note  ${note}`, view.width, 8)) yield defuse(line);
}

/** Where no command can read the state afterwards, none is shown. */
function withoutWitness({ problem, ...alert }: Diagnostic): Diagnostic {
  const { witness: _witness, ...rest } = problem;
  return { ...alert, problem: rest };
}

const HEADS: Readonly<Record<ChangeKind, { readonly word: string; readonly verdict: Verdict }>> = {
  opened: { word: "OPENED", verdict: "allowed" },
  closed: { word: "CLOSED", verdict: "denied" },
  undefined: { word: "UNDEFINED", verdict: "undefined" },
  unknown: { word: "UNKNOWN", verdict: "unknown" },
};

function* changeLines(change: Change, view: View, { ask, uses }: DiffReport): Generator<string> {
  const { from, to, before, after, turned, other } = change;
  const { word, verdict } = HEADS[change.change];
  const ends = `${endsText(from)} ${view.symbols.arrow} ${endsText(to)}`;
  const count = flowCount(change);
  const flows = count === 1 ? "" : `  (${count} flows)`;
  const [first = "", ...rest] = wrapped(`${word}  ${ends}  ${changedTraffic(change)}${flows}`, view.width, 4);
  yield defuse(view.paint.verdict(verdict, word) + first.slice(word.length));
  for (const line of rest) yield defuse(line);
  const rows = [...answerRows("before", before, turned), ...answerRows("after", after, turned)];
  for (const row of layOut(rows, view.width)) yield painted(row, view);
  if (other !== undefined)
    for (const line of wrapped(`  also    ${otherText(other)}`, view.width, 10)) yield defuse(line);
  if (uses !== undefined)
    for (const line of wrapped(`  used    ${useText(uses.of(change))}`, view.width, 10)) yield defuse(line);
  if (ask === undefined) return;
  const example = encode(witnessCommand({ ...change.witness, verdict: after.verdict }, ask));
  yield defuse(view.paint.dim(`  e.g.    ${example}`));
}

/** The rows of one side: the verdict, then who decided in each direction that made the difference. */
function answerRows(
  side: "before" | "after",
  answer: ClusterAnswer,
  turned: readonly Direction[],
): TextRow[] {
  return deciderLines(answer, turned).map(({ text, at }, i) => ({
    lead: `  ${(i === 0 ? side : "").padEnd(8)}${(i === 0 ? answer.verdict : "").padEnd(11)}`,
    text,
    ...(at === undefined ? {} : { place: placeText(at) }),
  }));
}

function endRow(word: string, { ends, reach }: SingleEnds): TextRow {
  return { lead: `  ${word.padEnd(6)}`, text: listText(ends), reason: reach };
}

function painted({ text, reason, place }: LaidRow, { paint }: View): string {
  const cells = [text, reason, paint.place(place)].filter((cell) => cell !== "");
  return defuse(cells.join("  ").trimEnd());
}
