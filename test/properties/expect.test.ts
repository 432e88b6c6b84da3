import { checkExpectations } from "./expect.js";
import { expect, it } from "vitest";
import { isWholeRun } from "./run.js";

it("what is expected of everything holds for each flow", { timeout: 600_000 }, async () => {
  const { met, unmet, flows, questions } = await checkExpectations(1000);
  console.log(
    `${met} expectations met, ${unmet} not; ${flows} flows held against those that are, ${questions} questions against the others`,
  );
  expect(met).toBeGreaterThan(0);
  if (isWholeRun) expect(flows).toBeGreaterThan(1000);
});
