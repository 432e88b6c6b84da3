import { expect, it } from "vitest";
import { checkReach } from "./reach.js";

it("the map of all flows and the evaluation of each one agree, part 1", { timeout: 600_000 }, async () => {
  const { verdicts, flows, clusters } = await checkReach(1, 100);
  console.log(clusters, flows, verdicts);
  expect(verdicts.size).toBe(4);
});
