import { describe, expect, it } from "vitest";
import { viewFor } from "../../src/cli/view.js";

describe("how wide a report is", () => {
  it.each([
    ["a pipe", {}, {}, 100],
    ["a pipe, with COLUMNS", {}, { COLUMNS: "80" }, 80],
    ["a terminal, whatever COLUMNS says", { isTTY: true, columns: 132 }, { COLUMNS: "80" }, 132],
    ["a pipe, with COLUMNS that nobody can read", {}, { COLUMNS: "39" }, 100],
    ["a pipe, with the least COLUMNS", {}, { COLUMNS: "40" }, 40],
    ["a pipe, with COLUMNS that are no number", {}, { COLUMNS: "8e1" }, 100],
    ["a pipe, with COLUMNS that are empty", {}, { COLUMNS: "" }, 100],
  ])("%s", (_, stream, env, width) => {
    expect(viewFor({ color: "never" }, stream, env).width).toBe(width);
  });
});
