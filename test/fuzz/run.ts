import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fuzzCommandLines } from "./fuzzers/command-lines.js";
import { fuzzConvert } from "./fuzzers/convert.js";
import { fuzzFix } from "./fuzzers/fix.js";
import { fuzzReading } from "./fuzzers/reading.js";
import { knownTexts } from "../oracle/texts/known.js";
import { makeScene } from "./scene.js";
import { numberOfRun, seedOfRun } from "../oracle/seed.js";
import { Random } from "../oracle/random.js";
import { Violation } from "./invariants.js";
import { Watchdog } from "../support/watchdog.js";
import type { Fuzzer } from "./fuzzer.js";

const FUZZERS: readonly (readonly [string, Fuzzer])[] = [
  ["command lines", fuzzCommandLines],
  ["reading", fuzzReading],
  ["command lines", fuzzCommandLines],
  ["fix", fuzzFix],
  ["command lines", fuzzCommandLines],
  ["convert", fuzzConvert],
];

/** A run of the program on small files that takes longer hangs, in milliseconds. */
const HANGS_AFTER = 120_000;

/** So many violations tell enough. */
const SHOWN = 20;

/**
 * Runs the program in this process on generated files and command lines for `ANP_SECONDS`; `ANP_CASE` runs one case again
 * and keeps its files.
 * @param root the root of the project
 * @returns how many cases violate something
 */
export async function runFuzzers(root: string): Promise<number> {
  const seed = seedOfRun();
  const seconds = numberOfRun("ANP_SECONDS", 60);
  const only = process.env["ANP_CASE"] === undefined ? undefined : numberOfRun("ANP_CASE", 0);
  console.log(`fuzzing: seed ${seed} (repeat with ANP_SEED=${seed}, one case with ANP_CASE too)`);
  const parts = knownTexts(root).parts.filter((text) => /kind/.test(text));
  const folder = mkdtempSync(join(tmpdir(), "anp-fuzz-"));
  const watchdog = new Watchdog(`case % of seed ${seed}`, HANGS_AFTER);
  const counts = new Map<string, number>();
  const violations: string[] = [];
  const end = performance.now() + seconds * 1000;
  for (let index = only ?? 0; performance.now() < end && violations.length < SHOWN; index++) {
    const [name, fuzzer] = FUZZERS[index % FUZZERS.length] as readonly [string, Fuzzer];
    const random = new Random(Math.imul(seed ^ index, 0x9e3779b1) + index);
    watchdog.begin(index);
    const scene = makeScene(join(folder, "case"), random, parts);
    if (only !== undefined)
      cpSync(join(folder, "case"), join(root, "reports", "fuzz-case"), {
        recursive: true,
        force: true,
        verbatimSymlinks: true,
      });
    counts.set(name, (counts.get(name) ?? 0) + 1);
    try {
      await fuzzer(scene, random);
    } catch (error) {
      const message =
        error instanceof Violation ? error.message : error instanceof Error ? error.stack : String(error);
      violations.push(`ANP_SEED=${seed} ANP_CASE=${index} (${name}): ${message}`);
      console.log(violations.at(-1));
    }
    if (only !== undefined) break;
  }
  await watchdog.end();
  rmSync(folder, { recursive: true, force: true });
  console.log([...counts].map(([name, count]) => `${name}: ${count} cases`).join(", "));
  console.log(violations.length === 0 ? "nothing was violated" : `${violations.length} violated`);
  return violations.length;
}
