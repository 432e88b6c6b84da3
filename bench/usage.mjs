// Preloaded into a measured process: writes its CPU time (ms) and peak memory (KB) to a file when it ends.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(
    process.env.ANP_BENCH_USAGE,
    JSON.stringify({ cpu: (user + system) / 1000, memory: process.resourceUsage().maxRSS }),
  );
});
