import { inLines, type Reporters } from "./reporter.js";
import { lintCompact } from "./lint-compact.js";
import { lintGithub } from "./lint-github.js";
import { failedGitlab, lintGitlab } from "./lint-gitlab.js";
import { failedJunit, lintJunit } from "./lint-junit.js";
import { failedMarkdown, lintMarkdown } from "./lint-markdown.js";
import { lintJson } from "./lint-json.js";
import { failedSarif, lintSarif } from "./lint-sarif.js";
import { lintText } from "./lint-text.js";
import type { LintReport } from "./lint-report.js";

/** The formats of `anp lint`. */
export type LintFormat = "text" | "json" | "compact" | "github" | "sarif" | "gitlab" | "junit" | "md";

/** The formats of the findings of a run. */
export const LINT_REPORTERS: Reporters<LintReport, LintFormat> = {
  text: inLines(lintText),
  json: lintJson,
  compact: inLines(lintCompact),
  github: inLines(lintGithub),
  sarif: lintSarif,
  gitlab: lintGitlab,
  junit: inLines(lintJunit),
  md: inLines(lintMarkdown),
};

/**
 * The formats that others wait for as a file, with what stands there where a run came to no findings: without it, an upload
 * would keep the findings of the run before, or show none.
 */
export const LINT_FAILURES: Partial<Readonly<Record<LintFormat, (message: string) => string>>> = {
  sarif: failedSarif,
  gitlab: failedGitlab,
  junit: failedJunit,
  md: failedMarkdown,
};
