// Shows anp at work on the demo cluster of fixtures/: one lint run, then four questions. Ends with exit code 0.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const DEMO = "fixtures/demo";

const RUNS = [
  ["lint", DEMO],
  ["explain", "-f", DEMO, "shop/web", "shop/cart", "--port", "7070"],
  ["explain", "-f", DEMO, "shop/batch", "payments/db", "--port", "5432"],
  ["explain", "-f", DEMO, "shop/web", "payments/db"],
  ["explain", "-f", DEMO, "monitoring/agent", "logs.example.com", "--port", "443"],
];

for (const args of RUNS) {
  process.stdout.write(`\n$ anp ${args.join(" ")}\n\n`);
  const { status } = spawnSync(process.execPath, [`${root}bin/anp.js`, ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
