/** Files and folders of tests that the quick run leaves to `npm test`. */
export const LATER: readonly string[];

/** The same as vitest's globs. */
export const LATER_GLOBS: readonly string[];

/** The line that tells of them. */
export const LATER_LINE: string;
