import { changesText, newFirst } from "./lint-changes.js";
import { codeFrame, type FrameLabel } from "./code-frame.js";
import { conditionsText } from "./conditions.js";
import { conjunction } from "./describe.js";
import { defuse, encode } from "./encode.js";
import { groupBy } from "../base/collections/group-by.js";
import { isFixable } from "../cluster/problems/fixable.js";
import { findingsText, knownLine, suppressedLine, suppressedText } from "./lint-words.js";
import { statisticsLines } from "./lint-statistics.js";
import { withCopies } from "./copies.js";
import { unreadLists, type UnreadList } from "./unread-lists.js";
import { fileName, placeText } from "./place.js";
import { foundInText } from "./roots-words.js";
import { withMore } from "../base/text/list.js";
import { leftOutLine, summaryText } from "./summary.js";
import { folded } from "./placed-lines.js";
import { wrapped } from "./columns.js";
import { shownWitness, witnessText } from "./witness.js";
import type { Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";
import type { Need } from "../linter/rules/rule.js";
import type { SkippedRule } from "../linter/lint/lint.js";
import type { View } from "./view.js";

/** The findings of a run for people: each with its place in the source, then one line that counts them. */
export function* lintText(report: LintReport, view: View): Generator<string> {
  const {
    diagnostics,
    hidden = 0,
    suppressed,
    baselined,
    gone = [],
    skipped,
    summary,
    isVerbose = false,
  } = report;
  const changes = changesText(report);
  if (changes !== undefined) {
    yield* folded(changes, 2, view);
    yield "";
  }
  if (report.isCounted === true) {
    for (const line of statisticsLines(diagnostics)) yield defuse(line);
    if (diagnostics.length > 0) yield "";
  } else yield* findingsLines(report, view);
  if (gone.length > 0) {
    for (const each of gone) yield* folded(`fixed: ${knownLine(each)}`, 2, view);
    yield "";
  }
  if (skipped.length > 0) {
    for (const line of isVerbose ? skippedText(skipped) : skippedCount(skipped))
      yield* folded(line, "note: ".length, view);
    yield "";
  }
  if (isVerbose && suppressed.length + baselined.length > 0) {
    for (const each of suppressed) yield* folded(`suppressed: ${suppressedLine(each)}`, 2, view);
    for (const each of baselined) yield* folded(`known: ${knownLine(each)}`, 2, view);
    yield "";
  }
  const conditions = conditionsText(report.conditions ?? []);
  if (conditions !== undefined) {
    yield* folded(`ON CONDITION  ${conditions}`, 2, view);
    yield "";
  }
  const left = suppressedText(report);
  const counts = [findingsText(diagnostics, hidden), ...(left === undefined ? [] : [left])].join("; ");
  const lists =
    leftOutLine(summary) !== undefined || suppressed.length + baselined.length > 0 ? "; -v lists them" : "";
  const overview =
    diagnostics.length < MANY || report.isCounted === true ? "" : "; --statistics counts them by rule";
  yield* folded(`${counts}  (${summaryText(summary)}${lists})${overview}`, 2, view);
}

/** So many findings are no longer read from one end to the other. */
const MANY = 50;

/** Every finding, with its copies. */
function* findingsLines({ diagnostics, ask, isVerbose = false }: LintReport, view: View): Generator<string> {
  const shown = newFirst(diagnostics);
  const lists = unreadLists(shown);
  for (const { finding, copies } of withCopies(shown)) {
    if (lists.has(finding)) {
      const list = lists.get(finding);
      if (list === undefined) continue;
      yield* unreadListText(list, view, isVerbose);
      yield "";
      continue;
    }
    yield* findingText(finding, view, ask, isVerbose);
    if (copies.length > 0) yield* folded(copiesText(copies, isVerbose), REMARK_MARGIN, view);
    yield "";
  }
}

/** How many parts of a list are told. */
const LISTED = 8;

/** Parts of the input that are not rendered, and that one thing is to be done about. */
function* unreadListText(
  { findings, message, help, lines }: UnreadList,
  view: View,
  isVerbose: boolean,
): Generator<string> {
  const [{ level, rule }] = findings as [Diagnostic];
  yield* headText({ level, rule, message }, view);
  const shown = isVerbose ? lines : lines.slice(0, LISTED);
  for (const line of shown) yield* folded(`   ${encode(line)}`, LIST_MARGIN, view);
  const more = lines.length - shown.length;
  if (more > 0) yield `   and ${more} more (-v lists them)`;
  if (help !== undefined) yield* folded(`   = help: ${encode(help)}`, REMARK_MARGIN, view);
  yield defuse(`   = rule: anp rules ${rule}`);
}

/** Where a line of a list goes on. */
const LIST_MARGIN = 5;

/** The first lines of a finding: `error[rule-id]: what is wrong`. */
function headText(
  { level, rule, message }: { readonly level: Level; readonly rule: string; readonly message: string },
  view: View,
): string[] {
  const head = `${level}[${rule}]`;
  const [first = "", ...more] = wrapped(`${head}: ${encode(message)}`, view.width, 2);
  const painted = view.paint.level(level, head);
  const linked = view.link?.(painted, { type: "rule", id: rule }) ?? painted;
  const begun = linked + view.paint.bold(first.slice(head.length));
  return [begun, ...more.map((line) => view.paint.bold(line))].map(defuse);
}

/** How many further places of a finding are shown in their source; what follows are places alone. */
const MOST_FRAMES = 5;

/** How many places of copies are named. */
const NAMED_COPIES = 3;

/** Where copies of the object have the same finding. */
function copiesText(copies: readonly Diagnostic[], isVerbose: boolean): string {
  return alsoText(
    copies.map(({ problem }) => placeText(problem.at)),
    isVerbose,
  );
}

/** `   = also: a.yaml:3:1, b.yaml:3:1 and 2 more (-v lists them)`. */
function alsoText(places: readonly string[], isVerbose: boolean): string {
  const shown = isVerbose ? places : places.slice(0, NAMED_COPIES);
  const more = places.length - shown.length;
  return `   = also: ${withMore(shown, more)}${more > 0 ? " (-v lists them)" : ""}`;
}

/** `note: 23 rules skipped: no pods or namespaces in the input (-v lists them)`. */
export function skippedCount(skipped: readonly SkippedRule[]): string[] {
  const lacking = new Set(skipped.flatMap(({ missing }) => missing));
  const what = (Object.keys(NEEDS) as Need[]).filter((each) => lacking.has(each)).map((each) => NEEDS[each]);
  const rules = skipped.length === 1 ? "1 rule" : `${skipped.length} rules`;
  return [
    `note: ${rules} skipped: no ${conjunction(what, "or")} in the input (-v names ${skipped.length === 1 ? "it" : "them"})`,
  ];
}

/** With `-v` a note for each thing that the input lacks: `note: skipped label-typo and 2 more: no pods in the input`. */
function* skippedText(skipped: readonly SkippedRule[]): Generator<string> {
  const groups = [...groupBy(skipped, ({ missing }) => missing.join()).values()];
  const needsDns = (alike: readonly SkippedRule[]): boolean =>
    alike.some(({ missing }) => missing.includes("dns"));
  // What can be done about DNS stands behind the last note about it.
  for (const alike of [...groups.filter((each) => !needsDns(each)), ...groups.filter(needsDns)]) {
    const what = (alike[0]?.missing ?? []).map((each) => NEEDS[each]);
    const rules = alike.map(({ rule }) => rule).toSorted();
    yield `note: skipped ${rules.join(", ")}: no ${conjunction(what, "or")} in the input`;
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

const DNS_HELP = "load Service kube-system/kube-dns and its pods, or set --dns-service";

/**
 * The lines of one finding: its code, and everything that is said of it.
 * @param ask what makes another command read the same input
 */
export function findingText(
  { rule, level, wording, problem, foundIn }: Diagnostic,
  view: View,
  ask?: string,
  isVerbose = false,
): string[] {
  const lines = headText({ level, rule, message: wording.message }, view);
  const add = (text: string): void => void lines.push(...folded(text, REMARK_MARGIN, view));
  const related = (problem.related ?? []).map((each, i): FrameLabel => ({
    place: each.at,
    text: wording.related?.[i] ?? each.role,
  }));
  // Places of which nothing is to be said are places alone.
  const framed = wording.related === undefined ? [] : related.slice(0, MOST_FRAMES);
  const frame = codeFrame([{ place: problem.at, text: wording.label }, ...framed], level, view);
  lines.push(...frame.map(defuse));
  const others = related.slice(framed.length).map(({ place }) => placeText(place));
  if (others.length > 0) add(alsoText(others, isVerbose));
  const server = (problem.server ?? []).map(
    (line) => `the API server says: ${line.replaceAll(/\n\s*/g, " ")}`,
  );
  for (const note of [...server, ...(wording.notes ?? [])]) add(`   = note: ${encode(note)}`);
  // What is to be typed stays in one piece.
  const witness = shownWitness(problem);
  if (witness !== undefined)
    lines.push(defuse(`   = note: ${encode(witnessText(witness, foundIn?.ask ?? ask))}`));
  const isOfMany = others.length > 0 && framed.length === 0;
  const where = isOfMany ? undefined : foundInText(foundIn, fileName(problem.at.document));
  if (where !== undefined) add(`   = note: ${where}`);
  const help = helpText(wording.help, isFixable(problem));
  if (help !== undefined) add(`   = help: ${encode(help)}`);
  lines.push(defuse(`   = rule: anp rules ${rule}`));
  return lines;
}

/** Where the words of notes and help begin. */
const REMARK_MARGIN = "   = note: ".length;

/** How to fix it, and what does. */
export function helpText(help: string | undefined, fixable: boolean): string | undefined {
  return fixable && help !== undefined ? `${help} (anp lint --fix writes it)` : help;
}
