// Which mutant is on, and which were met. Stryker writes calls of these functions into the sources; mutants are numbered.

let active = -1;
let asked = 0;
let most = Infinity;
let seen: { readonly met: Uint32Array; readonly told: Uint32Array } | undefined;
let literals: readonly Literal[] = [];

/** What a mutant writes in the place of an expression, where that is a value that can be compared with the expression's. */
export type Literal = "true" | "false" | "[]" | undefined;

/** What ends a mutant that runs on and on. */
class TooLong extends Error {}

Object.assign(globalThis, {
  /** @throws {TooLong} where a check asks far more often than without a mutant */
  stryMutAct_9fa48(id: number): boolean {
    if (++asked > most) throw new TooLong("a mutant runs on and on");
    return active === id;
  },
  stryCov_9fa48(first: number, last: number): void {
    if (seen === undefined) return;
    for (let id = first; id <= last; id++) {
      mark(seen.met, id);
      mark(seen.told, id);
    }
  },
  stryVal_9fa48(first: number, last: number, value: unknown): unknown {
    if (seen === undefined) return value;
    for (let id = first; id <= last; id++) {
      mark(seen.met, id);
      if (!isLike(value, literals[id])) mark(seen.told, id);
    }
    return value;
  },
});

function isLike(value: unknown, literal: Literal): boolean {
  switch (literal) {
    case "true":
      return value === true;
    case "false":
      return value === false;
    case "[]":
      return Array.isArray(value) && value.length === 0;
    case undefined:
      return false;
  }
}

/** Says what each mutant writes, by its number. */
export function describeMutants(written: readonly Literal[]): void {
  literals = written;
}

/** Turns a mutant on, and bounds how often may be asked from now on. */
export function turnOn(id: number, bound: number): void {
  active = id;
  asked = 0;
  most = bound;
}

/** Turns every mutant off. */
export function turnOff(): void {
  active = -1;
  asked = 0;
  most = Infinity;
}

/** What a check does without a mutant. */
export interface Habit {
  /** The mutants that it meets, a bit each. */
  readonly met: Uint32Array;
  /** Those among them that write another value than the program has there: no others can change what becomes of the check. */
  readonly told: Uint32Array;
  /** How often it asks which mutant is on. */
  readonly asked: number;
}

/** Runs something without a mutant. @throws what it throws */
export async function recorded(run: () => unknown): Promise<Habit> {
  turnOff();
  const words = Math.ceil(literals.length / 32);
  const habit = { met: new Uint32Array(words), told: new Uint32Array(words) };
  seen = habit;
  try {
    await run();
  } finally {
    seen = undefined;
  }
  return { ...habit, asked };
}

function mark(bits: Uint32Array, id: number): void {
  const word = id >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (id & 31));
}

/** True where a mutant is among some. */
export function isAmong(bits: Uint32Array, id: number): boolean {
  return ((bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
}
