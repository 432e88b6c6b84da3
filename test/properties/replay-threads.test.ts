import { checkParts } from "./replay-threads.js";
import { expect, it } from "vitest";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";

it("a log that is read in parts is one that is read at once", { timeout: 600_000 }, async () => {
  const { told, left } = await checkParts(80);
  console.log(`${[...told].map(([format, count]) => `${count} ${format}`).join(", ")}, ${left} left`);
  expect(left).toBeGreaterThan(0);
  for (const { id, memory } of LOG_FORMATS) expect(told.has(id), id).toBe(memory !== "lines");
});
