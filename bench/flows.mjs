// Reading logs of traffic, against `readline` and `JSON.parse` of the same file.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare } from "./measure.mjs";
import { writeFlowLog } from "./flow-log.mjs";

const LINES = 500_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const SEED = 20260119;

export async function flowRows({ anp, work, runs, bundle }) {
  const log = join(work, "hubble.json");
  writeFlowLog(log, LINES, SEED);
  const reader = join(work, "read-log.mjs");
  await bundle("bench/read-log.mjs", reader);
  const floor = fileURLToPath(new URL("floor-lines.mjs", import.meta.url));
  for (const [what, program] of [
    ["read", [reader, log]],
    ["anp replay", [anp, "replay", log, "-f", join(root, "fixtures/demo")]],
  ]) {
    const { ratio, cpu, floorCpu, memory, floorMemory } = compare(program, [floor, log], runs);
    process.stdout.write(
      `${(1 / ratio).toFixed(2)} x the lines/s of readline and JSON.parse   ${what}   Hubble, ${LINES} lines   ` +
        `${rate(cpu)} vs ${rate(floorCpu)}, memory ${mb(memory)} vs ${mb(floorMemory)} MB\n`,
    );
  }
}

function rate(cpu) {
  return `${((LINES / cpu) * 1000).toFixed(0)} lines/s of CPU`;
}

function mb(kilobytes) {
  return (kilobytes / 1024).toFixed(0);
}
