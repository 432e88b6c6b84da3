// Reading logs of traffic, against `readline` and `JSON.parse` of the same file.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare } from "./measure.mjs";
import { writeFlowLog } from "./flow-log.mjs";

const LINES = 500_000;
const SEED = 20260119;

export async function flowRows({ work, runs, bundle }) {
  const log = join(work, "hubble.json");
  writeFlowLog(log, LINES, SEED);
  const reader = join(work, "read-log.mjs");
  await bundle("bench/read-log.mjs", reader);
  const found = compare(
    [reader, log],
    [fileURLToPath(new URL("floor-lines.mjs", import.meta.url)), log],
    runs,
  );
  const rate = (cpu) => `${((LINES / cpu) * 1000).toFixed(0)} lines/s of CPU`;
  process.stdout.write(
    `${(1 / found.ratio).toFixed(2)} x the lines/s of readline and JSON.parse   Hubble, ${LINES} lines   ` +
      `${rate(found.cpu)} vs ${rate(found.floorCpu)}, memory ${(found.memory / 1024).toFixed(0)} vs ${(found.floorMemory / 1024).toFixed(0)} MB\n`,
  );
}
