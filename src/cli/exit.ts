/** What a run says to its caller. */
export const EXIT = {
  /** Fine. */
  ok: 0,
  /** The answer is negative: findings, a failed expectation, not allowed. */
  negative: 1,
  /** A mistake in the call or the configuration, a path or name that is not there. */
  usage: 2,
  /** Something of the input was not analysed, or of the output not written: the answer cannot be trusted. */
  incomplete: 3,
  /** A bug of ours. */
  bug: 70,
  interrupted: 130,
} as const;

/** The code that the process exits with. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Output that could not be written to its end; ends the run with {@link EXIT.incomplete}. */
export class OutputError extends Error {}

/** A mistake of the caller's, with what to do about it; ends the run with {@link EXIT.usage}. */
export class UsageError extends Error {
  readonly hints: readonly string[];

  constructor(message: string, ...hints: readonly string[]) {
    super(message);
    this.hints = hints;
  }
}

/** What is asked about was not shown or read: it may be there. Ends the run with {@link EXIT.incomplete}. */
export class NotShownError extends UsageError {}
