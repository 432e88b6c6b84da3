import { CELL_STATES, type CellState, type CoveredCell, type TestedCells } from "./coverage.js";
import { placeKey } from "../../source/manifest/origin.js";
import type { RuleCell } from "./cells.js";

/** The cells of tests of several files and environments: where a policy is written in one place, its cell is one. */
export function mergeCells(
  all: readonly { readonly title: string; readonly tested: TestedCells }[],
): TestedCells {
  const merged = new Map<string, CoveredCell>();
  for (const { title, tested } of all) {
    for (const { cell, state, tests } of tested.cells) {
      const key = cellKey(cell);
      const known = merged.get(key);
      const names = tests.map((name) => `${title}: ${name}`);
      merged.set(key, {
        cell: known?.cell ?? cell,
        state: known === undefined ? state : better(known.state, state),
        tests: [...(known?.tests ?? []), ...names],
      });
    }
  }
  return { cells: [...merged.values()], isWhole: all.every(({ tested }) => tested.isWhole) };
}

/** The cells that count: what cannot decide anything is nobody's to test. */
export function countedCells({ cells }: TestedCells): { readonly covered: number; readonly all: number } {
  const counted = cells.filter(({ state }) => state !== "cannot-decide");
  return { covered: counted.filter(({ state }) => state === "decided").length, all: counted.length };
}

function better(a: CellState, b: CellState): CellState {
  return CELL_STATES.indexOf(a) < CELL_STATES.indexOf(b) ? a : b;
}

/** The same text for the same place: an object that is loaded for each environment is decoded for each. */
function cellKey({ policy: { ref }, direction, type, at, portAt }: RuleCell): string {
  return JSON.stringify([ref, direction, type, placeKey(at), portAt === undefined ? null : placeKey(portAt)]);
}
