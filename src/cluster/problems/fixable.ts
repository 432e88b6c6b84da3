import type { Problem } from "./problem.js";

/** True for what can be fixed where it is written: not what a server has stored, nor what a chart was rendered to. */
export function isFixable({ fix, at }: Problem): boolean {
  const { file, sourceComment } = at.document;
  return fix !== undefined && file.isStored !== true && file.utf16 !== true && sourceComment === undefined;
}
