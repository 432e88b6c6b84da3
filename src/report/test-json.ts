import { conditionsJson } from "./conditions.js";
import { coverageJson } from "./coverage-json.js";
import { deciderJson } from "./decider-json.js";
import { encodeJson } from "./encode.js";
import { countsOf, type TestedFile, type TestReport } from "./test-report.js";
import { incompleteJson } from "./incomplete-json.js";
import { mutantsJson } from "./mutants-json.js";
import { addedByJson, originJson } from "./json-parts.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { trafficJson } from "./traffic-json.js";
import type { ExpectationOutcome, JudgedTest, Unmet } from "../questions/expect/outcome.js";

/** The outcome as JSON (`schemas/test.json`). */
export function* testJson(report: TestReport): Generator<string> {
  const json = {
    version: 1,
    ...incompleteJson(...report.files.map(({ incompleteness }) => incompleteness)),
    counts: countsOf(report),
    ...(report.coverage === undefined ? {} : { coverage: coverageJson(report.coverage) }),
    ...(report.mutants === undefined ? {} : { mutation: mutantsJson(report.mutants) }),
    gates: report.gates.map(({ name, message, isMet }) => ({ name, met: isMet, message })),
    files: report.files.map((file) => ({
      file: file.file.name,
      environment: file.environment ?? null,
      incomplete: !isComplete(file.incompleteness),
      ...conditionsJson(file.incompleteness.conditions),
      tests: file.outcomes.map((each) => testOf(each, file, report)),
    })),
  };
  yield encodeJson(json);
}

function testOf(
  { test, status, todo, expectations }: JudgedTest,
  file: TestedFile,
  report: TestReport,
): object {
  return {
    name: test.name,
    status,
    at: originJson(test.at),
    todo:
      test.todo === undefined
        ? null
        : { until: test.todo.until ?? null, why: test.todo.why ?? null, fails: todo ?? null },
    expectations: expectations.map((each) => expectationOf(each, file, report)),
  };
}

function expectationOf(outcome: ExpectationOutcome, file: TestedFile, { problemText }: TestReport): object {
  const { status, expectation } = outcome;
  const head = { status, expected: expectation.verdict, at: originJson(expectation.at) };
  switch (outcome.status) {
    case "met":
      return head;
    case "error":
      return { ...head, at: originJson(outcome.at), error: problemText(outcome.problem) };
    case "unmet":
      return { ...head, count: outcome.count, flows: outcome.unmet.map((each) => unmetOf(each, file)) };
  }
}

function unmetOf(
  { from, to, traffic, verdict, deciders, addedBy, isOtherPolicy, question }: Unmet,
  { explain }: TestedFile,
): object {
  return {
    from,
    to,
    traffic: trafficJson(traffic),
    verdict,
    otherPolicy: isOtherPolicy,
    decidedBy: deciders.map(({ direction, decider, at }) => ({ direction, ...deciderJson(decider, at) })),
    ...(addedBy === undefined ? {} : { addedBy: addedByJson(addedBy) }),
    explain: (question === undefined ? undefined : explain(question)) ?? null,
  };
}
