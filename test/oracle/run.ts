import { mkdirSync, writeFileSync } from "node:fs";
import { endlessTexts } from "./texts/endless.js";
import { knownTexts } from "./texts/known.js";
import { numberOfRun, seedOfRun } from "./seed.js";
import { rowOf, Session, type Compared } from "./session.js";
import type { Text } from "./text.js";

const BATCH = 250;
/** So many differences of one sort tell enough; each of them is made short. */
const SHOWN = 4;
const KEPT = 2000;

/**
 * Compares texts without end for a while: `ANP_TEXTS` of them at least and for `ANP_SECONDS` at least.
 * @param root the root of the project
 * @returns how many are read differently
 */
export async function runOracle(root: string): Promise<number> {
  const seed = seedOfRun();
  const least = numberOfRun("ANP_TEXTS", 100_000);
  const seconds = numberOfRun("ANP_SECONDS", 60);
  console.log(`texts against Kubernetes' own reader: seed ${seed} (repeat with ANP_SEED=${seed})`);
  const session = new Session(root);
  const known = knownTexts(root);
  const texts = endlessTexts(known, seed);
  const tally = new Tally();
  const start = performance.now();
  while (tally.compared < least || performance.now() - start < seconds * 1000) {
    // No for-of: leaving it would end the generator.
    const batch = Array.from({ length: BATCH }, () => texts.next().value as Text);
    for (const each of await session.compare(batch)) tally.add(each);
    if (tally.different.length >= KEPT) break;
  }
  const took = (performance.now() - start) / 1000;
  console.log(
    `${tally.compared} texts in ${took.toFixed(0)} s (${known.whole.length} known, ${known.parts.length} to change)`,
  );
  console.log(tally.summary());
  await tell(tally.different, session, `${root}reports`);
  session.close();
  return tally.different.length;
}

/** What came of the comparisons. */
class Tally {
  compared = 0;
  #read = 0;
  #refused = 0;
  readonly #stricter = new Map<string, number>();
  readonly #differences = new Map<string, number>();
  readonly different: Compared[] = [];

  add(each: Compared): void {
    this.compared++;
    if (each.theirs.error === undefined) this.#read++;
    else this.#refused++;
    const { comparison } = each;
    if (comparison.type === "stricter") count(this.#stricter, comparison.name);
    if (comparison.type !== "different") return;
    count(this.#differences, comparison.difference);
    this.different.push(each);
  }

  summary(): string {
    const stricter = [...this.#stricter].map(([name, times]) => `${name} ${times}`).join(", ");
    const differences = [...this.#differences].map(([name, times]) => `${name} ${times}`).join(", ");
    return [
      `Kubernetes reads ${this.#read} and refuses ${this.#refused}`,
      `stricter here on purpose: ${stricter === "" ? "none" : stricter}`,
      `different: ${differences === "" ? "none" : differences}`,
    ].join("\n");
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Writes all differing texts as rows, and shows some of each sort, made short. */
async function tell(different: readonly Compared[], session: Session, folder: string): Promise<void> {
  if (different.length === 0) return;
  const path = `${folder}/oracle-differences.jsonl`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, different.map((each) => `${rowOf(each)}\n`).join(""));
  console.log(`all of them are in ${path}; node test/oracle/compare.mjs --minimise takes that file`);
  const shown = new Set<string>();
  const counts = new Map<string, number>();
  for (const each of different) {
    const sort = sortOf(each);
    if ((counts.get(sort) ?? 0) >= SHOWN) continue;
    const row = rowOf(await session.smallest(each));
    if (shown.has(row)) continue;
    shown.add(row);
    count(counts, sort);
    console.log(row);
  }
}

function sortOf({ comparison }: Compared): string {
  return comparison.type === "different" ? comparison.difference : comparison.type;
}
