// Which mutant is on, and which were met. Stryker writes calls of both functions into the sources.

let active: string | undefined;
let asked = 0;
let most = Infinity;
let met: Set<string> | undefined;

/** What ends a mutant that runs on and on. */
class TooLong extends Error {}

Object.assign(globalThis, {
  /** @throws {TooLong} where a check asks far more often than without a mutant */
  stryMutAct_9fa48(id: string): boolean {
    if (++asked > most) throw new TooLong("a mutant runs on and on");
    return active === id;
  },
  stryCov_9fa48(...ids: readonly string[]): void {
    if (met !== undefined) for (const id of ids) met.add(id);
  },
});

/** Turns a mutant on, and bounds how often may be asked from now on. */
export function turnOn(id: string, bound: number): void {
  active = id;
  asked = 0;
  most = bound;
}

/** Turns every mutant off. */
export function turnOff(): void {
  active = undefined;
  asked = 0;
  most = Infinity;
}

/** What a check does without a mutant. */
export interface Habit {
  /** The mutants that it meets. */
  readonly met: ReadonlySet<string>;
  /** How often it asks which mutant is on. */
  readonly asked: number;
}

/** Runs something without a mutant. @throws what it throws */
export async function recorded(run: () => unknown): Promise<Habit> {
  turnOff();
  const seen = new Set<string>();
  met = seen;
  try {
    await run();
  } finally {
    met = undefined;
  }
  return { met: seen, asked };
}
