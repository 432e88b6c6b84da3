import { coverageText } from "./test-coverage.js";
import { scoreText } from "./test-mutants.js";
import { codeSpan, fence, inline } from "./markdown.js";
import { encode } from "./encode.js";
import { faultLines, faultsOf } from "./test-faults.js";
import { statusLines } from "./incomplete-text.js";
import { PLAIN_VIEW } from "./view.js";
import { titleOf, type TestReport } from "./test-report.js";
import { totalsText } from "./test-words.js";

/** The totals, and each test that fails with what is wrong, as Markdown for a comment. */
export function* testMarkdown(report: TestReport): Generator<string> {
  yield `### anp test: ${totalsText(report)}`;
  const shown = [
    ...report.gates.filter(({ isMet }) => !isMet).map(({ message }) => message),
    ...(report.coverage === undefined ? [] : [coverageText(report.coverage)]),
    ...(report.mutants === undefined ? [] : [scoreText(report.mutants)]),
  ];
  for (const line of shown) {
    yield "";
    yield `- ${inline(line)}`;
  }
  for (const file of report.files) {
    for (const line of statusLines(file.incompleteness, PLAIN_VIEW)) {
      yield "";
      yield `- ${codeSpan(titleOf(file))}: ${inline(line)}`;
    }
    for (const outcome of file.outcomes) {
      if (outcome.status !== "failed" && outcome.status !== "error") continue;
      yield "";
      yield `**${inline(encode(outcome.test.name))}** in ${codeSpan(titleOf(file))}`;
      yield "";
      yield* fence(faultsOf(outcome, file, report).flatMap((each) => [...faultLines(each)]));
    }
  }
}
