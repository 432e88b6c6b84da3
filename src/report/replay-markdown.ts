import {
  causeText,
  EFFECT_TEXT,
  gapTexts,
  NOT_JUDGED_TEXT,
  OUTCOME_TEXT,
  recordedPortText,
  recordPlaceText,
  replayFaults,
  replayStepText,
  replaySummary,
  windowText,
} from "./replay-words.js";
import { codeInCell, codeSpan, inline } from "./markdown.js";
import { count } from "../base/text/count.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { PLAIN_VIEW } from "./view.js";
import { placeText } from "./place.js";
import { PROPOSAL_EFFECTS } from "../questions/replay/proposal.js";
import { REPLAY_OUTCOMES } from "../questions/replay/outcome.js";
import { ruleName } from "./replay-rules.js";
import { statusLines } from "./incomplete-text.js";
import type { AskedStep } from "../questions/replay/judged.js";
import type { ReplayReport } from "./replay-report.js";
import type { ReplayRow } from "../questions/replay/compare.js";

/** So many rows of one kind are shown. */
const MOST_SHOWN = 20;

/** A comparison as Markdown, for a pull request or an issue. */
export function* replayMarkdown(report: ReplayReport): Generator<string> {
  const { result, incompleteness, effects } = report;
  yield `**${inline(replaySummary(report))}**`;
  yield "";
  yield inline(`Records ${windowText(result.counts.first, result.counts.last)}.`);
  const faults = [...statusLines(incompleteness, PLAIN_VIEW), ...replayFaults(report)];
  if (faults.length > 0) yield "";
  for (const fault of faults) yield `- ${inline(fault)}`;
  for (const outcome of REPLAY_OUTCOMES) {
    const rows = result.rows.filter((row) => row.outcome === outcome);
    if (outcome === "agrees" || rows.length === 0) continue;
    yield* tableOf(
      OUTCOME_TEXT[outcome],
      rows.map((row) => ({ ...row, why: row.causes.map(causeText).join("; ") })),
      report,
    );
  }
  for (const effect of PROPOSAL_EFFECTS) {
    const rows = effects?.rows.filter((row) => row.effect === effect) ?? [];
    if (rows.length > 0)
      yield* tableOf(
        `This ${EFFECT_TEXT[effect]}`,
        rows.map((row) => ({ ...row, why: "" })),
        report,
      );
  }
  const { rules, total } = result.unused;
  if (rules.length > 0) {
    yield "";
    yield `#### ${inline(`Not used by a recorded flow: ${rules.length} of ${count(total, "rule", "rules")}`)}`;
    yield "";
    for (const each of rules.slice(0, MOST_SHOWN))
      yield `- ${inline(ruleName(each))} (${codeSpan(placeText(each.rule.origin))})`;
    if (rules.length > MOST_SHOWN) yield `- and ${rules.length - MOST_SHOWN} more`;
  }
  const notes = [
    ...[...result.counts.unjudged].map(
      ([reason, each]) => `${count(each.count, "record", "records")} not judged: ${NOT_JUDGED_TEXT[reason]}`,
    ),
    ...gapTexts(report),
  ];
  if (notes.length > 0) yield "";
  for (const note of notes) yield `- ${inline(note)}`;
}

type TableRow = Pick<ReplayRow, "from" | "to" | "protocol" | "ports" | "count" | "steps" | "place"> & {
  readonly why: string;
};

function* tableOf(title: string, rows: readonly TableRow[], report: ReplayReport): Generator<string> {
  yield "";
  yield `#### ${inline(title)}`;
  yield "";
  yield "| From | To | Port | Records | First | Decided by | Likely cause |";
  yield "| --- | --- | --- | ---: | --- | --- | --- |";
  for (const row of rows.slice(0, MOST_SHOWN)) {
    const cells = [
      codeInCell(row.from),
      codeInCell(row.to),
      inline(recordedPortText(row)),
      String(row.count),
      codeInCell(recordPlaceText(report, row.place)),
      row.steps.map(stepCell).join("; "),
      inline(row.why),
    ];
    yield `| ${cells.join(" | ")} |`;
  }
  if (rows.length > MOST_SHOWN) yield `\nand ${rows.length - MOST_SHOWN} more`;
}

function stepCell(step: AskedStep): string {
  const at = originOf(step.decider, step.direction);
  return `${inline(replayStepText(step))}${at === undefined ? "" : ` (${codeInCell(placeText(at))})`}`;
}
