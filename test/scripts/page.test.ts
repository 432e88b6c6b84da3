import { expect, it } from "vitest";
import { readdirSync, readFileSync } from "node:fs";

/** What the built program has, as it would be loaded: the tests load modules in another way. */
it("the built program has the page's style sheet and program as they are, and no module around them", () => {
  const chunks = readdirSync("dist/chunks").map((name) => readFileSync(`dist/chunks/${name}`, "utf8"));
  const styled = chunks.filter((text) => text.includes("--allowed-hatch:"));
  expect(styled).toHaveLength(1);
  expect(styled[0]).toMatch(/["'`]:root\{--paper:/);
  for (const text of chunks) expect(text).not.toMatch(/["'`]export default /);
});
