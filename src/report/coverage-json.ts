import { cellPath } from "./cell-words.js";
import { countedCells } from "../questions/cover/merge.js";
import { originJson, policyJson } from "./json-parts.js";
import type { TestedCells } from "../questions/cover/coverage.js";

/** What tests make of the rules, as JSON. */
export function coverageJson(coverage: TestedCells): object {
  const { covered, all } = countedCells(coverage);
  return {
    covered,
    total: all,
    whole: coverage.isWhole,
    cells: coverage.cells.map(({ cell, state, tests }) => ({
      policy: policyJson(cell.policy),
      direction: cell.direction,
      type: cell.type,
      path: cellPath(cell),
      state,
      tests,
      at: originJson(cell.at),
      portAt: cell.portAt === undefined ? null : originJson(cell.portAt),
    })),
  };
}
