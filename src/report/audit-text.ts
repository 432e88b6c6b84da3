import { leftOutPathsText, withShortPaths } from "./audit-ask.js";
import { besideLines, notLookedForText } from "./audit-beside.js";
import { listedGroups, otherPoliciesText, type ListedGroup } from "./audit-listing.js";
import { listedText } from "./audit-names.js";
import { defuse, encode } from "./encode.js";
import { incompleteLines } from "./incomplete-text.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { placeText } from "./place.js";
import { witnessText } from "./witness.js";
import { folded } from "./placed-lines.js";
import { wrapped } from "./columns.js";
import {
  bypassText,
  caveatsText,
  classNoteText,
  classPartsText,
  deniedText,
  missingText,
  openText,
  pluginHintText,
  shownMissing,
  shownOpen,
  auditAnswerText,
  STATUS_TEXT,
  stepText,
  tableOf,
} from "./audit-words.js";
import {
  AUDIT_STATUSES,
  type AuditedClass,
  type AuditGroup,
  type AuditStatus,
} from "../questions/audit/result.js";
import { stringWidth } from "./string-width.js";
import type { AuditReport } from "./audit-report.js";
import type { Origin } from "../source/manifest/origin.js";
import type { Verdict } from "../cluster/model/verdict.js";
import type { View } from "./view.js";

/** Audits for people: a table of classes and groups of pods, then each finding with what it rests on; a heading for each of several sets. */
export function* auditText(reports: readonly AuditReport[], view: View): Generator<string> {
  const isSeveral = reports.length > 1;
  if (isSeveral) yield* [`${reports.length} sets of manifests, each by itself`, ""];
  for (const each of reports) {
    if (each.set !== undefined) yield* headingLines(each.set, view);
    yield* reportLines(withShortPaths(each, view.symbols.ellipsis), view);
    const leftOut = leftOutPathsText(each, view.symbols.ellipsis);
    if (leftOut !== undefined) yield* noteLines(leftOut, view);
    if (isSeveral) yield "";
  }
  const notShown = [...new Set(reports.flatMap(({ audit }) => audit.notShown))].toSorted();
  yield* noteLines(caveatsText(), view);
  yield* noteLines(notLookedForText({ notShown }), view);
}

function* headingLines(set: string, view: View): Generator<string> {
  for (const line of wrapped(`set ${encode(set)}`, view.width, 2)) yield defuse(view.paint.bold(line));
  yield "";
}

function* reportLines(report: AuditReport, view: View): Generator<string> {
  const { audit, incompleteness } = report;
  yield* incompleteLines(incompleteness, view);
  yield* folded(auditAnswerText(audit), 2, view);
  const rows = tableOf(audit);
  if (rows.length > 1 || audit.classes.length > 1) yield* ["", ...tableLines(report, view)];
  // One group for all classes: the table has named it, and each heading would again.
  const isNamed = rows.length === 1 && audit.classes.length > 1;
  for (const each of audit.classes) yield* classLines(each, report, isNamed, view);
  yield "";
  const hint = pluginHintText(audit, report.isPluginKnown);
  if (hint !== undefined) yield* noteLines(hint, view);
  for (const line of besideLines(audit)) yield* noteLines(line, view);
}

/** How a status is coloured: an audit looks for what is blocked, so that what pods can reach is what alarms. */
const COLOURS: Readonly<Record<AuditStatus, Verdict>> = {
  reachable: "denied",
  bypassed: "denied",
  undecided: "unknown",
  overridable: "undefined",
  blocked: "allowed",
};

function* tableLines({ audit }: AuditReport, view: View): Generator<string> {
  const rows = tableOf(audit).map(({ endpoints, statuses }) => ({
    name: listedText(endpoints, 2),
    cells: statuses.map((status): AuditStatus | "" => status ?? ""),
  }));
  const names = audit.classes.map(({ name }) => encode(name));
  const first = Math.max(0, ...rows.map(({ name }) => stringWidth(name)));
  const widths = names.map((name) =>
    Math.max(stringWidth(name), ...AUDIT_STATUSES.map(({ length }) => length)),
  );
  const whole = first + widths.reduce((sum, width) => sum + width + 2, 0);
  if (whole > view.width) {
    for (const { name, cells } of rows) {
      yield* folded(name, 4, view);
      for (const status of AUDIT_STATUSES) {
        const alike = names.filter((_, i) => cells[i] === status).join(", ");
        if (alike !== "")
          yield* folded(`  ${view.paint.verdict(COLOURS[status], status)}: ${alike}`, 4, view);
      }
    }
    return;
  }
  const padded = (text: string, width: number): string =>
    text + " ".repeat(Math.max(0, width - stringWidth(text)));
  yield defuse(
    [padded("", first), ...names.map((name, i) => padded(name, widths[i] ?? 0))].join("  ").trimEnd(),
  );
  for (const { name, cells } of rows) {
    const shown = cells.map((cell, i) => {
      const text = padded(cell, i === cells.length - 1 ? 0 : (widths[i] ?? 0));
      return cell === "" ? text : view.paint.verdict(COLOURS[cell], text);
    });
    yield defuse([padded(name, first), ...shown].join("  ").trimEnd());
  }
}

function* classLines(
  each: AuditedClass,
  report: AuditReport,
  isNamed: boolean,
  view: View,
): Generator<string> {
  const rank = ({ status }: AuditGroup): number => AUDIT_STATUSES.indexOf(status);
  for (const listed of listedGroups(each.groups.toSorted((a, b) => rank(a) - rank(b)))) {
    const { group } = listed;
    yield "";
    const pods = isNamed ? "" : ` for ${listedText(group.endpoints)}`;
    const head = `${encode(each.name)}: ${STATUS_TEXT[group.status]}${pods}`;
    for (const line of wrapped(head, view.width, 2)) yield defuse(view.paint.bold(line));
    yield* groupLines(listed, report, view);
  }
  const parts = classPartsText(each);
  if (each.notes.length > 0 || parts !== undefined) yield "";
  if (parts !== undefined) yield* noteLines(`${encode(each.name)} ${parts}`, view);
  for (const note of each.notes) yield* noteLines(`${encode(each.name)}: ${classNoteText(note)}`, view);
}

function* groupLines(listed: ListedGroup, { ask }: AuditReport, view: View): Generator<string> {
  const { decidedBy, bypasses, witnesses } = listed.group;
  const open = shownOpen(listed.group);
  if (open.length === 0 && decidedBy !== undefined) {
    const at = originOf(decidedBy.decider, decidedBy.direction);
    yield* folded(`  ${view.symbols.decides} ${stepText(decidedBy)}${placed(at, view)}`, 4, view);
  }
  const shown = open.slice(0, MOST_SHOWN);
  for (const each of shown) {
    const at = originOf(each.by.decider, each.by.direction);
    yield* folded(`  ${view.symbols.arrow} ${openText(each)}${placed(at, view)}`, 4, view);
  }
  if (open.length > shown.length)
    yield `  ${view.symbols.ellipsis} and ${open.length - shown.length} more: -o json lists all`;
  const others = otherPoliciesText(listed);
  if (others !== undefined) yield* folded(`  ${view.symbols.ellipsis} ${others}`, 4, view);
  for (const each of bypasses) {
    yield* folded(`  ${each.id}  ${bypassText(each)}${placed(each.at, view)}`, 8, view);
    if (each.id === "B-8")
      for (const one of each.witnesses) yield defuse(`    ${encode(witnessText(one, ask))}`);
  }
  const denied = deniedText(listed.group);
  if (denied !== undefined) yield* folded(`  denied   ${denied}`, 11, view);
  for (const each of shownMissing(listed.group)) yield* folded(`  missing  ${missingText(each)}`, 11, view);
  const [witness] = witnesses;
  // A command stays on one line, to be copied.
  if (witness !== undefined) yield defuse(`  ${encode(witnessText(witness, ask))}`);
}

/** So many kinds of traffic of a group are shown. */
const MOST_SHOWN = 6;

function placed(at: Origin | undefined, { paint }: View): string {
  return at === undefined ? "" : ` (${paint.place(encode(placeText(at)))})`;
}

function* noteLines(text: string, view: View): Generator<string> {
  yield* folded(`  note  ${text}`, 8, view);
}
