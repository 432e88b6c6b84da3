import { expect, it } from "vitest";
import { checkConversions } from "./conversion.js";
import { isWholeRun } from "./run.js";

it("a conversion keeps its laws, part 2", { timeout: 600_000 }, async () => {
  const met = await checkConversions(400, 2);
  console.log(met.toString());
  if (isWholeRun) expect(met.rare).toEqual([]);
});
