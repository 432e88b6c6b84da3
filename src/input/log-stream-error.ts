/** A log that can't be opened, or not be read to its end; what was read before counts. */
export class LogStreamError extends Error {
  /** True where nothing of it could be read, for it isn't there or is no file. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }

  /** What ends reading in the midst of a log. */
  static at(error: unknown): LogStreamError {
    return new LogStreamError(
      `can't be read to its end (${(error as NodeJS.ErrnoException).code ?? "unknown"})`,
    );
  }
}
