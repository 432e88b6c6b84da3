import type { FlowCommand, ExpectationProblem, JudgedTest, TestStatus } from "../questions/expect/outcome.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import type { JudgedMutant } from "../questions/mutate/mutate.js";
import type { TestedCells } from "../questions/cover/coverage.js";
import type { SourceFile } from "../source/manifest/source.js";

/** The tests of a file with what came of them. */
export interface TestedFile {
  readonly file: SourceFile;
  /** The environment in which they were tried, where the file has several. */
  readonly environment: string | undefined;
  readonly outcomes: readonly JudgedTest[];
  readonly incompleteness: Incompleteness;
  /** The command that shows a flow of the tests; undefined where it hangs on what exists in the tests alone. */
  readonly explain: (question: FlowCommand) => string | undefined;
}

/** Something that a run as a whole has to come to: a share of rules that is covered, of mutants that are noticed. */
export interface TestGate {
  readonly name: string;
  /** What it comes to, and what was asked for. */
  readonly message: string;
  /** Why the run fails if it isn't met. */
  readonly why: string;
  readonly isMet: boolean;
}

/** A run of tests. */
export interface TestReport {
  readonly files: readonly TestedFile[];
  /** True to list what passes too. */
  readonly showsAll: boolean;
  /** What the tests make of the rules, where that was asked for. */
  readonly coverage: TestedCells | undefined;
  /** The small changes of the policies and whether tests notice them, where that was asked for. */
  readonly mutants: readonly JudgedMutant[] | undefined;
  /** What the run as a whole has to come to, beside its tests. */
  readonly gates: readonly TestGate[];
  /** Why an expectation could not be tried, in words. */
  readonly problemText: (problem: ExpectationProblem) => string;
}

/** How many tests came to each status. */
export function countsOf({ files }: TestReport): Readonly<Record<TestStatus, number>> {
  const counts = { passed: 0, failed: 0, todo: 0, error: 0 };
  for (const { outcomes } of files) for (const { status } of outcomes) counts[status]++;
  return counts;
}

/** The file as it is called where its tests are tried in several environments: `shop.anp-test.yaml [prod]`. */
export function titleOf({ file, environment }: Pick<TestedFile, "file" | "environment">): string {
  return environment === undefined ? file.name : `${file.name} [${environment}]`;
}
