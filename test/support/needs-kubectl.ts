import { getCurrentTest } from "vitest/suite";
import { skippedSuites } from "../../scripts/skipped-suites.mjs";

const WHY = skippedSuites(["kubectl"])[0]?.why;

/** Skips the test that runs where kubectl is missing or too old. */
export function needsKubectl(): void {
  if (WHY !== undefined) getCurrentTest()?.context.skip(WHY);
}
