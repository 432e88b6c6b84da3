/** A folder in memory for the temporary files of the tests, where there is one that is large enough and runs scripts. */
export function folderInMemory(): string | undefined;
