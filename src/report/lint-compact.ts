import { defuse, encode } from "./encode.js";
import { placeText } from "./place.js";
import type { LintReport } from "./lint-report.js";

/** One line per finding: `file:line:col: level[rule]: message`. */
export function* lintCompact({ diagnostics }: Pick<LintReport, "diagnostics">): Generator<string> {
  for (const { rule, level, wording, problem } of diagnostics) {
    yield defuse(`${placeText(problem.at)}: ${encode(`${level}[${rule}]: ${wording.message}`)}`);
  }
}
