import { besideLines, notLookedForText } from "./audit-beside.js";
import { listedText } from "./audit-names.js";
import { AUDIT_STATUSES, type AuditGroup } from "../questions/audit/result.js";
import {
  auditSizeText,
  bypassText,
  caveatsText,
  classNoteText,
  missingText,
  openText,
  STATUS_TEXT,
  stepText,
  tableOf,
} from "./audit-words.js";
import { codeInCell, codeSpan, inline } from "./markdown.js";
import { statusLines } from "./incomplete-text.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { PLAIN_VIEW } from "./view.js";
import { placeText } from "./place.js";
import { witnessCommand } from "./witness.js";
import type { AuditReport } from "./audit-report.js";
import type { Origin } from "../source/manifest/origin.js";

/** An audit as Markdown, for a pull request: the table, then what is not blocked, and why. */
export function* auditMarkdown(report: AuditReport): Generator<string> {
  const { audit, incompleteness } = report;
  yield `**${inline(auditSizeText(audit))}**`;
  yield "";
  const status = statusLines(incompleteness, PLAIN_VIEW);
  for (const line of status) yield `- ${inline(line)}`;
  if (status.length > 0) yield "";
  yield `| Pods | ${audit.classes.map(({ name }) => codeInCell(name)).join(" | ")} |`;
  yield `| --- |${audit.classes.map(() => " --- |").join("")}`;
  for (const { endpoints, statuses } of tableOf(audit))
    yield `| ${codeInCell(listedText(endpoints))} | ${statuses.map((each) => each ?? "").join(" | ")} |`;
  for (const { name, groups, notes } of audit.classes) {
    yield "";
    yield `#### ${codeSpan(name)}`;
    yield "";
    const rank = ({ status }: AuditGroup): number => AUDIT_STATUSES.indexOf(status);
    for (const group of groups.toSorted((a, b) => rank(a) - rank(b))) yield* groupLines(group, report);
    for (const note of notes) yield `- ${inline(classNoteText(note))}`;
  }
  yield "";
  for (const line of besideLines(audit)) yield `- ${inline(line)}`;
  yield `- ${inline(`nothing that is read can show these: ${caveatsText()}`)}`;
  yield `- ${inline(`not looked for: ${notLookedForText(audit)}`)}`;
}

function* groupLines(group: AuditGroup, { ask }: AuditReport): Generator<string> {
  const { endpoints, status, decidedBy, open, bypasses, missing, witnesses } = group;
  yield `- **${inline(STATUS_TEXT[status])}** for ${codeSpan(listedText(endpoints))}`;
  if (open.length === 0 && decidedBy !== undefined)
    yield `  - ${inline(stepText(decidedBy))}${placed(originOf(decidedBy.decider, decidedBy.direction))}`;
  for (const each of open.slice(0, MOST_SHOWN))
    yield `  - ${inline(openText(each))}${placed(originOf(each.by.decider, each.by.direction))}`;
  if (open.length > MOST_SHOWN) yield `  - and ${open.length - MOST_SHOWN} more`;
  for (const each of bypasses) yield `  - ${each.id}: ${inline(bypassText(each))}${placed(each.at)}`;
  for (const each of missing) yield `  - missing: ${inline(missingText(each))}`;
  const [witness] = witnesses;
  if (witness !== undefined) yield `  - ${codeSpan(witnessCommand(witness, ask))}`;
}

/** So many kinds of traffic of a group are shown. */
const MOST_SHOWN = 6;

function placed(at: Origin | undefined): string {
  return at === undefined ? "" : ` (${codeSpan(placeText(at))})`;
}
