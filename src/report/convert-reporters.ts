import { convertJson } from "./convert-json.js";
import { convertText } from "./convert-text.js";
import { inLines, type Reporters } from "./reporter.js";
import type { ConvertReport } from "./convert-report.js";

/** The formats of `anp convert`'s report; the manifests themselves are none. */
export type ConvertFormat = "text" | "json";

/** The formats of a conversion's report. */
export const CONVERT_REPORTERS: Reporters<ConvertReport, ConvertFormat> = {
  text: inLines(convertText),
  json: convertJson,
};
