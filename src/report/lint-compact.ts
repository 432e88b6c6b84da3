import { defuse, encode } from "./encode.js";
import { placeText } from "./place.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";

/** One line per finding: `file:line:col: level[rule]: message`. */
export function* lintCompact(diagnostics: readonly Diagnostic[]): Generator<string> {
  for (const { rule, level, wording, problem } of diagnostics) {
    yield defuse(`${placeText(problem.at)}: ${encode(`${level}[${rule}]: ${wording.message}`)}`);
  }
}
