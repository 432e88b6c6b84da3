import { expect, it } from "vitest";
import { checkConversions } from "./conversion.js";
import { isWholeRun } from "./run.js";

it("a conversion keeps its laws, part 1", { timeout: 600_000 }, async () => {
  const met = await checkConversions(400, 1);
  console.log(met.toString());
  if (isWholeRun) expect(met.rare).toEqual([]);
});
