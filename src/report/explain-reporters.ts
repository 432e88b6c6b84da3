import { explainBrief } from "./explain-brief.js";
import { explainJson } from "./explain-json.js";
import { explainMarkdown } from "./explain-markdown.js";
import { explainText } from "./explain-text.js";
import { inLines, type Reporters } from "./reporter.js";
import { overviewJson } from "./overview-json.js";
import { overviewMarkdown } from "./overview-markdown.js";
import { overviewText } from "./overview-text.js";
import type { ExplainReport, OverviewReport } from "./explain-report.js";

/** The formats of `anp explain`: two ends, and one end, are written in the same ones. */
export type ExplainFormat = "text" | "json" | "md";

/** The formats of an explanation of traffic. */
export const EXPLAIN_REPORTERS: Reporters<ExplainReport, ExplainFormat> = {
  text: inLines((report, view) => (report.isBrief ? explainBrief : explainText)(report, view)),
  json: explainJson,
  md: inLines(explainMarkdown),
};

/** The formats of the policies of one end. */
export const OVERVIEW_REPORTERS: Reporters<OverviewReport, ExplainFormat> = {
  text: inLines(overviewText),
  json: overviewJson,
  md: inLines(overviewMarkdown),
};
