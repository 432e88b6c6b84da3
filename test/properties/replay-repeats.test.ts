import { checkRepeats } from "./replay-repeats.js";
import { expect, it } from "vitest";

it("records that a reader counts are those that are told one by one", { timeout: 600_000 }, async () => {
  const { single, counted } = await checkRepeats(80);
  console.log(`${single} records one by one, ${counted} where readers count`);
  expect(counted).toBeLessThan(0.9 * single);
});
