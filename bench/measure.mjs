import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const USAGE = fileURLToPath(new URL("usage.mjs", import.meta.url));

/** What a run may take at most: milliseconds of the clock, and megabytes that V8 may keep. */
const LIMITS = { timeout: 900_000, megabytes: 4096 };

/**
 * Runs a Node program once; returns its CPU time and the time of the clock in milliseconds, and its peak memory in kilobytes.
 * @throws where it fails, or takes more than is allowed
 */
function run(args) {
  const file = join(tmpdir(), `anp-bench-${process.pid}.json`);
  const begin = performance.now();
  const result = spawnSync(
    process.execPath,
    [`--max-old-space-size=${LIMITS.megabytes}`, "--import", USAGE, ...args],
    {
      timeout: LIMITS.timeout,
      killSignal: "SIGKILL",
      env: { ...process.env, ANP_BENCH_USAGE: file, NO_COLOR: "1" },
      maxBuffer: 1 << 30,
    },
  );
  const clock = performance.now() - begin;
  if (result.error !== undefined || (result.status ?? 70) >= 70)
    throw new Error(`${args.join(" ")}: ${result.stderr}`);
  const usage = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  return { ...usage, clock };
}

/**
 * Runs two programs in turn, A B A B …, after a warm-up of each, so that a machine that slows down slows both.
 * @returns the medians of both, and the median of the ratio A/B pair by pair
 */
export function compare(a, b, runs) {
  run(a);
  run(b);
  const pairs = Array.from({ length: runs }, () => ({ a: run(a), b: run(b) }));
  return {
    cpu: median(pairs.map((pair) => pair.a.cpu)),
    floorCpu: median(pairs.map((pair) => pair.b.cpu)),
    ratio: median(pairs.map((pair) => pair.a.cpu / pair.b.cpu)),
    clock: median(pairs.map((pair) => pair.a.clock)),
    floorClock: median(pairs.map((pair) => pair.b.clock)),
    clockRatio: median(pairs.map((pair) => pair.a.clock / pair.b.clock)),
    memory: median(pairs.map((pair) => pair.a.memory)),
    floorMemory: median(pairs.map((pair) => pair.b.memory)),
  };
}

export function median(values) {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)];
}
