import type { Audit, AuditStatus } from "../questions/audit/result.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";

/** An audit as it is reported. */
export interface AuditReport {
  /** The set of manifests that it is about, where the input is several. */
  readonly set?: string;
  readonly audit: Audit;
  readonly incompleteness: Incompleteness;
  /** What makes another command read the same input. */
  readonly ask: string;
  /** True where the network plugin is named, or the input shows it. */
  readonly isPluginKnown: boolean;
  /** What fails the run. */
  readonly failOn: readonly AuditStatus[];
}
