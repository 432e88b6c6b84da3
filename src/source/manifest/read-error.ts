import type { ReadProblem, ReadProblemCode } from "./problem.js";
import type { Span } from "./source.js";

/** Thrown inside of this folder only, and turned into a {@link ReadProblem}. */
export class ReadError extends Error {
  readonly problem: ReadProblem;

  constructor(code: ReadProblemCode, at: Span, detail?: string) {
    super(code);
    this.problem = detail === undefined ? { code, at } : { code, at, detail };
  }
}
