import { expect, it } from "vitest";
import { checkConversions } from "./conversion.js";
import { isWholeRun } from "./run.js";
import { toExpand } from "./generate/conversions.js";

it("compared namespaces are written out for those that there are", { timeout: 600_000 }, async () => {
  const met = await checkConversions(400, 3, toExpand);
  console.log(met.toString());
  if (!isWholeRun) return;
  for (const [release, { converted }] of met.generations) expect(converted, release).toBeGreaterThan(50);
});
