import { repositoryPath, showPlace } from "./place.js";
import type { TestedCells } from "../questions/cover/coverage.js";

/** The lines of a file on which rules are written, with how many tests what is written there decides. */
export interface CoveredFile {
  /** As a path of a repository. */
  readonly file: string;
  readonly lines: readonly { readonly line: number; readonly tests: number }[];
}

/** What tests make of rules, by line: of a line with several cells, the one that the fewest tests meet. Files in their order by name. */
export function coveredFiles({ cells }: TestedCells): CoveredFile[] {
  const files = new Map<string, Map<number, number>>();
  for (const { cell, state, tests } of cells) {
    if (state === "cannot-decide") continue;
    const { file, start } = showPlace(cell.at);
    const path = repositoryPath(file);
    const lines = files.get(path) ?? new Map<number, number>();
    files.set(path, lines);
    lines.set(start.line, Math.min(lines.get(start.line) ?? Infinity, tests.length));
  }
  return [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, lines]) => ({
      file,
      lines: [...lines].toSorted(([a], [b]) => a - b).map(([line, tests]) => ({ line, tests })),
    }));
}
