import { defuse, encode } from "./encode.js";
import { showPlace } from "./place.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** One line per finding: `file:line:col: level[rule]: message`. */
export function* lintCompact(diagnostics: readonly Diagnostic[]): Generator<string> {
  for (const { rule, level, wording, problem } of diagnostics) {
    const { file, start } = showPlace(problem.at);
    yield defuse(encode(`${file}:${start.line}:${start.column}: ${level}[${rule}]: ${wording.message}`));
  }
}
