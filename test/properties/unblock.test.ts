import { expect, it } from "vitest";
import { checkUnblocked } from "./unblock.js";
import { isWholeRun } from "./run.js";

it("the first suggestion unblocks a flow to a Service, with its name", { timeout: 600_000 }, async () => {
  const { denied, throughNodes, withName } = await checkUnblocked(800);
  console.log(`${denied} denied flows, ${throughNodes} of them through nodes, ${withName} with their names`);
  expect(denied).toBeGreaterThan(0);
  if (!isWholeRun) return;
  for (const count of [throughNodes, withName]) expect(count).toBeGreaterThan(50);
});
