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
