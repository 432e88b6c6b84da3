import {
  changedTraffic,
  deciderLines,
  diffSummary,
  endsList,
  noteTexts,
  otherText,
  shownChanges,
  singleEnds,
  useText,
} from "./diff-words.js";
import { Budget } from "./budget.js";
import { codeInCell, codesInCell, codeSpan, inline, prose } from "./markdown.js";
import { encode } from "./encode.js";
import { flowCount, type Change } from "../questions/diff/group.js";
import { statusLines } from "./incomplete-text.js";
import { PLAIN_VIEW } from "./view.js";
import { placeText } from "./place.js";
import { witnessText } from "./witness.js";
import type { ClusterAnswer, ChangeKind } from "../questions/diff/slices.js";
import type { DiffReport } from "./diff-report.js";
import type { Direction } from "../cluster/model/policy.js";

/** A comment on GitHub has no more than 65,536 characters. */
const MAX_BYTES = 60_000;

/** Of more changes of one kind than this, the rest is folded away. */
const UNFOLDED = 10;

const TITLES: Readonly<Record<ChangeKind, string>> = {
  opened: "Opened",
  closed: "Closed",
  undefined: "Undefined now",
  unknown: "Unknown now",
};

/** The diff as a comment on a pull request: what opens first, each change with its rule before and after. */
export function* diffMarkdown(report: DiffReport): Generator<string> {
  const budget = new Budget(MAX_BYTES);
  const shown = shownChanges(report.diff.changes);
  for (const line of headLines(report)) yield budget.spend(line);
  for (const kind of ["opened", "closed", "undefined", "unknown"] as const) {
    const ofKind = shown.filter(({ change }) => change === kind);
    if (ofKind.length > 0) yield* kindLines(kind, ofKind, budget, report.uses);
  }
  if (report.alerts.length > 0) yield* alertLines(report, budget);
  yield* tailLines(report, budget);
}

function* headLines(report: DiffReport): Generator<string> {
  const { before, after } = report;
  yield `**anp diff: ${inline(diffSummary(report))}** (${short(before.name)} → ${short(after.name)})`;
  yield "";
  for (const [side, { incompleteness }] of [
    ["before", before],
    ["after", after],
  ] as const)
    for (const line of statusLines(incompleteness, PLAIN_VIEW)) yield `- ${inline(line)} (${side})`;
}

/** Names of paths may be as long as a command line. */
function short(name: string): string {
  return codeSpan(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}

function* kindLines(
  kind: ChangeKind,
  shown: readonly Change[],
  budget: Budget,
  uses: DiffReport["uses"],
): Generator<string> {
  const head = [`### ${TITLES[kind]}`, ""];
  const [visible, folded] = [shown.slice(0, UNFOLDED), shown.slice(UNFOLDED)];
  if (!budget.has([...head, ...TABLE].join("\n"))) {
    yield leftOut(shown, `that ${kind === "opened" || kind === "closed" ? "are" : "become"} ${kind}`);
    yield "";
    return;
  }
  for (const line of head) yield budget.spend(line);
  const rest = yield* table(visible, budget, uses);
  if (rest.length === 0 && folded.length > 0) {
    yield budget.spend(`<details><summary>${folded.length} more changes</summary>`);
    yield budget.spend("");
    const last = yield* table(folded, budget, uses);
    if (last.length > 0) yield `${leftOut(last)}\n`;
    yield budget.spend("</details>");
    yield budget.spend("");
  } else if (rest.length > 0) yield `${leftOut([...rest, ...folded])}\n`;
}

function leftOut(shown: readonly Change[], which = "of this kind"): string {
  return `${shown.length} more changes ${which} are omitted; \`-o json\` has them all.`;
}

const TABLE = ["| From | To | Traffic | Before | After |", "| --- | --- | --- | --- | --- |"];

/** A table of as many changes as there is room for. @returns those for which there is none */
function* table(
  shown: readonly Change[],
  budget: Budget,
  uses: DiffReport["uses"],
): Generator<string, readonly Change[]> {
  for (const line of TABLE) yield budget.spend(line);
  let rest: readonly Change[] = [];
  for (const [i, change] of shown.entries()) {
    const row = tableRow(change, uses);
    if (!budget.has(row)) {
      rest = shown.slice(i);
      break;
    }
    yield budget.spend(row);
  }
  yield budget.spend("");
  return rest;
}

function tableRow(change: Change, uses: DiffReport["uses"]): string {
  const { from, to, before, after, turned, other } = change;
  const flows = flowCount(change);
  const traffic = [
    inline(changedTraffic(change)),
    ...(flows === 1 ? [] : [`${flows} flows`]),
    ...(other === undefined ? [] : [inline(otherText(other))]),
    ...(uses === undefined ? [] : [inline(useText(uses.of(change)))]),
  ];
  const cells = [
    codesInCell(endsList(from)),
    codesInCell(endsList(to)),
    traffic.join("<br>"),
    answerCell(before, turned),
    answerCell(after, turned),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The verdict, and who decided where. */
function answerCell(answer: ClusterAnswer, turned: readonly Direction[]): string {
  const lines = deciderLines(answer, turned).map(({ text, at }) => {
    const place = at === undefined ? "" : ` ${codeInCell(placeText(at))}`;
    return `${inline(text)}${place}`;
  });
  return [`**${answer.verdict}**`, ...lines].join("<br>");
}

/** Each alert with its place, what it means, and a flow on which it shows. */
function* alertLines({ alerts, ask }: DiffReport, budget: Budget): Generator<string> {
  const lines = alerts.map(({ level, wording, problem }) => {
    const { witness } = problem;
    const more = [
      ...(witness === undefined || ask === undefined ? [] : [witnessText(witness, ask)]),
      ...(wording.notes ?? []),
      ...(wording.help === undefined ? [] : [`help: ${wording.help}`]),
    ];
    const [message = "", ...rest] = [wording.message, ...more].map((text) => prose(encode(text)));
    return [`- **${level}** ${message} (${codeSpan(placeText(problem.at))})`, ...rest].join("<br>");
  });
  for (const line of ["### Alerts", ""]) yield budget.spend(line);
  for (const [i, line] of lines.entries()) {
    if (!budget.has(line)) {
      yield `- and ${lines.length - i} more`;
      break;
    }
    yield budget.spend(line);
  }
  yield budget.spend("");
}

function* tailLines(report: DiffReport, budget: Budget): Generator<string> {
  const { diff } = report;
  const lines = [
    ...singleEnds(diff.added).map(({ ends, reach }) => `- new: ${codesInCell(ends)} ${inline(reach)}`),
    ...singleEnds(diff.removed).map(({ ends, reach }) => `- gone: ${codesInCell(ends)} ${inline(reach)}`),
    ...noteTexts(report).map((note) => `- ${inline(note)}`),
  ];
  for (const [i, line] of lines.entries()) {
    if (!budget.has(line)) {
      yield `- and ${lines.length - i} more`;
      return;
    }
    yield budget.spend(line);
  }
}
