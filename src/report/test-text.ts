import { coverageLines, coverageText } from "./test-coverage.js";
import { defuse, encode } from "./encode.js";
import { faultsOf, type TestFault } from "./test-faults.js";
import { incompleteLines } from "./incomplete-text.js";
import { mutantLines, scoreText } from "./test-mutants.js";
import { folded, placedLines } from "./placed-lines.js";
import { placeText } from "./place.js";
import { titleOf, type TestGate, type TestReport } from "./test-report.js";
import { todoReason, totalsText } from "./test-words.js";
import type { TestStatus } from "../questions/expect/outcome.js";
import type { View } from "./view.js";

/** Tests with what is wrong with them; those that pass are listed where that is asked for. Totals come last. */
export function* testText(report: TestReport, view: View): Generator<string> {
  for (const file of report.files) {
    yield* incompleteLines(file.incompleteness, view, titleOf(file));
    for (const outcome of file.outcomes) {
      const { test, status } = outcome;
      if (status === "passed" && !report.showsAll) continue;
      const where = file.environment === undefined ? "" : `  [${encode(file.environment)}]`;
      const name = `${encode(test.name)}${where}`;
      yield defuse(`${word(status, view)}  ${name}  ${view.paint.place(placeText(test.at))}`);
      const why = status === "todo" ? todoReason(test) : undefined;
      if (why !== undefined) yield* folded(`  ${why}`, 4, view);
      if (status === "todo" && !report.showsAll) continue;
      for (const fault of faultsOf(outcome, file, report, view)) yield* faultText(fault, view);
      if (status !== "passed") yield "";
    }
  }
  // What a gate asks for, its own last line says.
  const gates = report.gates.filter(({ isMet }) => !isMet);
  const isSaid = (name: TestGate["name"]): boolean => gates.some((gate) => gate.name === name);
  if (report.coverage !== undefined) {
    yield* coverageLines(report.coverage, report, view);
    if (!isSaid("coverage")) yield coverageText(report.coverage);
  }
  if (report.mutants !== undefined) {
    yield* mutantLines(report.mutants, report, view);
    if (!isSaid("mutation score")) yield scoreText(report.mutants);
  }
  for (const { message } of gates) yield view.paint.verdict("denied", message);
  yield totalsText(report);
}

const WORDS = { passed: "PASSED", failed: "FAILED", todo: "TODO", error: "ERROR" } as const;

function word(status: TestStatus, { paint }: View): string {
  const text = WORDS[status];
  switch (status) {
    case "passed":
      return paint.verdict("allowed", text);
    case "failed":
    case "error":
      return paint.verdict("denied", text);
    case "todo":
      return paint.verdict("unknown", text);
  }
}

function* faultText({ at, message, details }: TestFault, view: View): Generator<string> {
  yield* placedLines(`  ${message}`, at, view);
  for (const { text, at: place, isCommand } of details) {
    if (isCommand === true) yield defuse(`    ${text}`);
    else yield* placedLines(`    ${text}`, place, view);
  }
}
