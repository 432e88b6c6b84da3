/** Thrown where a cluster cannot be read. */
export class ClusterError extends Error {
  /**
   * `no-cluster`: none is named or there, a mistake of the caller's. `no-answer`: there is one, and it did not answer,
   * not in time, not wholly, or not to us.
   */
  readonly reason: "no-cluster" | "no-answer";
  /** What to do about it, a line each. */
  readonly hints: readonly string[];
  /** The one that did not answer: `context prod`. */
  cluster: string | undefined;

  constructor(reason: ClusterError["reason"], message: string, ...hints: readonly string[]) {
    super(message);
    this.reason = reason;
    this.hints = hints;
  }
}

/** Thrown where one request got no answer that can be used: what it asked for is not known, the rest may be. */
export class AnswerError extends ClusterError {
  /** `none`: a server that is there did not answer, however often it was asked; `wrong`: what came is no answer to this. */
  readonly fault: "none" | "wrong";

  constructor(fault: AnswerError["fault"], message: string) {
    super("no-answer", message);
    this.fault = fault;
  }
}

/** What came in answer to a path is not what an API server says there: `with something that is no list`. */
export function wrongAnswer(path: string, what: string): AnswerError {
  return new AnswerError("wrong", `the cluster answered GET ${withoutQuery(path)} with ${what}`);
}

/** A path as messages show it. */
export function withoutQuery(path: string): string {
  return path.split("?")[0] ?? "";
}
