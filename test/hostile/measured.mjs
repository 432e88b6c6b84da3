// Runs the program again and again inside of one process, which starts and compiles it once, and says of each run what it took.
import { bundled } from "../oracle/bundled.mjs";

const { runAnp } = await bundled("test/support/run-anp.ts");

process.on("message", async (args) => {
  // What the run before has left is not this one's.
  globalThis.gc();
  const begin = process.cpuUsage();
  const run = await runAnp(args);
  const { user, system } = process.cpuUsage(begin);
  const memory = process.resourceUsage().maxRSS / 1024;
  process.send({ ...run, signal: null, cpu: (user + system) / 1e6, memory });
});
process.send("ready");
