import { expect, it } from "vitest";
import { checkReach } from "./reach.js";

it("the map of all flows agrees with every flow by itself, part 2", { timeout: 600_000 }, async () => {
  expect(await checkReach(2)).toEqual([]);
});
