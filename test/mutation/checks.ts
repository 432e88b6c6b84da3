import { cases } from "./run-property.js";
import { recorded, turnOff, turnOn, type Habit } from "./switch.js";
import { testsOf, type Check } from "./vitest.js";
import { undoAll } from "../support/afterwards.js";

/** A check that holds without a mutant, with what it takes then. */
export interface Measured extends Check, Habit {
  /** Milliseconds. */
  readonly time: number;
}

/** What became of a mutant: the check that noticed it, or that none did; `unmet` where no check comes by. */
export type Fate =
  | { readonly type: "killed"; readonly by: string; readonly checks: number }
  | { readonly type: "survived"; readonly checks: number }
  | { readonly type: "unmet" }
  /** A check fails without the mutant too: something that it did was kept. Load everything again. */
  | { readonly type: "spoilt" };

/** A check may ask so many times as often as without a mutant before it counts as endless. */
const MOST_GROWTH = 30;

const LEAST_BOUND = 2_000_000;

/** The tests of some files, and the cases of the properties of others. */
export async function collectedChecks(
  tests: readonly string[],
  properties: readonly string[],
  load: (file: string) => unknown,
): Promise<readonly Check[]> {
  const checks = await testsOf(tests, load);
  const { log } = console;
  // What properties have met is not to be told: the cases have only been made.
  console.log = () => {};
  for (const { run } of await testsOf(properties, load)) await fails(run);
  console.log = log;
  return [...checks, ...cases];
}

/** Runs checks without a mutant. @returns those that hold, the fastest first, and the names of the others */
export async function measured(
  checks: readonly Check[],
): Promise<{ readonly held: readonly Measured[]; readonly failing: readonly string[] }> {
  const held: Measured[] = [];
  const failing: string[] = [];
  for (const check of checks) {
    const begin = performance.now();
    try {
      const habit = await recorded(check.run);
      held.push({ ...check, ...habit, time: performance.now() - begin });
      await undoAll();
    } catch (error) {
      failing.push(`${check.name}: ${String(error).slice(0, 200)}`);
    }
  }
  return { held: held.toSorted((a, b) => a.time - b.time), failing };
}

/** Runs the checks that meet a mutant, until one notices it. */
export async function fateOf(id: string, checks: readonly Measured[]): Promise<Fate> {
  const covering = checks.filter(({ met }) => met.has(id));
  if (covering.length === 0) return { type: "unmet" };
  for (const [i, { name, run, asked }] of covering.entries()) {
    turnOn(id, LEAST_BOUND + MOST_GROWTH * asked);
    const isKilled = await fails(run);
    turnOff();
    if (isKilled)
      return (await fails(run)) ? { type: "spoilt" } : { type: "killed", by: name, checks: i + 1 };
  }
  return { type: "survived", checks: covering.length };
}

async function fails(run: () => unknown): Promise<boolean> {
  try {
    await run();
    return false;
  } catch {
    return true;
  } finally {
    // What tests share was made with the mutant, or without it.
    await undoAll();
  }
}
