import { leftOutPathsText, withShortPaths } from "./audit-ask.js";
import { besideLines, notLookedForText } from "./audit-beside.js";
import { listedGroups, otherPoliciesText, type ListedGroup } from "./audit-listing.js";
import { shownNames } from "./audit-names.js";
import { AUDIT_STATUSES, type AuditGroup } from "../questions/audit/result.js";
import {
  auditAnswerText,
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
  STATUS_TEXT,
  stepText,
  tableOf,
} from "./audit-words.js";
import { encode } from "./encode.js";
import { codeInCell, codesInCell, codeSpan, inline } from "./markdown.js";
import { statusLines } from "./incomplete-text.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { PLAIN_VIEW } from "./view.js";
import { placeText } from "./place.js";
import { witnessCommand } from "./witness.js";
import type { AuditReport } from "./audit-report.js";
import type { Origin } from "../source/manifest/origin.js";

/** Audits as Markdown, for a pull request: the table, then what is not blocked, and why; a heading for each of several sets. */
export function* auditMarkdown(reports: readonly AuditReport[]): Generator<string> {
  for (const [i, each] of reports.entries()) {
    if (i > 0) yield "";
    if (each.set !== undefined) yield* [`### ${codeSpan(each.set)}`, ""];
    yield* reportLines(withShortPaths(each, "…"));
    const leftOut = leftOutPathsText(each, "…");
    if (leftOut !== undefined) yield* ["", inline(leftOut)];
  }
}

function* reportLines(report: AuditReport): Generator<string> {
  const { audit, incompleteness } = report;
  yield `**${inline(auditAnswerText(audit))}**`;
  yield "";
  const status = statusLines(incompleteness, PLAIN_VIEW);
  for (const line of status) yield `- ${inline(line)}`;
  if (status.length > 0) yield "";
  yield `| Pods | ${audit.classes.map(({ name }) => codeInCell(name)).join(" | ")} |`;
  yield `| --- |${audit.classes.map(() => " --- |").join("")}`;
  for (const { endpoints, statuses } of tableOf(audit))
    yield `| ${codesInCell(shownNames(endpoints))} | ${statuses.map((each) => each ?? "").join(" | ")} |`;
  for (const auditedClass of audit.classes) {
    const { name, groups, notes } = auditedClass;
    yield "";
    yield `#### ${codeSpan(name)}`;
    yield "";
    const rank = ({ status }: AuditGroup): number => AUDIT_STATUSES.indexOf(status);
    for (const each of listedGroups(groups.toSorted((a, b) => rank(a) - rank(b))))
      yield* groupLines(each, report);
    const parts = classPartsText(auditedClass);
    if (parts !== undefined) yield `- ${inline(`${encode(name)} ${parts}`)}`;
    for (const note of notes) yield `- ${inline(classNoteText(note))}`;
  }
  yield "";
  const hint = pluginHintText(audit, report.isPluginKnown);
  if (hint !== undefined) yield `- ${inline(hint)}`;
  for (const line of besideLines(audit)) yield `- ${inline(line)}`;
  yield `- ${inline(caveatsText())}`;
  yield `- ${inline(notLookedForText(audit))}`;
}

function* groupLines(listed: ListedGroup, { ask }: AuditReport): Generator<string> {
  const { endpoints, status, decidedBy, bypasses, witnesses } = listed.group;
  const open = shownOpen(listed.group);
  yield `- **${inline(STATUS_TEXT[status])}** for ${codesInCell(shownNames(endpoints))}`;
  if (open.length === 0 && decidedBy !== undefined)
    yield `  - ${inline(stepText(decidedBy))}${placed(originOf(decidedBy.decider, decidedBy.direction))}`;
  for (const each of open.slice(0, MOST_SHOWN))
    yield `  - ${inline(openText(each))}${placed(originOf(each.by.decider, each.by.direction))}`;
  if (open.length > MOST_SHOWN) yield `  - and ${open.length - MOST_SHOWN} more`;
  const others = otherPoliciesText(listed);
  if (others !== undefined) yield `  - ${inline(others)}`;
  for (const each of bypasses) yield `  - ${each.id}: ${inline(bypassText(each))}${placed(each.at)}`;
  const denied = deniedText(listed.group);
  if (denied !== undefined) yield `  - denied: ${inline(denied)}`;
  for (const each of shownMissing(listed.group)) yield `  - missing: ${inline(missingText(each))}`;
  const [witness] = witnesses;
  if (witness !== undefined) yield `  - ${codeSpan(witnessCommand(witness, ask))}`;
}

/** So many kinds of traffic of a group are shown. */
const MOST_SHOWN = 6;

function placed(at: Origin | undefined): string {
  return at === undefined ? "" : ` (${codeSpan(placeText(at))})`;
}
