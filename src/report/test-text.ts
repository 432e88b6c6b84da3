import { encode } from "./encode.js";
import { faultsOf, type TestFault } from "./test-faults.js";
import { incompleteLines } from "./incomplete-text.js";
import { placeText } from "./place.js";
import { titleOf, type TestReport } from "./test-report.js";
import { totalsText } from "./test-words.js";
import { wrapped } from "./columns.js";
import stringWidth from "fast-string-width";
import type { Place } from "../cluster/problems/problem.js";
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
      yield `${word(status, view)}  ${name}  ${view.paint.place(placeText(test.at))}`;
      if (status === "todo" && !report.showsAll) continue;
      for (const fault of faultsOf(outcome, file, report, view)) yield* faultText(fault, view);
      if (status !== "passed") yield "";
    }
  }
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
    if (isCommand === true) yield `    ${text}`;
    else yield* placedLines(`    ${text}`, place, view);
  }
}

/** A text in as many lines as the width asks for, its place behind the last one or below it. */
function* placedLines(text: string, at: Place | undefined, { paint, width }: View): Generator<string> {
  const indent = text.length - text.trimStart().length + 2;
  const lines = wrapped(text, width, indent);
  yield* lines.slice(0, -1);
  const last = lines.at(-1) ?? "";
  if (at === undefined) {
    yield last;
    return;
  }
  const place = placeText(at);
  if (stringWidth(last) + stringWidth(place) + 2 <= width) yield `${last}  ${paint.place(place)}`;
  else {
    yield last;
    yield `${" ".repeat(indent)}${paint.place(place)}`;
  }
}
