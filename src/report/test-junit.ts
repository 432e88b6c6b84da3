import { conditionsText } from "./conditions.js";
import { encode, encodeWhole } from "./encode.js";
import { faultLines, faultsOf } from "./test-faults.js";
import { incompleteText } from "./incomplete-text.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { junitCounts, type TestOutcome } from "./junit-counts.js";
import { repositoryPath, showPlace } from "./place.js";
import { XML_DECLARATION, xmlLines, type XmlElement } from "./xml.js";
import { titleOf, type TestedFile, type TestReport } from "./test-report.js";
import type { JudgedTest } from "../questions/expect/outcome.js";

/** The suite of what is about the whole run. */
const RUN_SUITE = "anp test";

/**
 * Tests as lines of JUnit XML: a suite for each file, whose path is the class of its tests. A file whose input is not whole has
 * a test more, which is an error. Names are used once in a file.
 */
export function* testJunit(report: TestReport): Generator<string> {
  const suites = [...report.files.map((file) => suiteOf(file, report)), ...gateSuite(report)];
  yield XML_DECLARATION;
  yield* xmlLines({
    name: "testsuites",
    attributes: { name: "anp test", ...totals(suites.map(({ attributes }) => attributes)), time: 0 },
    children: suites,
  });
}

function suiteOf(file: TestedFile, report: TestReport): XmlElement {
  const path = repositoryPath(file.file.name);
  const name = encodeWhole(titleOf({ file: { ...file.file, name: path }, environment: file.environment }));
  const cases = [...runCase(file, name), ...file.outcomes.map((each) => caseOf(each, file, name, report))];
  return suite(name, cases);
}

/** What the run as a whole has to come to. */
function gateSuite({ gates }: TestReport): XmlElement[] {
  if (gates.length === 0) return [];
  const cases = gates.map(({ name, message, isMet }) => {
    const failure = { name: "failure", attributes: { type: "failed", message }, text: [message] };
    return testCase({ classname: RUN_SUITE, name }, isMet ? [] : [failure]);
  });
  return [suite(RUN_SUITE, cases)];
}

function suite(name: string, cases: readonly XmlElement[]): XmlElement {
  const counts = junitCounts(cases.map(outcomeOf));
  return { name: "testsuite", attributes: { name, ...counts, time: 0 }, children: cases };
}

/** What stands in a test says what it came to; nothing stands in one that passed. */
function outcomeOf({ children = [] }: XmlElement): TestOutcome {
  return (children[0]?.name ?? "passed") as TestOutcome;
}

function totals(all: readonly XmlElement["attributes"][]): Record<string, number> {
  const sum = (key: string): number => all.reduce((total, each) => total + Number(each[key]), 0);
  return { tests: sum("tests"), failures: sum("failures"), errors: sum("errors"), skipped: sum("skipped") };
}

/** What could not be read, where something was not. */
function runCase({ incompleteness }: TestedFile, classname: string): XmlElement[] {
  const conditions = conditionsText(incompleteness.conditions);
  if (isComplete(incompleteness)) {
    if (conditions === undefined) return [];
    const said = { name: "system-out", attributes: {}, text: [`on condition: ${conditions}`] };
    return [testCase({ classname, name: "the input is complete" }, [said])];
  }
  const text = [incompleteText(incompleteness), ...(conditions === undefined ? [] : [conditions])].join("; ");
  const child = { name: "error", attributes: { type: "incomplete", message: text }, text: [text] };
  return [testCase({ classname, name: "the input is complete" }, [child])];
}

function caseOf(outcome: JudgedTest, file: TestedFile, classname: string, report: TestReport): XmlElement {
  const { test, status } = outcome;
  const { start } = showPlace(test.at);
  const attributes = {
    classname,
    name: encode(test.name),
    file: encodeWhole(repositoryPath(file.file.name)),
    line: start.line,
  };
  if (status === "passed") return testCase(attributes, []);
  const faults = faultsOf(outcome, file, report);
  const text = faults.flatMap((each) => [...faultLines(each)]);
  const [first = { message: "todo" }] = faults;
  if (status === "todo")
    return testCase(attributes, [{ name: "skipped", attributes: { message: `todo: ${first.message}` } }]);
  const name = status === "failed" ? "failure" : "error";
  return testCase(attributes, [{ name, attributes: { type: status, message: first.message }, text }]);
}

function testCase(attributes: XmlElement["attributes"], children: readonly XmlElement[]): XmlElement {
  return { name: "testcase", attributes: { ...attributes, time: 0 }, children };
}
