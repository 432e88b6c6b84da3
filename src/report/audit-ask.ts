import type { AuditReport } from "./audit-report.js";

/** So many characters of paths are shown in an example: a set of manifests may be dozens of files. */
const MOST_SHOWN = 160;

/** An audit whose examples people can read: of a set of many paths these are left out. */
export function withShortPaths<T extends AuditReport>(report: T, ellipsis: string): T {
  return isShort(report) ? report : { ...report, ask: ` -f ${ellipsis}` };
}

/** What stands for the paths of a set that are left out; undefined where none are. */
export function leftOutPathsText(report: AuditReport, ellipsis: string): string | undefined {
  return isShort(report)
    ? undefined
    : `-f ${ellipsis} in examples stands for the many paths of this set: -o json has them`;
}

/** What the caller has typed is as short as the caller wants it. */
function isShort({ set, ask }: AuditReport): boolean {
  return set === undefined || ask.length <= MOST_SHOWN;
}
