import { expect, it } from "vitest";
import { checkAudit } from "./audit.js";
import { isWholeRun } from "./run.js";

it("what an audit says of traffic sent at once is what brute force says", { timeout: 600_000 }, async () => {
  const rare = await checkAudit();
  if (isWholeRun) expect(rare).toEqual([]);
});
