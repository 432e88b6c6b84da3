import type { AcceptedCondition, StatedCondition } from "../cluster/problems/condition.js";
import type { Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { LoadSummary } from "../cluster/load/summary.js";
import type { Limit } from "../base/limits/work.js";
import type { SuppressedFinding } from "../linter/suppress/suppress.js";
import type { UnlistedFile } from "../linter/rules/isolation/unlisted-files.js";
import type { SkippedRule } from "../linter/lint/lint.js";

/** What a report of `anp lint` is made of. */
export interface LintReport {
  /** In the one order; those that are shown. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many findings are not shown. */
  readonly hidden?: number;
  /** Findings that do not count. */
  readonly suppressed: readonly SuppressedFinding[];
  /** Findings that are known, and do not count. */
  readonly baselined: readonly Diagnostic[];
  /** Findings of the compared state that are not there any more, as they were there. */
  readonly gone?: readonly Diagnostic[];
  /** The state that the run is compared with: `origin/main`. */
  readonly since?: string;
  /** True where the run was told which findings are known: all others are new. */
  readonly hasBaseline?: boolean;
  readonly skipped: readonly SkippedRule[];
  readonly summary: LoadSummary;
  /** What makes another command read the same input: ` -f k8s`. */
  readonly ask?: string;
  /** Counts findings by rule in the place of showing them. */
  readonly isCounted?: boolean;
  /** Says which rules were skipped, and for what. */
  readonly isVerbose?: boolean;
  /** The levels of findings that make the run fail; where it is missing, errors. */
  readonly failing?: ReadonlySet<Level>;
  /** True where something could not be read. */
  readonly isIncomplete: boolean;
  /** What the findings rest on, because somebody said so. */
  readonly conditions?: readonly StatedCondition[];
  /** Those of them that the gate must not rest on; they make the run incomplete. */
  readonly unreviewed?: readonly AcceptedCondition[];
  /** Files of policies that the kustomization beside them leaves out. */
  readonly unlisted?: readonly UnlistedFile[];
  /** What has ended the run before all was decided. */
  readonly limit: Limit | undefined;
}
