import { checkRecords, checkShards } from "./replay.js";
import { expect, it } from "vitest";
import { isWholeRun } from "./run.js";

it("records of generated flows come to what the reference says of them", { timeout: 600_000 }, async () => {
  const counts = await checkRecords(400);
  console.log(
    Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(", "),
  );
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(0);
  if (isWholeRun) for (const count of Object.values(counts)) expect(count / total).toBeGreaterThan(0.01);
});

it("shards that are merged are one run", { timeout: 600_000 }, async () => {
  expect(await checkShards(60)).toBeGreaterThan(2);
});
