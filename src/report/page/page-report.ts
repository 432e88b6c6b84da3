import type { AuditReport } from "../audit-report.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DiffReport } from "../diff-report.js";
import type { Incompleteness } from "../../cluster/load/incomplete.js";
import type { LintReport } from "../lint-report.js";
import type { LoadSummary } from "../../cluster/load/summary.js";
import type { Survey } from "../../questions/survey/survey.js";

/** Everything that one page shows of a cluster. */
export interface PageReport {
  /** What people call what was read: paths, a context. */
  readonly name: string;
  readonly cluster: Cluster;
  readonly survey: Survey;
  readonly summary: LoadSummary;
  /** What is missing for the map; walks that could not be made are known only when it was worked out. */
  readonly incompleteness: () => Incompleteness;
  /** What makes another command read the same input; undefined where no command can. */
  readonly ask: string | undefined;
  /** What the linter finds; undefined where it was not asked. */
  readonly lint: LintReport | undefined;
  /** The clusters that the linter looked at, one for each set of manifests. */
  readonly lintedClusters: readonly Cluster[];
  /** Audits egress, when all else is known; undefined where no audit is wanted. */
  readonly audit: (() => AuditReport) | undefined;
  /** What differs from the state before, where two are compared. */
  readonly diff: DiffReport | undefined;
}

/** What a page needs that is no business of a report. */
export interface PageTools {
  /** Bytes, deflated without a header, in base64. */
  readonly deflated: (bytes: Uint8Array) => string;
  /** The SHA-256 of a text in base64. */
  readonly sha256: (text: string) => string;
}

/** How a page is used. */
export interface PageUse {
  /** True for one that is served and reloads itself: it may ask its server for what is new. */
  readonly isServed: boolean;
}
