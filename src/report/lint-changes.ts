import { count } from "../base/text/count.js";
import { encode } from "./encode.js";
import { countedText } from "./lint-words.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";

/** What of a report is about what has changed. */
type ComparedReport = Pick<LintReport, "diagnostics" | "baselined" | "hasBaseline" | "gone" | "since">;

/**
 * What has changed since another state: `2 new findings since origin/main: 1 error and 1 warning; 3 fixed; 12 known`.
 * @returns undefined where a run is compared with nothing
 */
export function changesText({
  diagnostics,
  baselined,
  hasBaseline = false,
  gone = [],
  since,
}: ComparedReport): string | undefined {
  if (!hasBaseline) return undefined;
  const stale = diagnostics.filter(isStale);
  const fresh = diagnostics.filter((each) => !isStale(each));
  const state = since === undefined ? "" : ` since ${encode(since)}`;
  return [
    fresh.length === 0 ? `no new findings${state}` : countedText(fresh, { which: "new ", since: state }),
    ...(gone.length === 0 ? [] : [`${gone.length} fixed`]),
    ...(stale.length === 0
      ? []
      : [count(stale.length, "entry of the baseline is stale", "entries of the baseline are stale")]),
    `${baselined.length} known`,
  ].join("; ");
}

/** New findings, then entries of a baseline whose findings are gone; each in their order. */
export function newFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics.filter((each) => !isStale(each)), ...diagnostics.filter(isStale)];
}

function isStale({ rule }: Diagnostic): boolean {
  return rule === "stale-baseline-entry";
}
