import { codeFrame, type FrameLabel } from "./code-frame.js";
import { conjunction } from "./describe.js";
import { defuse, encode } from "./encode.js";
import { LEVELS, type Diagnostic, type Level } from "../diagnostics/diagnostic.js";
import { summaryText } from "./summary.js";
import type { LintReport } from "./lint-report.js";
import type { SkippedRule } from "../lint/lint.js";
import type { View } from "./view.js";

/** The findings of a run for people: each with its place in the source, then one line that counts them. */
export function* lintText({ diagnostics, skipped, summary }: LintReport, view: View): Generator<string> {
  for (const diagnostic of diagnostics) {
    yield* diagnosticText(diagnostic, view);
    yield "";
  }
  if (skipped.length > 0) {
    yield skippedText(skipped);
    yield "";
  }
  yield defuse(
    `${countText(diagnostics)}  (${summaryText(summary)}${summary.other.length > 0 ? "; -v lists them" : ""})`,
  );
}

/** `note: the input has no pods, so 3 rules had nothing to look at: …`. */
function skippedText(skipped: readonly SkippedRule[]): string {
  const missing = [...new Set(skipped.flatMap((each) => each.missing))];
  const rules = skipped.map(({ rule }) => rule).toSorted();
  const count = `${rules.length} rule${rules.length === 1 ? "" : "s"}`;
  return `note: the input has no ${conjunction(missing, "or")}, so ${count} had nothing to look at: ${rules.join(", ")}`;
}

function* diagnosticText({ rule, level, wording, problem }: Diagnostic, view: View): Generator<string> {
  yield defuse(
    `${view.paint.level(level, `${level}[${rule}]`)}${view.paint.bold(`: ${encode(wording.message)}`)}`,
  );
  const related = (problem.related ?? []).map((each, i): FrameLabel => ({
    place: each.at,
    text: wording.related?.[i] ?? each.role,
  }));
  for (const line of codeFrame([{ place: problem.at, text: wording.label }, ...related], level, view))
    yield defuse(line);
  for (const line of problem.server ?? [])
    yield defuse(`   = note: the API server says: ${encode(line.replaceAll(/\n\s*/g, " "))}`);
  for (const note of wording.notes ?? []) yield defuse(`   = note: ${encode(note)}`);
  if (wording.help !== undefined) yield defuse(`   = help: ${encode(wording.help)}`);
  yield defuse(`   = rule: anp rules ${rule}`);
}

/** `2 findings: 1 error, 1 warning`. */
function countText(diagnostics: readonly Diagnostic[]): string {
  const counts = LEVELS.map((level) => ({ level, count: countOf(diagnostics, level) })).filter(
    ({ count }) => count > 0,
  );
  if (counts.length === 0) return "no findings";
  const total = diagnostics.length;
  const parts = counts.map(
    ({ level, count }) => `${count} ${level}${count > 1 && level !== "info" ? "s" : ""}`,
  );
  return `${total} finding${total === 1 ? "" : "s"}: ${conjunction(parts)}`;
}

export function countOf(diagnostics: readonly Diagnostic[], level: Level): number {
  return diagnostics.filter((diagnostic) => diagnostic.level === level).length;
}
