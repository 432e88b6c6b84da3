import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import type { ExplainReport } from "../../src/report/explain-report.js";
import type { Explanation } from "../../src/index.js";

/** The report of an explanation as `anp explain` makes it without any option, over an input of which nothing is missing. */
export function explainReport(explanation: Explanation): ExplainReport {
  return {
    explanation,
    incompleteness: COMPLETE,
    isBrief: false,
    showsAll: false,
    readings: [],
    uninvolved: [],
    suggestions: undefined,
    next: undefined,
    plugin: undefined,
    differing: [],
  };
}
