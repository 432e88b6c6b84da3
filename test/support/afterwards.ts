type Undo = () => void | Promise<void>;

const undoing: Undo[] = [];

/**
 * Does something when the tests of the file are over. A hook of vitest's in a module that files share would belong to the
 * first of them alone.
 */
export function afterwards(undo: Undo): void {
  undoing.push(undo);
}

/** Undoes what the tests of a file have asked to undo, the last first. */
export async function undoAll(): Promise<void> {
  for (const undo of undoing.splice(0).toReversed()) await undo();
}
