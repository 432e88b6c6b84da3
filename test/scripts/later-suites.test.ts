import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { LATER, LATER_LINE } from "../../scripts/later-suites.mjs";

it("the quick run leaves out suites that are there, each told by its name", () => {
  const gone = LATER.filter((path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))));
  expect(gone).toEqual([]);
  expect(LATER_LINE.split(/: |, /)).toContain("cli/options");
});
