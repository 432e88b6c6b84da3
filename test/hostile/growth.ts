import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectSound, runProgram, type Run } from "./program.js";
import { folderWith } from "../support/folder.js";
import { POLICY, type Shape } from "./shapes.js";

/** Seconds of CPU below which two runs are too short to be compared. */
const NOISE = 0.15;

/** Twice the input may take this many times the CPU, start-up left aside. */
const MOST_GROWTH = 2.6;

/** How often a pair is measured before it fails: the best of each counts, so that a busy machine is no failure. */
const TRIES = 6;

/** CPU of the whole process, in multiples of what a small manifest takes: about 3 s where that takes 0.15 s. */
const MOST_CPU = 20;

/** Megabytes at the peak, for inputs of at most 2 MB. */
const MOST_MEMORY = 400;

/** A command line that reads one file. */
export type Command = (path: string) => readonly string[];

/** The CPU that a command takes for a small manifest, in seconds: what every run pays. */
export async function startUpOf(command: Command): Promise<number> {
  const path = join(folderWith({ "small.yaml": POLICY }), "small.yaml");
  const runs: Run[] = [];
  for (let i = 0; i < 3; i++) runs.push(await runProgram(command(path)));
  return Math.min(...runs.map(({ cpu }) => cpu));
}

/** Runs a command on a shape and on twice the shape; returns the larger run. */
export async function expectLinear(
  { name, size, text, json = false }: Shape,
  command: Command,
  startUp: number,
): Promise<Run> {
  const folder = folderWith({});
  const path = (count: number): string => join(folder, `${count}.${json ? "json" : "yaml"}`);
  for (const count of [size, 2 * size]) writeFileSync(path(count), text(count));
  const least = { startUp, once: Infinity, twice: Infinity };
  const grows = (): boolean =>
    least.twice - least.startUp > MOST_GROWTH * Math.max(least.once - least.startUp, NOISE);
  const isSlow = (): boolean => least.twice >= MOST_CPU * startUp;
  let last: Run | undefined;
  for (let i = 0; last === undefined || (i < TRIES && (grows() || isSlow())); i++) {
    // A start-up that was measured while the machine was busy leaves too little of the shorter run.
    if (i > 0) least.startUp = Math.min(least.startUp, await startUpOf(command));
    const [once, twice] = await Promise.all([
      runProgram(command(path(size))),
      runProgram(command(path(2 * size))),
    ]);
    for (const run of [once, twice]) expectSound(run);
    least.once = Math.min(least.once, once.cpu);
    least.twice = Math.min(least.twice, twice.cpu);
    last = twice;
  }
  if (process.env["ANP_MEASURE"] !== undefined) report(name, text(2 * size), least, startUp, last);
  expect(
    grows(),
    `${least.startUp.toFixed(2)} s, ${least.once.toFixed(2)} s, then ${least.twice.toFixed(2)} s`,
  ).toBe(false);
  expect(least.twice).toBeLessThan(MOST_CPU * startUp);
  expect(last.memory).toBeLessThan(MOST_MEMORY);
  return last;
}

/** Prints a measurement for `ANP_MEASURE=1`: bytes, CPU of the shape and of twice the shape, their ratio, megabytes. */
function report(
  name: string,
  text: string,
  { once, twice }: { readonly once: number; readonly twice: number },
  startUp: number,
  { memory }: Run,
): void {
  const ratio = (twice - startUp) / (once - startUp);
  const numbers = [
    Buffer.byteLength(text),
    once.toFixed(2),
    twice.toFixed(2),
    ratio.toFixed(1),
    memory.toFixed(0),
  ];
  console.log([name, ...numbers].join(" | "));
}
