import { placeText } from "../report/place.js";
import { problemText } from "./question-errors.js";
import { unnamedEnd } from "../questions/expect/ends.js";
import { UsageError } from "./exit.js";
import type { EndText, TestFile } from "../questions/expect/test-file.js";
import type { LoadedTests } from "./test-run.js";

/** Endpoints that no test has, and that were found nowhere until now: what a test has is looked up when it is tried. */
export class SpareEndpoints {
  readonly #left = new Map<
    TestFile,
    { readonly missing: ReadonlySet<EndText>; readonly environments: number }
  >();

  /** @throws {UsageError} for an endpoint that stands for nothing in any environment of its file, once all of them were asked */
  failIfNowhere({ file, cluster }: LoadedTests, namespace: string | undefined): void {
    const before = this.#left.get(file) ?? { missing: new Set(file.spareEndpoints), environments: 0 };
    const missing = [...before.missing].filter((each) => unnamedEnd(cluster, each, namespace) !== undefined);
    const environments = before.environments + 1;
    this.#left.set(file, { missing: new Set(missing), environments });
    const [first] = missing;
    if (first === undefined || environments < file.environments.length) return;
    const problem = unnamedEnd(cluster, first, namespace);
    if (problem !== undefined) throw new UsageError(`${placeText(first.at)}: ${problemText(problem)}`);
  }
}
