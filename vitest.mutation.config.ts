import { defineConfig } from "vitest/config";
import base from "./vitest.config.js";

/** The tests that mutants of match/ and evaluate/ are shown to: the fast ones, and a quick look at the properties. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "test/semantics/match/**/*.test.ts",
      "test/semantics/evaluate/**/*.test.ts",
      "test/truth/**/*.test.ts",
      "test/properties/equality-1.test.ts",
    ],
    env: { ...base.test?.env, ANP_RUNS: "0.1", ANP_SHRINK: "no" },
  },
});
