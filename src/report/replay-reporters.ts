import { inLines, type Reporters } from "./reporter.js";
import { replayCsv } from "./replay-csv.js";
import { replayJson } from "./replay-json.js";
import { replayMarkdown } from "./replay-markdown.js";
import { replayText } from "./replay-text.js";
import type { ReplayReport } from "./replay-report.js";

/** The formats of `anp replay`. */
export type ReplayFormat = "text" | "json" | "csv" | "md";

/** The formats of a comparison with recorded traffic. */
export const REPLAY_REPORTERS: Reporters<ReplayReport, ReplayFormat> = {
  text: inLines(replayText),
  json: replayJson,
  csv: inLines(replayCsv),
  md: inLines(replayMarkdown),
};
