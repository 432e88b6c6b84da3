import { expect, it } from "vitest";
import { checkDiff } from "./diff.js";
import { isWholeRun } from "./run.js";

it("a diff keeps its laws: empty, inverse, exact", { timeout: 600_000 }, async () => {
  const { flows, changes } = await checkDiff(700);
  console.log(`${flows} flows: ${[...changes].map(([change, count]) => `${change} ${count}`).join(", ")}`);
  if (!isWholeRun) return;
  for (const change of CHANGES) expect(changes.get(change), change).toBeGreaterThan(0);
});

const VERDICTS = ["allowed", "denied", "undefined", "unknown"];

/** Every verdict has become every other one. */
const CHANGES = VERDICTS.flatMap((before) =>
  VERDICTS.filter((after) => after !== before).map((after) => `${before} > ${after}`),
);
