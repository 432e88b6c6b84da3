import { differingLines, pluginLines } from "./plugin-words.js";
import { conjunction, policyText, protocolList, trafficText } from "./describe.js";
import { deciderText } from "./decider-words.js";
import { defuse, encode } from "./encode.js";
import { countText, endText, groupByEnds, summaryOf } from "./explain-ends.js";
import { incompleteLines } from "./incomplete-text.js";
import { leaningText, noteText, readingText } from "./explain-words.js";
import { isUnknownController } from "./route-words.js";
import { suggestText } from "./suggest-text.js";
import { throughText } from "./service-words.js";
import { whySentence } from "./explain-why.js";
import { layOut, wrapped, type LaidRow, type TextRow } from "./columns.js";
import { placesText, placeText } from "./place.js";
import { isMaybePod, mayBePodRows, sideRows, unknownControllerRows } from "./explain-rows.js";
import { hintFor } from "./explain-hint.js";
import { DIRECTIONS, type Direction, type Policy } from "../cluster/model/policy.js";
import type { ExplainReport } from "./explain-report.js";
import type { Explanation, Note, Result } from "../questions/explain/result.js";
import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  trafficMeets,
  type Traffic,
} from "../base/net/traffic.js";
import type { OtherReading } from "../questions/explain/readings.js";
import type { Step } from "../semantics/evaluate/step.js";
import { VERDICTS, type Verdict } from "../cluster/model/verdict.js";
import type { View } from "./view.js";

/** The explanation of a flow for people, line by line: the answer first, then why, then each side, then notes. */
export function* explainText(report: Omit<ExplainReport, "isBrief">, view: View): Generator<string> {
  const { explanation, incompleteness, showsAll, suggestions, uninvolved, next, readings } = report;
  const { results, notes } = explanation;
  const groups = groupByEnds(results);
  yield* incompleteLines(incompleteness, view);
  for (const note of notes) if (isNameBlocked(note)) yield* nameLines(note, view);
  const routes = notes.filter(({ code }) => code === "route-controller").map(noteText);
  const isOne = results.length === 1;
  if (groups.length > 1 || (routes.length > 0 && !isOne)) yield* summaryLine(explanation, view);
  if (!isOne) yield* routeLines(routes, view);
  for (const [i, group] of groups.entries()) {
    if (i > 0) yield "";
    const [only] = group;
    if (only !== undefined && group.length === 1) yield* fullResult(only, report, view, isOne ? routes : []);
    else yield* groupedResults(group, explanation.declared, view, readings.length > 0);
    if (i === 0 && !isOne) yield* readingLines(readings, view);
  }
  const leanings = new Set(results.flatMap((result) => result.leanings));
  const remarks = [
    ...(report.plugin === undefined ? [] : pluginLines(report.plugin)),
    ...[...leanings].map(leaningText),
    ...notes.filter(isWorthALine).map(noteText),
    ...differingLines(report.differing),
  ];
  if (remarks.length > 0) yield "";
  for (const remark of remarks) yield* remarkLines("note", remark, view);
  if (suggestions !== undefined) yield* suggestText(suggestions, explanation, showsAll, view);
  if (showsAll) yield* wholeReadings(report, view);
  if (showsAll) yield* uninvolvedLines(uninvolved, view);
  if (next !== undefined) {
    yield "";
    yield defuse(`  ${view.paint.bold("next")}  ${encode(next)}`);
  }
}

/** Who connects, where routes are asked about. */
function* routeLines(routes: readonly string[], view: View): Generator<string> {
  for (const route of routes) yield* remarkLines("route", route, view);
  if (routes.length > 0) yield "";
}

/** A sentence behind the word that says what it is. */
function* remarkLines(
  word: "why" | "hint" | "note" | "route",
  text: string,
  { width, paint }: View,
): Generator<string> {
  yield* withPainted(wrapped(`  ${word}  ${text}`, width, word.length + 4), word, paint.bold);
}

/** Lines with the first place of a word painted, in whichever of them it is. */
function* withPainted(
  lines: readonly string[],
  word: string,
  paint: (word: string) => string,
): Generator<string> {
  const at = word === "" ? -1 : lines.findIndex((each) => each.includes(word));
  for (const [i, each] of lines.entries())
    yield defuse(i === at ? each.replace(word, () => paint(word)) : each);
}

/** The first line shows the namespace of a bare name: a note would say it twice. */
function isWorthALine(note: Note): boolean {
  return note.code !== "only-in-namespace" && note.code !== "route-controller" && !isNameBlocked(note);
}

/** True where the name cannot be resolved, or may not be: then nothing else matters yet. */
function isNameBlocked(note: Note): note is Extract<Note, { code: "dns-first" }> {
  return note.code === "dns-first" && note.verdicts.some((verdict) => verdict !== "allowed");
}

function* nameLines(note: Extract<Note, { code: "dns-first" }>, view: View): Generator<string> {
  const by = note.policies.length === 0 ? "" : `  ${conjunction(note.policies.map(encode))}`;
  const flow = `${encode(note.from)} ${view.symbols.arrow} ${encode(note.to)}`;
  const ports = note.protocols.map(({ protocol }) => `${protocol} 53`);
  const shown = note.protocols.map(({ verdicts }) => shownVerdicts(verdicts, view));
  const answers =
    new Set(shown).size === 1
      ? `${ports.join(", ")}  ${shown[0]}`
      : ports.map((port, i) => `${port} ${shown[i]}`).join(", ");
  yield* wrapped(`DNS first: ${flow}  ${answers}${by}`, view.width, 2).map(defuse);
  yield "";
}

/** One verdict in its colour; several where ends differ. */
function shownVerdicts(verdicts: readonly Verdict[], { paint }: View): string {
  const [only, ...others] = verdicts;
  const verdict = others.length === 0 && only !== undefined ? only : "mixed";
  const word = verdict === "mixed" ? conjunction(verdicts, "or") : verdict;
  return paint.verdict(verdict, word === "denied" ? "DENIED" : word);
}

function* summaryLine(explanation: Explanation, view: View): Generator<string> {
  const { from, to, results } = explanation;
  const { verdict } = summaryOf(results);
  const flow = `${encode(from.shownAs)} ${view.symbols.arrow} ${encode(to.shownAs)}`;
  const word = view.paint.verdict(verdict, verdict.toUpperCase());
  yield defuse(`${word}  ${flow}  ${countText(explanation)}`);
  yield "";
}

function* fullResult(
  result: Result,
  { incompleteness, showsAll, readings }: Pick<ExplainReport, "incompleteness" | "showsAll" | "readings">,
  view: View,
  routes: readonly string[],
): Generator<string> {
  const { from, to, traffic, verdict, outcomes } = result;
  const flow = `${endText(from)} ${view.symbols.arrow} ${endText(to)}  ${trafficText(traffic)}`;
  const open =
    verdict === "undefined" ? `  (${conjunction(outcomes, "or")}, depending on the implementation)` : "";
  const word = verdict.toUpperCase();
  const lines = wrapped(`${word}  ${flow}${open}`, view.width, 2);
  yield* withPainted(lines, word, () => view.paint.verdict(verdict, word));
  yield "";
  yield* routeLines(routes, view);
  yield* remarkLines("why", whySentence(result, readings.length > 0), view);
  const hint = hintFor(result, readings);
  if (hint !== undefined) yield* remarkLines("hint", hint, view);
  yield* readingLines(readings, view);
  const through = throughText(result);
  if (through !== undefined || DIRECTIONS.some((direction) => result[direction].steps.length > 0)) yield "";
  if (through !== undefined) for (const each of wrapped(`  ${through}`, view.width, 4)) yield defuse(each);
  // Nothing was asked where there is nobody to ask about.
  const asked = DIRECTIONS.filter((direction) => result[direction].steps.length > 0);
  const rows = asked.flatMap((direction) => [
    headRow(result, direction),
    ...sideRows(result[direction], {
      direction,
      traffic,
      symbols: view.symbols,
      showsAll,
      isOfUnknownController: direction === "egress" && isUnknownController(result.from),
      incompleteness,
    }).map((row) => ({ ...row, lead: `    ${row.lead ?? ""}` })),
  ]);
  for (const row of layOut(rows, view.width)) yield paintedLine(row, view);
}

/** What holds if refused policies are left out, or stored without strict checking: a line each. */
function* readingLines(readings: readonly OtherReading[], view: View): Generator<string> {
  if (readings.length > 0) yield "";
  for (const reading of readings) {
    const { results, declared } = reading.explanation;
    const { verdict } = summaryOf(results);
    const word = verdict === "mixed" ? "" : verdict.toUpperCase();
    const text = `  ${readingText(reading)}: ${word}${readingReason(results, declared)}`;
    yield* withPainted(wrapped(text, view.width, 4), word, () => view.paint.verdict(verdict, word));
  }
}

/** Why, where it is one thing; which traffic is allowed and which is not, where that differs. */
function readingReason(results: readonly Result[], declared: Traffic | undefined): string {
  const { verdict, allowed } = summaryOf(results);
  const [first] = results;
  const whys = new Set(results.map((result) => whySentence(result)));
  if (verdict !== "mixed") return whys.size === 1 && first !== undefined ? `, ${whySentence(first)}` : "";
  if (groupByEnds(results).length > 1) return `${allowed} of ${results.length} parts allowed`;
  return results.map((each) => `${each.verdict} ${groupTraffic(each, results, declared)}`).join(", ");
}

/** The chains of those, where everything is shown. */
function* wholeReadings(
  report: Pick<ExplainReport, "incompleteness" | "readings">,
  view: View,
): Generator<string> {
  for (const reading of report.readings) {
    yield "";
    yield defuse(view.paint.bold(`  ${readingText(reading)}`));
    for (const group of groupByEnds(reading.explanation.results)) {
      const [only] = group;
      const { incompleteness } = report;
      if (only !== undefined && group.length === 1)
        yield* fullResult(only, { incompleteness, showsAll: true, readings: [] }, view, []);
      else yield* groupedResults(group, reading.explanation.declared, view);
    }
  }
}

function headRow(result: Result, direction: Direction): TextRow {
  const { verdict } = result[direction];
  const end = direction === "egress" ? result.from : result.to;
  const text = `  ${direction} ${direction === "egress" ? "from" : "to"} ${encode(end.shownAs)}`;
  return { text, mark: verdict === "denied" ? "DENIED" : verdict, verdict };
}

function paintedLine({ text, reason, mark, place, verdict }: LaidRow, { paint }: View): string {
  const isHead = verdict !== undefined;
  return line([
    isHead ? paint.bold(text) : text,
    reason,
    isHead ? paint.verdict(verdict, mark) : paint.bold(mark),
    paint.place(place),
  ]);
}

/** Joins the cells of a row; empty ones leave no gap. */
function line(cells: readonly string[]): string {
  return defuse(
    cells
      .filter((cell) => cell !== "")
      .join("  ")
      .trimEnd(),
  );
}

/** Several groups of traffic between the same two ends: why of the one that is meant, then one paragraph each. */
function* groupedResults(
  results: readonly Result[],
  declared: Traffic | undefined,
  view: View,
  hasReadings = false,
): Generator<string> {
  const [first] = results;
  if (first === undefined) return;
  yield defuse(`${endText(first.from)} ${view.symbols.arrow} ${endText(first.to)}`);
  yield "";
  const meant = results.filter(({ traffic }) => declared === undefined || trafficMeets(traffic, declared));
  // What is not allowed is asked about more often.
  const main = meant.find(({ verdict }) => verdict !== "allowed") ?? meant[0];
  if (main !== undefined) yield* whyOfMeant(main, declared, view, hasReadings);
  const isLater = (verdict: Verdict): number =>
    declared === undefined || meant.some((each) => each.verdict === verdict) ? 0 : 1;
  const verdicts = VERDICTS.toSorted((a, b) => isLater(a) - isLater(b));
  const rows = verdicts.flatMap((verdict) => verdictRows(verdict, results, declared));
  for (const row of layOut(rows, view.width)) yield groupedLine(row, view);
}

/** Why, and what to do next: of the ports that the destination declares, or of what is denied. */
function* whyOfMeant(
  result: Result,
  declared: Traffic | undefined,
  view: View,
  hasReadings: boolean,
): Generator<string> {
  const { traffic, verdict, to } = result;
  const ports = declared === undefined ? undefined : intersectTraffic(traffic, declared);
  const is = ports !== undefined && portCount(ports) === 1 ? "is" : "are";
  const lead =
    ports === undefined
      ? ""
      : `${trafficText(ports)}, which ${encode(to.shownAs)} declares, ${is} ${verdict}: `;
  yield* remarkLines("why", `${lead}${whySentence(result, hasReadings)}`, view);
  const hint = hintFor(result);
  if (hint !== undefined) yield* remarkLines("hint", hint, view);
  yield "";
}

/** The column in which the groups' verdicts stand. */
const VERDICT_WIDTH = 11;

function verdictRows(verdict: Verdict, all: readonly Result[], declared: Traffic | undefined): TextRow[] {
  const rows: TextRow[] = [];
  for (const result of all) {
    if (result.verdict !== verdict) continue;
    const through = throughText(result);
    rows.push({ text: groupTraffic(result, all, declared), verdict });
    if (through !== undefined) rows.push({ text: `  ${through}` });
    for (const row of decidingRows(result)) rows.push({ ...row, text: `  ${row.text}` });
    if (verdict === "undefined" || verdict === "unknown") rows.push({ text: `  ${whySentence(result)}` });
  }
  return rows.map((row, i) => ({
    ...row,
    lead: `  ${(i === 0 ? verdict.toUpperCase() : "").padEnd(VERDICT_WIDTH)}`,
  }));
}

function groupedLine({ text, place, verdict }: LaidRow, { paint }: View): string {
  const word = verdict?.toUpperCase() ?? "";
  const isHead = verdict !== undefined && text.trimStart().startsWith(word);
  const shown = isHead ? text.replace(word, () => paint.verdict(verdict, word)) : text;
  return line([shown, paint.place(place)]);
}

/** The policies that concern neither end, one line each. */
export function* uninvolvedLines(policies: readonly Policy[], view: View): Generator<string> {
  if (policies.length === 0) return;
  const rows = policies.map(({ ref, origin }) => ({
    text: `    ${policyText(ref)}`,
    place: placeText(origin),
  }));
  yield "";
  yield defuse(`  ${view.paint.bold("not concerned")}`);
  for (const row of layOut(rows, view.width)) yield paintedLine(row, view);
}

/** How many runs of ports a group may have before it is called by what it is not. */
const FEW_RUNS = 1;

/** The traffic of one group; the one that is the rest of everything is called that, behind the declared ports in it. */
function groupTraffic({ traffic }: Result, all: readonly Result[], declared: Traffic | undefined): string {
  const runs = [traffic.TCP, traffic.UDP, traffic.SCTP].reduce((sum, ports) => sum + ports.length, 0);
  const widest = Math.max(...all.map((result) => portCount(result.traffic)));
  const isRest = all.length > 1 && portCount(traffic) === widest && widest > 65_535 / 2 && runs > FEW_RUNS;
  if (!isRest) return trafficText(traffic);
  const own = declared === undefined ? NO_TRAFFIC : intersectTraffic(traffic, declared);
  const rest = `all other ${protocolList(traffic)} ports`;
  return isNoTraffic(own) ? rest : `${trafficText(own)} and ${rest}`;
}

function portCount(traffic: Result["traffic"]): number {
  return [traffic.TCP, traffic.UDP, traffic.SCTP]
    .flat()
    .reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The steps that decided, one row each: on the side that denies, or of an allowed flow, on both. */
function decidingRows(result: Result): TextRow[] {
  const rows: TextRow[] = [];
  for (const direction of ["egress", "ingress"] as const) {
    const side = result[direction];
    if (result.verdict === "denied" && side.verdict !== "denied") continue;
    if (direction === "egress" && isUnknownController(result.from)) {
      rows.push(...unknownControllerRows(side.steps));
      continue;
    }
    if (isMaybePod(side.steps)) {
      rows.push(...mayBePodRows(side.steps));
      continue;
    }
    for (const step of side.steps) {
      const row = step.decides ? decidingRow(step, direction, result) : undefined;
      if (row !== undefined) rows.push(row);
    }
  }
  return rows;
}

/** The row of a step that decided; of what goes without saying there is none. */
function decidingRow(step: Step, direction: Direction, result: Result): TextRow | undefined {
  switch (step.type) {
    case "rule": {
      const matched = step.because.code === "matched" ? step.because : undefined;
      return { text: deciderText(step, direction, "it", matched), place: placeText(step.at) };
    }
    case "isolation": {
      const end = direction === "egress" ? result.from : result.to;
      const places = step.policies.flatMap(({ rules }) => rules[direction]?.origin ?? []);
      return { text: deciderText(step, direction, encode(end.shownAs)), place: placesText(places) };
    }
    case "namespace-isolation":
    case "own-node":
    case "own-node-closed":
    case "default-deny":
    case "service":
    case "limit": {
      const place = step.at === undefined ? {} : { place: placeText(step.at) };
      return { text: deciderText(step, direction), ...place };
    }
    default:
      return undefined;
  }
}
