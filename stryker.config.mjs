/** Mutation testing, on demand: `npm run mutation`. See docs/testing.md. */
export default {
  mutate: ["src/semantics/match/**/*.ts", "src/semantics/evaluate/**/*.ts"],
  testRunner: "vitest",
  // Every fast test that runs these folders; not just those that import the mutated file itself.
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  plugins: ["@stryker-mutator/vitest-runner"],
  coverageAnalysis: "perTest",
  concurrency: 2,
  ignorePatterns: ["bench", "dist", "docs"],
  reporters: ["clear-text", "progress", "json", "html"],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
  thresholds: { high: 95, low: 90, break: null },
};
