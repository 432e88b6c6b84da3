import { cellText, STATE_WORDS } from "./cell-words.js";
import { count } from "../base/text/count.js";
import { countedCells } from "../questions/cover/merge.js";
import { placedLines } from "./placed-lines.js";
import type { TestedCells } from "../questions/cover/coverage.js";
import type { TestReport } from "./test-report.js";
import type { View } from "./view.js";

/** The cells that decide no test, each with its place. */
export function* coverageLines(
  coverage: TestedCells,
  { showsAll }: Pick<TestReport, "showsAll">,
  view: View,
): Generator<string> {
  const open = coverage.cells.filter(({ state }) => state === "matched" || state === "missed");
  const unable = coverage.cells.filter(({ state }) => state === "cannot-decide");
  if (open.length > 0) yield `${count(open.length, "rule entry", "rule entries")} without a test:`;
  for (const { cell, state } of [...open, ...(showsAll ? unable : [])])
    yield* placedLines(`  ${cellText(cell)} ${STATE_WORDS[state]}`, cell.at, view);
}

/** `coverage: 12 of 14 rule entries (85 %), 1 can't decide anything`. */
export function coverageText(coverage: TestedCells): string {
  const { covered, all } = countedCells(coverage);
  const unable = coverage.cells.length - all;
  const parts = [
    `coverage: ${covered} of ${count(all, "rule entry", "rule entries")}${shareText(covered, all)}`,
    ...(unable > 0 ? [`${unable} can't decide anything`] : []),
    ...(coverage.isWhole ? [] : ["stopped by a limit"]),
  ];
  return parts.join(", ");
}

/** ` (85 %)`: a share in percent, rounded down, so that 100 is all. Nothing has no share. */
export function shareText(some: number, all: number): string {
  return all === 0 ? "" : ` (${Math.floor((some * 100) / all)} %)`;
}
