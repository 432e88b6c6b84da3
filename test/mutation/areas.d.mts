/** Tests that the runner can't load or run, by their paths. */
export const LEFT_OUT: ReadonlySet<string>;
/** The folders of tests and the properties for some files and folders. */
export function checksFor(paths: readonly string[]): {
  readonly tests: readonly string[];
  readonly properties: readonly string[];
};
