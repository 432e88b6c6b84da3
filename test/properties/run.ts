import fc from "fast-check";

/** The seed of every property, so that a run can be repeated: `ANP_SEED=n npx vitest run test/properties`. */
export const SEED = wholeNumber("ANP_SEED", 20_261_121);

/** How many times as many cases as by default. */
const FACTOR = wholeNumber("ANP_RUNS", 1);

/** Checks a property on `runs` cases (times `ANP_RUNS`); prints the seed, also where it fails. */
export async function check<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  property: (value: T) => void | Promise<void>,
  shard = 0,
): Promise<void> {
  const numRuns = runs * FACTOR;
  console.log(`${name}: ${numRuns} cases, seed ${SEED}`);
  const details = await fc.check(fc.asyncProperty(arbitrary, property), {
    seed: SEED + shard,
    numRuns,
    endOnFailure: false,
  });
  if (!details.failed) return;
  const { counterexample, errorInstance, numShrinks, numRuns: failedAt } = details;
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const cause = errorInstance instanceof Error && !(errorInstance instanceof Mismatch) ? errorInstance : undefined;
  throw new Error(
    `${name} fails with ANP_SEED=${SEED}, case ${failedAt}, shrunk ${numShrinks} times:\n${message}\n\n` +
      `${fc.stringify(counterexample?.[0])}`,
    { cause },
  );
}

/** What does not hold, in words: its place in a stack says nothing. */
export class Mismatch extends Error {}

function wholeNumber(variable: string, byDefault: number): number {
  const text = process.env[variable];
  if (text === undefined || text === "") return byDefault;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${variable} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
