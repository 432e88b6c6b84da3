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
  "--debug": () => expectDebug(["rules", "cel"]),
};
