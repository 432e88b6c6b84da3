import { expect, it } from "vitest";
import { checkProof } from "./conversion-proof.js";
import { isWholeRun } from "./run.js";

it("what changes nothing in any cluster changes nothing in this one", { timeout: 600_000 }, async () => {
  const { holds, differs, because } = await checkProof(1000);
  console.log(`shown ${holds} times; else ${differs} differ\n${because.toString()}`);
  if (!isWholeRun) return;
  expect(because.rare).toEqual([]);
  expect(holds).toBeGreaterThan(150);
  expect(differs).toBeGreaterThan(150);
});
