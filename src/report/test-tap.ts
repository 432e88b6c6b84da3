import { conditionsText } from "./conditions.js";
import { encode, encodeWhole } from "./encode.js";
import { faultLines, faultsOf } from "./test-faults.js";
import { incompleteText } from "./incomplete-text.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { titleOf, type TestReport } from "./test-report.js";

/** The tests in the Test Anything Protocol, version 14: one line each, what is wrong in comments below it. */
export function* testTap(report: TestReport): Generator<string> {
  yield "TAP version 14";
  const open = report.files.filter(({ incompleteness }) => !isComplete(incompleteness));
  const tests = report.files.flatMap((file) => file.outcomes.map((outcome) => ({ file, outcome })));
  yield `1..${tests.length + open.length + report.gates.length}`;
  let number = 0;
  for (const { file, outcome } of tests) {
    const { test, status } = outcome;
    const name = escaped(`${encodeWhole(titleOf(file))}: ${encode(test.name)}`);
    const isOk = status === "passed";
    const directive =
      status === "todo" ? ` # TODO ${escaped(encode(test.todo?.why ?? "known to fail"))}` : "";
    yield `${isOk ? "ok" : "not ok"} ${++number} - ${name}${directive}`;
    for (const fault of faultsOf(outcome, file, report))
      for (const line of faultLines(fault)) yield `# ${line}`;
  }
  for (const each of report.files) {
    const { incompleteness } = each;
    const conditions = conditionsText(incompleteness.conditions);
    if (conditions !== undefined) yield `# ${encodeWhole(titleOf(each))}: on condition: ${conditions}`;
    if (isComplete(incompleteness)) continue;
    yield `not ok ${++number} - ${escaped(encodeWhole(titleOf(each)))}: the input is complete`;
    yield `# ${incompleteText(incompleteness)}`;
  }
  for (const { name, message, isMet } of report.gates) {
    yield `${isMet ? "ok" : "not ok"} ${++number} - ${escaped(name)}`;
    yield `# ${message}`;
  }
}

/** A number sign begins a directive. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}
