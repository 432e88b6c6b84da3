// The tests in another depth than `npm test` has: `quick` for the inner loop, `deep` for what a release stands on.
// What is set in the environment stays: `ANP_RUNS=10 npm run test:deep` takes ten times as many cases.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const DEPTHS = {
  // Properties show little more than that they run, and what takes long by itself is left out (`later-suites.mjs`).
  quick: { ANP_RUNS: "0.01", ANP_QUICK: "yes" },
  // The same clusters each time, so that what they meet can be required.
  deep: { ANP_RUNS: "1", ANP_SEED: "20261121" },
};

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , name, ...args] = process.argv;
const { status } = spawnSync(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, "run", ...args], {
  cwd: root,
  env: { ...DEPTHS[name], ...process.env },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
