/** The browser on PATH; undefined where there is none. */
export function chromiumPath(): string | undefined;

/** One line for each tool that is missing or too old. */
export function missingTools(names?: readonly string[]): readonly string[];
