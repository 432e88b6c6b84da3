import { diffGithub } from "./diff-github.js";
import { diffJson } from "./diff-json.js";
import { diffMarkdown } from "./diff-markdown.js";
import { diffText } from "./diff-text.js";
import { inLines, type Reporters } from "./reporter.js";
import type { DiffReport } from "./diff-report.js";

/** The formats of `anp diff`. */
export type DiffFormat = "text" | "json" | "md" | "github";

/** The formats of the flows that change between two states. */
export const DIFF_REPORTERS: Reporters<DiffReport, DiffFormat> = {
  text: inLines(diffText),
  json: diffJson,
  md: inLines(diffMarkdown),
  github: inLines(diffGithub),
};
