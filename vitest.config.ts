import { codeImportsOfVite } from "./scripts/code-imports.mjs";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [codeImportsOfVite],
  test: {
    include: ["test/**/*.test.ts"],
    // By default one core of two stays idle; the property tests are made to run side by side.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NO_COLOR: "1", TZ: "Pacific/Auckland", LC_ALL: "C.UTF-8" },
  },
});
