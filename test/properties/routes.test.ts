import { checkRoutes } from "./routes.js";
import { expect, it } from "vitest";
import { isWholeRun } from "./run.js";

it("what a controller reaches is what its pods reach, one by one", { timeout: 600_000 }, async () => {
  const { ofPods, ofAnybody } = await checkRoutes(300);
  console.log(`${ofPods} answers of pods, ${ofAnybody} of anybody`);
  if (isWholeRun) {
    expect(ofPods).toBeGreaterThan(2000);
    expect(ofAnybody).toBeGreaterThan(500);
  }
});
