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
  "this is a partial clone, and anp doesn't fetch: run git archive REV >/dev/null to fetch what is missing";

/** What to do where git says what it is about. */
const ADVICE: readonly { readonly about: string; readonly hint: string }[] = [
  {
    about: "dubious ownership",
    hint: "the repository belongs to another user; to trust it, run git config --global --add safe.directory FOLDER",
  },
  { about: "lazy fetching disabled", hint: MISSING_OBJECTS },
  { about: "from promisor remote", hint: MISSING_OBJECTS },
  { about: "is missing", hint: MISSING_OBJECTS },
];
