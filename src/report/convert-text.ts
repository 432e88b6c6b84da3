import { count } from "../base/text/count.js";
import {
  becomesText,
  conversionNoteText,
  convertSummary,
  doubtText,
  refsText,
  leftHelp,
  leftText,
  objectText,
} from "./convert-words.js";
import { conjunction } from "./describe.js";
import { diffText } from "./diff-text.js";
import { incompleteLines } from "./incomplete-text.js";
import { placeText } from "./place.js";
import { folded } from "./placed-lines.js";
import type { ConvertReport } from "./convert-report.js";
import type { Tier } from "../cluster/model/policy.js";
import type { View } from "./view.js";

/** A conversion for people: what becomes of each object, what stays and why, and whether verdicts are the same. */
export function* convertText(report: ConvertReport, view: View): Generator<string> {
  const { run, incompleteness, outcome } = report;
  yield* incompleteLines(incompleteness, view);
  const withheld =
    outcome === "withheld"
      ? `; nothing written: verdicts ${report.differs ? "differ" : "may differ"} (--accept-differences writes anyway)`
      : "";
  yield* folded(convertSummary(report) + withheld, 0, view);
  if (run.conversions.length > 0)
    yield* ["", view.paint.bold(outcome === "written" ? "converted" : "to convert")];
  for (const { ref, origin, becomes, notes } of run.conversions) {
    const place = view.paint.place(placeText(origin));
    yield* folded(
      `  ${objectText(ref)} ${view.symbols.arrow} ${becomesText(ref, becomes)}  ${place}`,
      4,
      view,
    );
    for (const note of notes) yield* folded(`    note  ${conversionNoteText(note)}`, 10, view);
  }
  if (run.left.length > 0) yield* ["", view.paint.bold("not converted")];
  for (const left of run.left) {
    yield* folded(
      `  ${objectText(left.ref)}: ${leftText(left)}  ${view.paint.place(placeText(left.at))}`,
      4,
      view,
    );
    const help = leftHelp(left.reason);
    if (help !== undefined) yield* folded(`    help  ${help}`, 10, view);
  }
  if (run.conversions.length === 0) return;
  yield* ["", view.paint.bold("proof")];
  yield* proofLines(report, view);
}

/** ` if it has no other policies in the Admin tier`: of what was not read, the order is not known. */
function aloneText(tiers: readonly Tier[]): string {
  if (tiers.length === 0) return "";
  return ` if it has no other policies in the ${conjunction(tiers)} ${tiers.length === 1 ? "tier" : "tiers"}`;
}

/** How many doubts are told. */
const DOUBTS = 5;

function* proofLines(
  { loaded, differs, isUndecided, workloads, everywhere, rollout }: ConvertReport,
  view: View,
): Generator<string> {
  const over =
    workloads === 0
      ? "no workloads in the input to compare"
      : `no verdict changes: compared every flow of ${count(workloads, "workload")}, nodes and external addresses`;
  yield* folded(
    `  this cluster  ${differs ? "verdicts differ" : isUndecided ? "not compared within the limits of the run" : over}`,
    16,
    view,
  );
  if (everywhere.holds) {
    yield* folded(
      `  any cluster   no verdict can change${aloneText(everywhere.aloneIn)}: each new policy selects, matches and ranks like the old one`,
      16,
      view,
    );
  } else {
    const shown = everywhere.because.slice(0, DOUBTS);
    const more = everywhere.because.length - shown.length;
    yield* folded(
      `  any cluster   not proven${more > 0 ? `, for ${everywhere.because.length} reasons` : ""}`,
      16,
      view,
    );
    for (const doubt of shown) yield* folded(`    ${doubtText(doubt)}`, 6, view);
    if (more > 0) yield `    and ${more} more`;
  }
  if (rollout !== undefined && !differs && !isUndecided) {
    yield* ["", view.paint.bold("rollout")];
    yield* folded(`  apply in this order   ${refsText(rollout.apply)}`, 24, view);
    yield* folded(`  then delete           ${refsText(rollout.remove)}`, 24, view);
  }
  if (differs) {
    yield* ["", view.paint.bold("differences")];
    yield* diffText(loaded, view);
  }
}
