// In the place of `properties/run.ts`: each case of a property becomes a check of its own.
import * as fc from "fast-check";
import { seedOfRun } from "../oracle/seed.js";
import type { Check } from "./vitest.js";
import type { Property } from "../properties/run.js";

export class Mismatch extends Error {}

export const isWholeRun = false;

/** A mutant is asked about all cells of a matrix that is written by hand. */
export const EACH_CELL = 1;

/** The cases of all properties. */
export const cases: Check[] = [];

/** The part of a property's cases that mutants are shown to. */
const PART = Number(process.env["ANP_RUNS"]);

export function casesOf(runs: number): number {
  return Math.ceil(runs * PART);
}

/** Makes the cases of a property. */
export async function check<T>({ name, arbitrary, runs, holds, part = 0 }: Property<T>): Promise<void> {
  const values = fc.sample(arbitrary, { seed: seedOfRun() + part, numRuns: casesOf(runs) });
  values.forEach((value, i) => cases.push({ name: `${name}, case ${i + 1}`, run: () => holds(value) }));
}
