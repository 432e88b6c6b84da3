import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { afterwards } from "../support/afterwards.js";
import { expectSound, HANGS_AFTER, type Run } from "./program.js";
import { folderWith } from "../support/folder.js";
import type { Shape } from "./shapes.js";

/** Seconds of CPU below which two runs are too short to be compared. */
const NOISE = 0.03;

/** How many times the input is measured too: what grows with its square shows in less of it than where it is doubled. */
const TIMES = 4;

/** So many times the input may take this many times the CPU: garbage takes a little more than its share, a square 10 and more. */
const MOST_GROWTH = 6;

/** How often a pair is measured before it fails: the best of each counts, so that a busy machine is no failure. */
const TRIES = 6;

/** CPU of the larger run, in multiples of what the first run of a small manifest takes: about 3 s where that takes 0.04 s. */
const MOST_CPU = 70;

/** Megabytes at the peak, for inputs of at most 2 MB; of all runs until then, so that each has used less. */
const MOST_MEMORY = 400;

/** A command line that reads one file. */
export type Command = (path: string) => readonly string[];

/**
 * Runs command lines in one process of its own: it is started once, and what it compiles once does not hide how a run grows.
 */
export class MeasuredProgram {
  #process: ChildProcess | undefined;

  /** @throws for a run that hangs; the next one begins in a new process */
  async run(args: readonly string[]): Promise<Run> {
    this.#process ??= await startedProcess();
    const child = this.#process;
    child.send(args);
    try {
      const [run] = (await answerOf(child)) as [Run];
      expectSound(run);
      return run;
    } catch (error) {
      child.kill("SIGKILL");
      this.#process = undefined;
      throw error;
    }
  }
}

async function startedProcess(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("measured.mjs", import.meta.url)), {
    execArgv: ["--expose-gc", "--max-old-space-size=1024"],
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
    serialization: "advanced",
  });
  afterwards(() => void child.kill("SIGKILL"));
  await answerOf(child);
  return child;
}

/** @throws where a process says nothing for too long */
function answerOf(child: ChildProcess): Promise<unknown[]> {
  return once(child, "message", { signal: AbortSignal.timeout(HANGS_AFTER) }).catch((error: unknown) => {
    throw new Error(`the program says nothing for ${HANGS_AFTER / 1000} s`, { cause: error });
  });
}

/**
 * Runs a command on a shape and on several times the shape; returns the larger run.
 * @param startUp seconds of CPU that the first run of a small manifest takes
 */
export async function expectLinear(
  program: MeasuredProgram,
  startUp: number,
  { name, size, text, json = false }: Pick<Shape, "name" | "size" | "text" | "json">,
  command: Command,
): Promise<Run> {
  const folder = folderWith({});
  const path = (count: number): string => join(folder, `${count}.${json ? "json" : "yaml"}`);
  for (const count of [size, TIMES * size]) writeFileSync(path(count), text(count));
  const least = { smaller: Infinity, larger: Infinity };
  const grows = (): boolean =>
    least.larger > MOST_GROWTH * NOISE && least.larger > MOST_GROWTH * least.smaller;
  const most = MOST_CPU * startUp;
  const isSlow = (): boolean => least.larger >= most;
  // No machine is so busy.
  const isHopeless = (): boolean => least.larger >= 3 * most;
  let last: Run | undefined;
  for (let i = 0; last === undefined || (i < TRIES && (grows() || isSlow()) && !isHopeless()); i++) {
    // The larger one first: what is compiled for it makes the smaller one quicker, never the other way round.
    last = await program.run(command(path(TIMES * size)));
    least.larger = Math.min(least.larger, last.cpu);
    // Then it is no growth, whatever the smaller one takes.
    if (least.larger <= MOST_GROWTH * NOISE) break;
    const { cpu } = await program.run(command(path(size)));
    least.smaller = Math.min(least.smaller, cpu);
  }
  if (process.env["ANP_MEASURE"] !== undefined) {
    const numbers = [least.smaller, least.larger, least.larger / least.smaller, last.memory, startUp];
    console.log(
      [name, Buffer.byteLength(text(TIMES * size)), ...numbers.map((each) => each.toFixed(2))].join(" | "),
    );
  }
  expect(grows(), `${least.smaller.toFixed(2)} s, then ${least.larger.toFixed(2)} s`).toBe(false);
  expect(least.larger).toBeLessThan(most);
  expect(last.memory).toBeLessThan(MOST_MEMORY);
  return last;
}
