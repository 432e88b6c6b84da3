import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { LoadSummary } from "../load/summary.js";
import type { ProblemCode } from "../diagnostics/problem.js";

/** What a report of `anp lint` is made of. */
export interface LintReport {
  /** In the one order; those that are shown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Rules that could say nothing, because the input has no pods. */
  readonly skipped: readonly ProblemCode[];
  readonly summary: LoadSummary;
  /** True where something could not be read. */
  readonly isIncomplete: boolean;
}
