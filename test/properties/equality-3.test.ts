import { expect, it } from "vitest";
import { checkShard } from "./equality.js";

it("the program and the reference agree on every flow, part 3", { timeout: 600_000 }, async () => {
  const rare = await checkShard(3);
  expect(rare).toEqual([]);
});
