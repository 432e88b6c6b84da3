import { codeFrame, type FrameLabel } from "./code-frame.js";
import { conjunction } from "./describe.js";
import { defuse, encode } from "./encode.js";
import { groupBy } from "../collections/group-by.js";
import { isFixable } from "../diagnostics/fixable.js";
import { LEVELS, type Diagnostic, type Level } from "../diagnostics/diagnostic.js";
import { summaryText } from "./summary.js";
import { witnessText } from "./witness.js";
import type { LintReport } from "./lint-report.js";
import type { Need } from "../rules/rule.js";
import type { SkippedRule } from "../lint/lint.js";
import type { View } from "./view.js";

/** The findings of a run for people: each with its place in the source, then one line that counts them. */
export function* lintText(
  { diagnostics, hidden = 0, skipped, summary, ask }: LintReport,
  view: View,
): Generator<string> {
  for (const diagnostic of diagnostics) {
    yield* findingText(diagnostic, view, ask);
    yield "";
  }
  if (skipped.length > 0) {
    yield* skippedText(skipped);
    yield "";
  }
  yield defuse(
    `${countText(diagnostics, hidden)}  (${summaryText(summary)}${summary.other.length > 0 ? "; -v lists them" : ""})`,
  );
}

/** A note for each thing that the input lacks: `note: the input has no pods, so 3 rules had nothing to look at: …`. */
function* skippedText(skipped: readonly SkippedRule[]): Generator<string> {
  const groups = [...groupBy(skipped, ({ missing }) => missing.join()).values()];
  const needsDns = (alike: readonly SkippedRule[]): boolean =>
    alike.some(({ missing }) => missing.includes("dns"));
  // What can be done about DNS stands behind the last note about it.
  for (const alike of [...groups.filter((each) => !needsDns(each)), ...groups.filter(needsDns)]) {
    const what = (alike[0]?.missing ?? []).map((each) => NEEDS[each]);
    const rules = alike.map(({ rule }) => rule).toSorted();
    const count = `${rules.length} rule${rules.length === 1 ? "" : "s"}`;
    yield `note: the input has no ${conjunction(what, "or")}, so ${count} had nothing to look at: ${rules.join(", ")}`;
  }
  if (needsDns(skipped)) yield `   = help: ${DNS_HELP}`;
}

const NEEDS: Readonly<Record<Need, string>> = {
  pods: "pods",
  namespaces: "namespaces",
  dns: "cluster DNS",
  "api-server": "nodes of the control plane",
  prometheus: "pods of Prometheus",
};

const DNS_HELP =
  "load Service kube-dns of namespace kube-system and its pods, or name another Service with --dns-service";

/**
 * The lines of one finding: its code, and everything that is said of it.
 * @param ask what makes another command read the same input
 */
export function* findingText(
  { rule, level, wording, problem }: Diagnostic,
  view: View,
  ask?: string,
): Generator<string> {
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
  if (problem.witness !== undefined) yield defuse(`   = note: ${encode(witnessText(problem.witness, ask))}`);
  const help = helpText(wording.help, isFixable(problem));
  if (help !== undefined) yield defuse(`   = help: ${encode(help)}`);
  yield defuse(`   = rule: anp rules ${rule}`);
}

/** How to mend it, and what does. */
function helpText(help: string | undefined, fixable: boolean): string | undefined {
  return fixable && help !== undefined ? `${help} (anp lint --fix writes it)` : help;
}

/** `2 findings: 1 error, 1 warning`. */
function countText(diagnostics: readonly Diagnostic[], hidden: number): string {
  if (hidden > 0) return `${shownText(diagnostics, "no errors")}; ${hidden} hidden by --quiet`;
  return shownText(diagnostics, "no findings");
}

function shownText(diagnostics: readonly Diagnostic[], none: string): string {
  const counts = LEVELS.map((level) => ({ level, count: countOf(diagnostics, level) })).filter(
    ({ count }) => count > 0,
  );
  if (counts.length === 0) return none;
  const total = diagnostics.length;
  const parts = counts.map(
    ({ level, count }) => `${count} ${level}${count > 1 && level !== "info" ? "s" : ""}`,
  );
  return `${total} finding${total === 1 ? "" : "s"}: ${conjunction(parts)}`;
}

export function countOf(diagnostics: readonly Diagnostic[], level: Level): number {
  return diagnostics.filter((diagnostic) => diagnostic.level === level).length;
}
