import { judgeExpectation, type Trying } from "../expect/judge.js";
import { sightOf, type Sight } from "./relevance.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { testsThatHold, type Expectation, type PolicyTest } from "../expect/test-file.js";

/** An expectation that is met, with what it can hang on. */
export interface PreparedExpectation {
  /** The name of its test. */
  readonly test: string;
  readonly expectation: Expectation;
  readonly sight: Sight;
}

/** The expectations that are met today, those first that are about few ends. Of tests with a todo none is. */
export function preparedExpectations(
  cluster: Cluster,
  tests: readonly PolicyTest[],
  trying: Trying,
): readonly PreparedExpectation[] {
  return testsThatHold(tests)
    .flatMap(({ name, expectations }) =>
      expectations
        .filter((each) => judgeExpectation(cluster, each, trying).status === "met")
        .map((expectation): PreparedExpectation => {
          return { test: name, expectation, sight: sightOf(cluster, expectation, trying) };
        }),
    )
    .toSorted((a, b) => pairsOf(a) - pairsOf(b));
}

function pairsOf({ sight: { from, to } }: PreparedExpectation): number {
  return from === undefined || to === undefined ? Number.MAX_VALUE : from.length * to.length;
}
