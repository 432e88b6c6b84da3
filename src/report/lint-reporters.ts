import { inLines, type Reporters } from "./reporter.js";
import { lintCompact } from "./lint-compact.js";
import { lintGithub } from "./lint-github.js";
import { lintJson } from "./lint-json.js";
import { lintSarif } from "./lint-sarif.js";
import { lintText } from "./lint-text.js";
import type { LintReport } from "./lint-report.js";

/** The formats of `anp lint`. */
export type LintFormat = "text" | "json" | "compact" | "github" | "sarif";

/** The formats of the findings of a run. */
export const LINT_REPORTERS: Reporters<LintReport, LintFormat> = {
  text: inLines(lintText),
  json: lintJson,
  compact: inLines(lintCompact),
  github: inLines(lintGithub),
  sarif: lintSarif,
};
