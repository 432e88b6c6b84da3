import { bypassText, missingText, stepText } from "./audit-words.js";
import { csvCell } from "./csv-cell.js";
import { originOf } from "../semantics/evaluate/decider.js";
import { placeText } from "./place.js";
import type { AuditReport } from "./audit-report.js";

const HEADER = "class,endpoint,status,decided by,at,ways round,missing";

/** Audits as a table for auditors: one line for each pod or workload and class, and each set of manifests where there are several. */
export function* auditCsv(reports: readonly AuditReport[]): Generator<string> {
  yield reports.some(({ set }) => set !== undefined) ? `set,${HEADER}` : HEADER;
  for (const each of reports) {
    const first = each.set === undefined ? "" : `${csvCell(each.set)},`;
    for (const line of linesOf(each)) yield `${first}${line}`;
  }
}

function* linesOf({ audit }: AuditReport): Generator<string> {
  for (const { name, groups } of audit.classes) {
    for (const { endpoints, status, decidedBy, bypasses, missing } of groups) {
      const at = decidedBy === undefined ? undefined : originOf(decidedBy.decider, decidedBy.direction);
      const rest = [
        status,
        decidedBy === undefined ? "" : stepText(decidedBy),
        at === undefined ? "" : placeText(at),
        bypasses.map((each) => `${each.id} ${bypassText(each)}`).join(" | "),
        missing.map(missingText).join(" | "),
      ].map(csvCell);
      for (const endpoint of endpoints) yield [csvCell(name), csvCell(endpoint), ...rest].join(",");
    }
  }
}
