import { conjunction } from "../base/text/list.js";
import { encode } from "./encode.js";
import { count } from "../base/text/count.js";
import { folded } from "./placed-lines.js";
import { incompleteLines } from "./incomplete-text.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { placeText } from "./place.js";
import { PROPOSAL_EFFECTS, type ProposalEffect, type ProposalRow } from "../questions/replay/proposal.js";
import { REPLAY_OUTCOMES, type ReplayOutcome } from "../questions/replay/outcome.js";
import { ruleName } from "./replay-rules.js";
import {
  causeText,
  EFFECT_TEXT,
  faultText,
  gapTexts,
  NOT_JUDGED_TEXT,
  OUTCOME_TEXT,
  pointsText,
  recordedPortText,
  recordPlaceText,
  replayCommand,
  replayFaults,
  replayStepText,
  replaySummary,
  SKIP_TEXT,
  timeText,
  windowText,
} from "./replay-words.js";
import type { AskedStep } from "../questions/replay/judged.js";
import type { ReplayReport } from "./replay-report.js";
import type { ReplayRow } from "../questions/replay/compare.js";
import type { Verdict } from "../cluster/model/verdict.js";
import type { View } from "./view.js";

/** A comparison for people: what differs and why, then what was left out, and what nothing here can show. */
export function* replayText(report: ReplayReport, view: View): Generator<string> {
  const { result, incompleteness, states } = report;
  yield* incompleteLines(incompleteness, view);
  for (const fault of replayFaults(report))
    yield* folded(`${view.paint.verdict("incomplete", "INCOMPLETE")}  ${fault}`, 2, view);
  yield* folded(replaySummary(report), 2, view);
  const clusters = states.map(({ name, taken }) =>
    taken === undefined ? encode(name) : `${encode(name)} of ${timeText(taken)}`,
  );
  const { records, first, last } = result.counts;
  if (records > 0)
    yield* folded(`records ${windowText(first, last)}, compared with ${clusters.join(", ")}`, 2, view);
  for (const outcome of REPLAY_OUTCOMES) if (outcome !== "agrees") yield* outcomeLines(outcome, report, view);
  if (report.effects !== undefined) yield* effectLines(report, view);
  yield* unusedLines(report, view);
  const notes = [...noteTexts(report)];
  if (notes.length > 0) yield "";
  for (const note of notes) yield* folded(`  note  ${note}`, 8, view);
}

/** So many rows of one kind are shown. */
const MOST_SHOWN = 20;

const HEADS: Readonly<
  Record<ReplayOutcome | ProposalEffect, { readonly word: string; readonly verdict: Verdict }>
> = {
  dropped: { word: "DROPPED", verdict: "denied" },
  passed: { word: "PASSED", verdict: "allowed" },
  open: { word: "OPEN", verdict: "unknown" },
  agrees: { word: "AGREES", verdict: "allowed" },
  cut: { word: "CUT", verdict: "denied" },
  unsettled: { word: "UNSETTLED", verdict: "unknown" },
  freed: { word: "FREED", verdict: "allowed" },
};

function* outcomeLines(outcome: ReplayOutcome, report: ReplayReport, view: View): Generator<string> {
  const rows = report.result.rows.filter((row) => row.outcome === outcome);
  for (const row of rows.slice(0, MOST_SHOWN)) {
    yield "";
    yield* headLines(HEADS[outcome], row, view);
    const wouldBe = row.fate === "would-drop" ? "a policy would have dropped it" : OUTCOME_TEXT[outcome];
    const what = outcome === "open" ? `the policies don't settle it (${row.verdict})` : wouldBe;
    yield* folded(`  ${what}, at ${pointsText(row.points)}`, 4, view);
    yield* stepLines(row.steps, view);
    yield* folded(`  ${recordPlaceText(report, row.place)}, ${windowText(row.first, row.last)}`, 4, view);
    for (const cause of row.causes) yield* folded(`  likely  ${causeText(cause)}`, 10, view);
    // Whole, to be copied.
    yield `  ${replayCommand(row, report.states[row.state]?.ask ?? "")}`;
  }
  if (rows.length > MOST_SHOWN)
    yield `${view.symbols.ellipsis} and ${rows.length - MOST_SHOWN} more: -o json lists all`;
}

function* headLines(
  { word, verdict }: { readonly word: string; readonly verdict: Verdict },
  row: Pick<ReplayRow, "from" | "to" | "protocol" | "ports" | "count">,
  view: View,
): Generator<string> {
  const ends = `${encode(row.from)} ${view.symbols.arrow} ${encode(row.to)}`;
  const text = `${ends}  ${recordedPortText(row)}  ${count(row.count, "record", "records")}`;
  yield* folded(`${view.paint.verdict(verdict, word)}  ${text}`, 2, view);
}

function* stepLines(steps: readonly AskedStep[], view: View): Generator<string> {
  for (const step of steps) {
    const at = originOf(step.decider, step.direction);
    const place = at === undefined ? "" : ` (${view.paint.place(encode(placeText(at)))})`;
    yield* folded(`  ${view.symbols.decides} ${replayStepText(step)}${place}`, 4, view);
  }
}

function* effectLines(report: ReplayReport, view: View): Generator<string> {
  const { rows = [], gone = 0 } = report.effects ?? {};
  yield "";
  if (rows.length === 0) yield "the change affects no recorded flow";
  for (const effect of PROPOSAL_EFFECTS) {
    const own = rows.filter((row) => row.effect === effect);
    for (const row of own.slice(0, MOST_SHOWN)) yield* effectRow(row, report, view);
    if (own.length > MOST_SHOWN)
      yield `${view.symbols.ellipsis} and ${own.length - MOST_SHOWN} more: -o json lists all`;
  }
  if (gone > 0)
    yield* folded(`${count(gone, "record has", "records have")} ends that the change takes away`, 2, view);
}

function* effectRow(row: ProposalRow, report: ReplayReport, view: View): Generator<string> {
  yield* headLines(HEADS[row.effect], row, view);
  yield* folded(`  ${EFFECT_TEXT[row.effect]}`, 4, view);
  yield* stepLines(row.steps, view);
  yield* folded(`  ${recordPlaceText(report, row.place)}, ${windowText(row.first, row.last)}`, 4, view);
}

function* unusedLines({ result: { unused, outcomes } }: ReplayReport, view: View): Generator<string> {
  // Where nothing was compared, the first line says so.
  if (Object.values(outcomes).every((records) => records === 0)) return;
  const { rules, total, silent } = unused;
  if (rules.length > 0) {
    yield "";
    yield* folded(
      `no recorded flow used ${rules.length} of ${count(total, "rule", "rules")}: ${rules.length === 1 ? "a candidate" : "candidates"} to remove, but no proof that nothing needs ${rules.length === 1 ? "it" : "them"}`,
      2,
      view,
    );
    for (const each of rules.slice(0, MOST_SHOWN))
      yield* folded(
        `  ${ruleName(each)} (${view.paint.place(encode(placeText(each.rule.origin)))})`,
        4,
        view,
      );
    if (rules.length > MOST_SHOWN)
      yield `  ${view.symbols.ellipsis} and ${rules.length - MOST_SHOWN} more: -o json lists all`;
  }
  for (const direction of silent)
    yield* folded(`nothing was compared for ${direction}: its rules aren't listed`, 2, view);
}

function* noteTexts(report: ReplayReport): Generator<string> {
  const { counts } = report.result;
  for (const [reason, { count: records, place }] of counts.unjudged)
    yield `${count(records, "record is", "records are")} not judged: ${NOT_JUDGED_TEXT[reason]} (first ${recordPlaceText(report, place)})`;
  for (const { file, fault, count: lines, line } of [...counts.bad.values()].slice(0, MOST_SHOWN))
    yield `${count(lines, "line", "lines")} could not be read: ${faultText(fault)} (first ${recordPlaceText(report, { file, line })})`;
  for (const [reason, lines] of counts.skipped)
    if (reason !== "no-flow" || counts.records === 0)
      yield `${count(lines, "line has", "lines have")} nothing to compare: ${SKIP_TEXT[reason]}`;
  const whole = counts.records > 0 ? report.logs.filter(({ broken }) => broken === undefined) : [];
  const namesOf = (logs: typeof whole): string => conjunction(logs.map(({ name }) => encode(name)));
  const empty = whole.filter(({ format }) => format === undefined);
  if (empty.length > 0) yield `${namesOf(empty)} ${empty.length === 1 ? "is" : "are"} empty`;
  const headed = whole.filter(({ format, isWithoutRecords }) => format !== undefined && isWithoutRecords);
  if (headed.length > 0) yield `${namesOf(headed)} ${headed.length === 1 ? "has" : "have"} no records`;
  for (const text of gapTexts(report)) yield text;
}
