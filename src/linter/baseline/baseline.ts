import { fingerprintKey, fingerprintOf, type Fingerprint } from "./fingerprint.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";
import type { Place } from "../../cluster/problems/problem.js";

/** Findings that are known. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
}

/** How often a finding is known. */
export interface BaselineEntry {
  readonly fingerprint: Fingerprint;
  readonly count: number;
  /** Where it is written, in a file. */
  readonly at?: Place;
}

/** The version of the format of files; its schema is `schemas/baseline.json`. */
export const BASELINE_VERSION = 1;

/** True for what a baseline may hold: what was not read, and what is about the gate, counts always. */
export function mayBeKnown({ category }: Diagnostic): boolean {
  return category !== "input" && category !== "gate";
}

/** The baseline that knows some findings; sorted, whatever their order is. */
export function baselineOf(diagnostics: readonly Diagnostic[]): Baseline {
  const entries = new Map<string, { fingerprint: Fingerprint; count: number }>();
  for (const diagnostic of diagnostics.filter(mayBeKnown)) {
    const fingerprint = fingerprintOf(diagnostic);
    const key = fingerprintKey(fingerprint);
    const known = entries.get(key);
    if (known === undefined) entries.set(key, { fingerprint, count: 1 });
    else known.count++;
  }
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { entries: sorted.map(([, entry]) => entry) };
}

/** Findings told apart by whether a baseline knows them. */
interface BaselineMatch {
  readonly fresh: readonly Diagnostic[];
  readonly known: readonly Diagnostic[];
  /** Entries that know more findings than there are, with how many more. */
  readonly stale: readonly { readonly entry: BaselineEntry; readonly missing: number }[];
}

/** Compares findings with a baseline: of equal ones, as many are known as it counts, in their order. */
export function compareWith({ entries }: Baseline, diagnostics: readonly Diagnostic[]): BaselineMatch {
  const left = new Map<string, number>();
  for (const { fingerprint, count } of entries) {
    const key = fingerprintKey(fingerprint);
    left.set(key, (left.get(key) ?? 0) + count);
  }
  const fresh: Diagnostic[] = [];
  const known: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const key = mayBeKnown(diagnostic) ? fingerprintKey(fingerprintOf(diagnostic)) : "";
    const count = left.get(key) ?? 0;
    if (count > 0) {
      left.set(key, count - 1);
      known.push(diagnostic);
    } else fresh.push(diagnostic);
  }
  const stale = entries.flatMap((entry) => {
    const key = fingerprintKey(entry.fingerprint);
    const missing = Math.min(entry.count, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - missing);
    return missing > 0 ? [{ entry, missing }] : [];
  });
  return { fresh, known, stale };
}

/** The findings of a state before of which another one has no equal. */
export function goneOf(before: readonly Diagnostic[], now: readonly Diagnostic[]): readonly Diagnostic[] {
  return compareWith(baselineOf(now), before.filter(mayBeKnown)).fresh;
}
