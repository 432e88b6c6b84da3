import { checkEngines } from "./replay-engine.js";
import { expect, it } from "vitest";
import { isWholeRun } from "./run.js";
import { NOT_JUDGED, REPLAY_OUTCOMES } from "../../src/questions/replay/outcome.js";

/** What these logs can't come to: they put nothing together, and are short. */
const NEVER: ReadonlySet<string> = new Set(["aggregated", "too-many"]);

it("DuckDB counts and judges generated logs as a replay does", { timeout: 600_000 }, async () => {
  const counts = await checkEngines(80);
  console.log([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", "));
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  if (!isWholeRun) return;
  for (const each of [...REPLAY_OUTCOMES, ...NOT_JUDGED, "bad"] as const)
    if (!NEVER.has(each)) expect(counts.get(each) ?? 0, each).toBeGreaterThan(0);
});
