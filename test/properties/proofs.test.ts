import { expect, it } from "vitest";
import { checkAnyCluster, checkProofs, checkWitnesses } from "./proofs.js";
import { isWholeRun } from "./run.js";
import { choosablePlugins } from "./plugin-profiles.js";
import { olderScenario } from "./generate/scenario.js";

it("what proofs claim holds for every flow", { timeout: 600_000 }, async () => {
  const counts = await checkProofs(1, 500);
  console.log([...counts].map(([id, count]) => `${id}: ${count} findings`).join("\n"));
  const rare = [...counts].filter(([, count]) => count === 0).map(([id]) => id);
  expect(isWholeRun ? rare : []).toEqual([]);
});

it("what findings print shows what they claim", { timeout: 600_000 }, async () => {
  const { counts, halves } = await checkWitnesses(500);
  console.log([...counts].map(([id, count]) => `${id}: ${count} flows`).join("\n"));
  console.log(`${halves} flows for one half alone`);
  expect([...counts.keys()]).not.toEqual([]);
  if (isWholeRun) expect([...counts.keys()].length).toBeGreaterThan(8);
});

it("what proofs claim about older shapes holds for every flow", { timeout: 600_000 }, async () => {
  const counts = await checkProofs(2, 250, { arbitrary: olderScenario });
  const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${found} findings`);
  if (isWholeRun) expect(found).toBeGreaterThan(0);
});

it("what proofs claim holds as each plugin enforces policies", { timeout: 600_000 }, async () => {
  const counts = await checkProofs(3, 500, { plugins: choosablePlugins });
  console.log([...counts].map(([id, count]) => `${id}: ${count} findings`).join("\n"));
  if (isWholeRun) expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});

it("what proofs claim about any cluster holds with other pods", { timeout: 600_000 }, async () => {
  const count = await checkAnyCluster(1, 500);
  console.log(`${count} findings`);
  if (isWholeRun) expect(count).toBeGreaterThan(20);
});
