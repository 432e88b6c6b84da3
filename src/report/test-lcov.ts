import { coveredFiles } from "./covered-lines.js";
import { encodeWhole } from "./encode.js";
import type { TestReport } from "./test-report.js";

/** The coverage of rules as lcov writes it: a record for each file, a line for each line on which a rule is written. */
export function* testLcov({ coverage }: TestReport): Generator<string> {
  for (const { file, lines } of coverage === undefined ? [] : coveredFiles(coverage)) {
    // Names of tests have no blanks there.
    yield "TN:anp_test";
    yield `SF:${encodeWhole(file)}`;
    for (const { line, tests } of lines) yield `DA:${line},${tests}`;
    yield `LF:${lines.length}`;
    yield `LH:${lines.filter(({ tests }) => tests > 0).length}`;
    yield "end_of_record";
  }
}
