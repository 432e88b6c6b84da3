import { changedFlowText, mutantText } from "./mutant-words.js";
import { count } from "../base/text/count.js";
import { countedMutants } from "../questions/mutate/merge.js";
import { shareText } from "./test-coverage.js";
import { folded, placedLines } from "./placed-lines.js";
import type { JudgedMutant } from "../questions/mutate/mutate.js";
import type { TestReport } from "./test-report.js";
import type { View } from "./view.js";

/** More changes are listed where that is asked for. */
const MOST_SHOWN = 10;

/** The mutants that no test notices, each with a flow that it changes. */
export function* mutantLines(
  judged: readonly JudgedMutant[],
  { showsAll }: Pick<TestReport, "showsAll">,
  view: View,
): Generator<string> {
  const unnoticed = judged.filter(({ fate }) => fate.status === "survived" || fate.status === "no-coverage");
  if (unnoticed.length > 0) yield `${count(unnoticed.length, "change")} that no test notices:`;
  const most = showsAll ? unnoticed.length : MOST_SHOWN;
  for (const { mutant, fate } of unnoticed.slice(0, most)) {
    yield* placedLines(`  ${mutantText(mutant)}`, mutant.at, view);
    if ("flow" in fate) yield* folded(`    ${changedFlowText(fate.flow, view)}`, 6, view);
  }
  if (unnoticed.length > most) yield `  and ${unnoticed.length - most} more: --all lists them`;
}

/** `mutation score: 45 of 50 changes noticed (90 %), 4 change nothing`. */
export function scoreText(judged: readonly JudgedMutant[]): string {
  const { killed, all } = countedMutants(judged);
  const open = judged.filter(({ fate }) => fate.status === "undecided").length;
  const parts = [
    `mutation score: ${killed} of ${count(all, "change")} noticed${shareText(killed, all)}`,
    ...(judged.length > all ? [`${judged.length - all} change nothing`] : []),
    ...(open > 0 ? [`${open} not decided within the limits of the run`] : []),
  ];
  return parts.join(", ");
}
