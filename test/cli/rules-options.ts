import { expect } from "vitest";
import { expectDebug } from "./debug.js";
import { runAnp } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";

export const RULES_OPTIONS: OptionTests = {
  "--color": async () => {
    expect((await runAnp(["rules", "cel", "--color", "always"])).stdout).toContain("\u001b[");
    expect((await runAnp(["rules", "cel", "--color", "never"], { columns: 90 })).stdout).not.toContain(
      "\u001b[",
    );
  },
  "--example": async () => {
    const [bad, good] = await Promise.all(
      ["bad", "good"].map((each) => runAnp(["rules", "label-typo", "--example", each])),
    );
    expect(bad?.stdout).toContain("app: crat\n");
    expect(good?.stdout).not.toContain("app: crat\n");
    expect(await runAnp(["rules", "--example", "bad"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--example needs a rule"),
    });
  },
  "--debug": () => expectDebug(["rules", "cel"]),
};
