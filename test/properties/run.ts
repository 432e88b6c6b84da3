import * as fc from "fast-check";
import { seedOfRun } from "../oracle/seed.js";

/**
 * The seed of every property: `ANP_SEED`, or else the commit's, so that each commit is tried on clusters that none before
 * it was. `ANP_SEED=n npx vitest run test/properties` repeats a run.
 */
const SEED = seedOfRun();

/** The part of all cases that a run takes which asks for nothing else: `npm run test:deep` takes them all. */
const EVERYDAY = 0.05;

/** How many of the cases: 1 for all, a fraction for a quick look, more for a longer one. */
const FACTOR = numberFrom("ANP_RUNS", /^\d{1,4}(\.\d{1,4})?$/, EVERYDAY);

/** False for a look at some cases, which does not meet every kind of everything. */
export const isWholeRun = FACTOR >= 1;

/** Of a matrix that is written by hand every so many cells are asked. */
export const EACH_CELL = isWholeRun ? 1 : 4;

/** True for a run that asks for no part of the cases. */
const isEveryday = (process.env["ANP_RUNS"] ?? "") === "";

/** How many cases a run takes of those that a whole one has; of slow ones half as many, where it asks for no part. */
export function casesOf(runs: number, isSlow = false): number {
  return Math.ceil(runs * (isSlow && isEveryday ? FACTOR / 2 : FACTOR));
}

/** False to be told the first case that fails as it is: making it small runs the property hundreds of times. */
const isShrunk = process.env["ANP_SHRINK"] !== "no";

/** What does not hold, in words: its place in the code says nothing. */
export class Mismatch extends Error {}

export interface Property<T> {
  readonly name: string;
  readonly arbitrary: fc.Arbitrary<T>;
  /** How many cases a whole run has: `ANP_RUNS` is the part of them that is taken. */
  readonly runs: number;
  /** Set where a case takes a tenth of a second and more. */
  readonly isSlow?: boolean;
  /** @throws {Mismatch} where it does not hold */
  readonly holds: (value: T) => void | Promise<void>;
  /** Tells runs apart that share the work. */
  readonly part?: number;
  /** Cases with one thing less; fast-check's own way to shrink where it is missing. */
  readonly smaller?: (value: T) => Iterable<T>;
  readonly show?: (value: T) => string;
}

/** Checks a property; prints the seed on every run, and where it fails the smallest case that was found. */
export async function check<T>(property: Property<T>): Promise<void> {
  const { name, arbitrary, runs, isSlow, holds, part = 0, smaller, show = fc.stringify } = property;
  const numRuns = casesOf(runs, isSlow);
  console.log(`${name}: ${numRuns} cases, seed ${SEED}`);
  const asked = fc.asyncProperty(arbitrary, async (value) => holds(value));
  const endOnFailure = smaller !== undefined || !isShrunk;
  const options = { seed: SEED + part, numRuns, endOnFailure };
  const { failed, counterexample, errorInstance, numRuns: failedAt } = await fc.check(asked, options);
  if (!failed || counterexample === null) return;
  const [value] = counterexample;
  const found =
    smaller === undefined || !isShrunk
      ? { value, error: errorInstance }
      : await smallest(property, value, errorInstance);
  const { error } = found;
  const message =
    error instanceof Mismatch ? error.message : error instanceof Error ? error.stack : String(error);
  throw new Mismatch(`ANP_SEED=${SEED}, case ${failedAt} of ${name}\n${message}\n\n${show(found.value)}`);
}

/** Takes away what the failure does not need. */
async function smallest<T>(
  { holds, smaller }: Property<T>,
  value: T,
  error: unknown,
): Promise<{ readonly value: T; readonly error: unknown }> {
  let found = { value, error };
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const less of smaller?.(found.value) ?? []) {
      const failure = await failureOf(holds, less);
      if (failure === undefined || failure.constructor !== (error as object).constructor) continue;
      found = { value: less, error: failure };
      isSmaller = true;
      break;
    }
  }
  return found;
}

async function failureOf<T>(holds: Property<T>["holds"], value: T): Promise<Error | undefined> {
  try {
    await holds(value);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function numberFrom(variable: string, pattern: RegExp, byDefault: number): number {
  const text = process.env[variable];
  if (text === undefined || text === "") return byDefault;
  if (!pattern.test(text)) throw new Error(`${variable} takes a number, not ${JSON.stringify(text)}`);
  return Number(text);
}
