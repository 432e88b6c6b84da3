import { coverageLines } from "./test-coverage.js";
import { defuse, encode } from "./encode.js";
import { faultsOf, type TestFault } from "./test-faults.js";
import { incompleteLines } from "./incomplete-text.js";
import { mutantLines } from "./test-mutants.js";
import { placedLines } from "./placed-lines.js";
import { placeText } from "./place.js";
import { titleOf, type TestReport } from "./test-report.js";
import { totalsText } from "./test-words.js";
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
      if (status === "todo" && !report.showsAll) continue;
      for (const fault of faultsOf(outcome, file, report, view)) yield* faultText(fault, view);
      if (status !== "passed") yield "";
    }
  }
  if (report.coverage !== undefined) yield* coverageLines(report.coverage, report, view);
  if (report.mutants !== undefined) yield* mutantLines(report.mutants, report, view);
  for (const { message, isMet } of report.gates) if (!isMet) yield view.paint.verdict("denied", message);
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
