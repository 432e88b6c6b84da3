import { checkConnections } from "./connections.js";
import { expect, it } from "vitest";
import { isWholeRun } from "./run.js";

it("what rules take for denied is denied, one by one", { timeout: 600_000 }, async () => {
  const { denied, toAnybody } = await checkConnections(1, 300);
  console.log(`${denied} denied, ${toAnybody} to anybody`);
  if (isWholeRun) {
    expect(denied).toBeGreaterThan(300);
    expect(toAnybody).toBeGreaterThan(20);
  }
});
