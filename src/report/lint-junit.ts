import {
  failedCase,
  findingCase,
  omittedCase,
  runCase,
  suppressedCase,
  TestNames,
  type TestCase,
} from "./junit-cases.js";
import { conditionsText } from "./conditions.js";
import { byteLength } from "../base/text/byte-length.js";
import { groupBy } from "../base/collections/group-by.js";
import { incompleteReason, suppressedText, worstFirst } from "./lint-words.js";
import { skippedCount } from "./lint-text.js";
import { summaryText } from "./summary.js";
import { junitCounts, type JunitCounts } from "./junit-counts.js";
import { XML_DECLARATION, xmlAround } from "./xml.js";
import type { Level } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";

/** GitLab takes no file of more than 30 MB: so many bytes of tests leave room for what stands around them. */
export const MOST_JUNIT_BYTES = 28_000_000;

/** The suite of what is about the whole run. */
const RUN_SUITE = "anp lint";

/**
 * The findings of a run as lines of JUnit XML: a suite for each file, worst first, and a test for each finding. The first
 * test stands for the run: it passes where all was read and decided and is an error elsewhere, so that no report is empty,
 * which tools take for a mistake, and none is green that is not whole. A test's class is the rule and its name has the file:
 * GitLab shows these two, and Jenkins groups by the class.
 */
export function lintJunit(report: LintReport): Generator<string> {
  return junitOfSize(report, MOST_JUNIT_BYTES);
}

/** The same, with so many bytes of tests at most. */
export function* junitOfSize(report: LintReport, mostBytes: number): Generator<string> {
  const { summary, skipped } = report;
  const suppressed = suppressedText(report);
  const conditions = conditionsText(report.conditions ?? []);
  const rests = conditions === undefined ? [] : [`on condition: ${conditions}`];
  const about = [
    summaryText(summary),
    ...rests,
    ...(suppressed === undefined ? [] : [suppressed]),
    ...(skipped.length > 0 ? skippedCount(skipped) : []),
  ];
  const run = runCase(incompleteReason(report), about, rests);
  yield* documentOf([run, ...findingCases(report, mostBytes)]);
}

/** A run that came to no findings, and why. */
export function failedJunit(message: string): string {
  return `${[...documentOf([failedCase(message)])].join("\n")}\n`;
}

const ERRORS: ReadonlySet<Level> = new Set(["error"]);

/**
 * The tests of findings, worst first, as many as there is room for, then one for those that are left out; at last those of
 * suppressed findings.
 */
function* findingCases(
  { diagnostics, suppressed, failing = ERRORS, ask }: LintReport,
  mostBytes: number,
): Generator<TestCase> {
  const names = new TestNames();
  const all = worstFirst(diagnostics);
  let room = mostBytes;
  for (const [i, diagnostic] of all.entries()) {
    const each = findingCase(diagnostic, failing, names, ask);
    room -= sizeOf(each);
    if (room < 0) {
      yield omittedCase(all.slice(i), failing);
      return;
    }
    yield each;
  }
  // They are counted by the first test: where there is no room, nothing more needs to be said of them.
  for (const finding of suppressed) {
    const each = suppressedCase(finding, names);
    room -= sizeOf(each);
    if (room < 0) return;
    yield each;
  }
}

/** Bytes of a test in the report. */
function sizeOf({ lines }: TestCase): number {
  return lines.reduce((sum, line) => sum + byteLength(line) + 1, 0);
}

function* documentOf(cases: Iterable<TestCase>): Generator<string> {
  const all = [...cases];
  const { tests, failures, errors } = countsOf(all);
  yield XML_DECLARATION;
  yield* xmlAround(
    { name: "testsuites", attributes: { name: RUN_SUITE, tests, failures, errors, time: 0 } },
    [...groupBy(all, ({ file }) => file)].flatMap(([file, each]) => [
      ...xmlAround(
        { name: "testsuite", attributes: { name: file ?? RUN_SUITE, ...countsOf(each), time: 0 } },
        each.flatMap(({ lines }) => lines),
        "  ",
      ),
    ]),
  );
}

function countsOf(cases: readonly TestCase[]): JunitCounts {
  return junitCounts(cases.map(({ outcome }) => outcome));
}
