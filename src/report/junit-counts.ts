/** What a test comes to, as JUnit calls it: an error is a test that could not be made. */
export type TestOutcome = "passed" | "failure" | "error" | "skipped";

/** The numbers of a suite's tests. */
export type JunitCounts = Readonly<Record<"tests" | "failures" | "errors" | "skipped", number>>;

/** How many tests there are of each outcome. */
export function junitCounts(outcomes: readonly TestOutcome[]): JunitCounts {
  const number = (outcome: TestOutcome): number => outcomes.filter((each) => each === outcome).length;
  return {
    tests: outcomes.length,
    failures: number("failure"),
    errors: number("error"),
    skipped: number("skipped"),
  };
}
