import { cases } from "./run-property.js";
import { isAmong, recorded, turnOff, turnOn, type Habit } from "./switch.js";
import { testsOf, type Check } from "./vitest.js";
import { undoAll } from "../support/afterwards.js";

export { describeMutants, turnOn } from "./switch.js";

/** A check that holds without a mutant, with what it takes then. */
export interface Measured extends Check, Habit {
  /** Its number among all. */
  readonly index: number;
  /** Milliseconds. */
  readonly time: number;
}

/** What became of a mutant: the check that noticed it, or that none did; `unmet` where no check comes by. */
export type Fate =
  | { readonly type: "killed"; readonly by: string; readonly checks: number }
  /** `left` counts the checks that there was no time for. */
  | { readonly type: "survived"; readonly checks: number; readonly left?: number }
  | { readonly type: "unmet" }
  /** A check fails without the mutant too: something that it did was kept. Load everything again. */
  | { readonly type: "spoilt" };

/** A check may ask so many times as often as without a mutant before it counts as endless. */
const MOST_GROWTH = 10;

const LEAST_BOUND = 1_000_000;

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

/** Runs checks without a mutant. @returns those that hold, and the names of the others */
export async function measured(
  checks: readonly Check[],
): Promise<{ readonly held: readonly Measured[]; readonly failing: readonly string[] }> {
  const held: Measured[] = [];
  const failing: string[] = [];
  for (const [index, check] of checks.entries()) {
    const begin = performance.now();
    try {
      const habit = await recorded(check.run);
      held.push({ ...check, ...habit, index, time: performance.now() - begin });
      await undoAll();
    } catch (error) {
      failing.push(`${check.name}: ${String(error).slice(0, 200)}`);
    }
  }
  return { held, failing };
}

/** The same checks as loaded anew: what they take is known. */
export function remembered(checks: readonly Check[], known: readonly Measured[]): readonly Measured[] {
  return known.map((habit) => ({ ...habit, ...checks[habit.index] }));
}

/** True where some check meets a mutant. */
export function isMet(id: number, checks: readonly Measured[]): boolean {
  return checks.some(({ met }) => isAmong(met, id));
}

/**
 * Runs the checks that a mutant can make fail, until one does.
 * @param worth how likely a check is to notice it, for the time that it takes: the best come first
 * @param seconds of the processor, after which no further check is begun
 */
export async function fateOf(
  id: number,
  checks: readonly Measured[],
  worth: (check: Measured) => number,
  seconds = Infinity,
): Promise<Fate> {
  if (!isMet(id, checks)) return { type: "unmet" };
  const telling = inOrder(
    checks.filter(({ told }) => isAmong(told, id)),
    worth,
  );
  const begin = process.cpuUsage();
  for (const [i, check] of telling.entries()) {
    const { user, system } = process.cpuUsage(begin);
    if ((user + system) / 1e6 > seconds) return { type: "survived", checks: i, left: telling.length - i };
    turnOn(id, boundOf(check));
    const isKilled = await fails(check.run);
    turnOff();
    if (isKilled)
      return (await fails(check.run))
        ? { type: "spoilt" }
        : { type: "killed", by: check.name, checks: i + 1 };
  }
  return { type: "survived", checks: telling.length };
}

/** The checks that meet a mutant, the best first: what a process of its own asks. */
export function meeting(
  id: number,
  checks: readonly Measured[],
  worth: (check: Measured) => number,
): readonly { readonly index: number; readonly bound: number }[] {
  const those = checks.filter(({ met }) => isAmong(met, id));
  return inOrder(those, worth).map((check) => ({ index: check.index, bound: boundOf(check) }));
}

function inOrder(checks: readonly Measured[], worth: (check: Measured) => number): readonly Measured[] {
  return checks
    .map((check) => ({ check, of: worth(check) }))
    .toSorted((a, b) => b.of - a.of)
    .map(({ check }) => check);
}

function boundOf({ asked }: Measured): number {
  return LEAST_BOUND + MOST_GROWTH * asked;
}

/** True where something throws; what tests share is undone. */
export async function fails(run: () => unknown): Promise<boolean> {
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
