/** Thrown where a git revision cannot be read: a usage error. */
export class GitError extends Error {
  /** What to do about it, a line each. */
  readonly hints: readonly string[];

  constructor(message: string, ...hints: readonly string[]) {
    super(message);
    this.hints = hints;
  }
}

/** The error for a git that failed, with its own message. */
export function gitFailure(command: string, message: string): GitError {
  const advice = ADVICE.find(({ about }) => message.includes(about));
  return new GitError(`git ${command} failed: ${message}`, ...(advice === undefined ? [] : [advice.hint]));
}

const MISSING_OBJECTS =
  "this clone is partial, and what it lacks is not fetched: git archive REV >/dev/null fetches it";

/** What to do where git says what it is about. */
const ADVICE: readonly { readonly about: string; readonly hint: string }[] = [
  {
    about: "dubious ownership",
    hint: "the repository is another user's: git config --global --add safe.directory FOLDER trusts it",
  },
  { about: "lazy fetching disabled", hint: MISSING_OBJECTS },
  { about: "from promisor remote", hint: MISSING_OBJECTS },
  { about: "is missing", hint: MISSING_OBJECTS },
];
