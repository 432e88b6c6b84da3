import { fingerprintKey, fingerprintOf, type Fingerprint } from "./fingerprint.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";
import type { Place } from "../../cluster/problems/problem.js";

/** Findings that are known. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** The names of the sets of manifests that there were; missing where there was one alone, and where nobody wrote them down. */
  readonly sets?: readonly string[];
}

/** How often a finding is known. */
export interface BaselineEntry {
  readonly fingerprint: Fingerprint;
  readonly count: number;
  /** The sets of manifests that have it; where they are missing, it is known in any. */
  readonly sets?: readonly string[];
  /** Where it is written, in a file. */
  readonly at?: Place;
}

/** The version of the format of files; its schema is `schemas/baseline.json`. */
export const BASELINE_VERSION = 1;

/** True for what a baseline may hold: what was not read, and what is about the gate, counts always. */
export function mayBeKnown({ category }: Diagnostic): boolean {
  return category !== "input" && category !== "gate";
}

/** The baseline that knows some findings; sorted, whatever their order is. @param sets the names of the sets of manifests */
export function baselineOf(diagnostics: readonly Diagnostic[], sets: readonly string[] = []): Baseline {
  const entries = new Map<string, { fingerprint: Fingerprint; count: number; names: Set<string> }>();
  for (const diagnostic of diagnostics.filter(mayBeKnown)) {
    const fingerprint = fingerprintOf(diagnostic);
    const key = fingerprintKey(fingerprint);
    const known = entries.get(key) ?? { fingerprint, count: 0, names: new Set() };
    known.count++;
    for (const name of diagnostic.foundIn?.names ?? []) known.names.add(name);
    entries.set(key, known);
  }
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  // Of one set alone, what is not in the baseline is new anyhow.
  const isOfSeveral = sets.length > 1;
  return {
    entries: sorted.map(([, { names, ...entry }]) =>
      isOfSeveral && names.size > 0 ? { ...entry, sets: [...names].toSorted() } : entry,
    ),
    ...(isOfSeveral ? { sets: sets.toSorted() } : {}),
  };
}

/**
 * Tells whether an entry of a baseline knows its finding in a set of manifests. That another set had the same is no excuse; in sets
 * that are new, and in those whose folders are renamed, what is known is known.
 */
export function knowingIn({
  sets = [],
}: Pick<Baseline, "sets">): (entry: BaselineEntry, set: string) => boolean {
  const there = new Set(sets);
  return (entry, set) => entry.sets?.includes(set) !== false || !there.has(set);
}

/** Findings told apart by whether a baseline knows them. */
interface BaselineMatch {
  readonly fresh: readonly Diagnostic[];
  readonly known: readonly Diagnostic[];
  /** The fresh ones that some sets of manifests had, and others have now as well. */
  readonly spread: readonly Diagnostic[];
  readonly stale: readonly StaleEntry[];
}

/** An entry that knows more findings than there are. */
export interface StaleEntry {
  readonly entry: BaselineEntry;
  /** How many more. */
  readonly missing: number;
  /** The sets of manifests that have it no more, where others have it. */
  readonly sets?: readonly string[];
}

/** What is known by one fingerprint. */
interface Known {
  readonly entries: BaselineEntry[];
  /** How many findings more than were met. */
  left: number;
  /** The sets of manifests in which it was met. */
  readonly metIn: Set<string>;
}

/**
 * Compares findings with a baseline: of equal ones, as many are known as it counts, in their order.
 * @param sets the names of the sets of manifests that there are
 */
export function compareWith(
  baseline: Baseline,
  diagnostics: readonly Diagnostic[],
  sets: readonly string[] = [],
): BaselineMatch {
  const all = new Map<string, Known>();
  for (const entry of baseline.entries) {
    const key = fingerprintKey(entry.fingerprint);
    const own = all.get(key) ?? { entries: [], left: 0, metIn: new Set() };
    own.entries.push(entry);
    own.left += entry.count;
    all.set(key, own);
  }
  const isKnownIn = knowingIn(baseline);
  const known = new Set<Diagnostic>();
  const elsewhere: { readonly diagnostic: Diagnostic; readonly own: Known }[] = [];
  for (const diagnostic of diagnostics.filter(mayBeKnown)) {
    const own = all.get(fingerprintKey(fingerprintOf(diagnostic)));
    if (own === undefined) continue;
    const names = diagnostic.foundIn?.names ?? sets;
    for (const name of names) own.metIn.add(name);
    if (!names.every((name) => own.entries.some((entry) => isKnownIn(entry, name))))
      elsewhere.push({ diagnostic, own });
    else if (own.left > 0) {
      own.left--;
      known.add(diagnostic);
    }
  }
  const spread = elsewhere.flatMap(({ diagnostic, own }) => {
    const names = diagnostic.foundIn?.names ?? sets;
    if (own.left === 0 || !names.some((name) => own.entries.some((entry) => isKnownIn(entry, name))))
      return [];
    own.left--;
    return [diagnostic];
  });
  const present = new Set(sets);
  const stale = baseline.entries.flatMap((entry): StaleEntry[] => {
    const own = all.get(fingerprintKey(entry.fingerprint));
    if (own === undefined) return [];
    const missing = Math.min(entry.count, own.left);
    own.left -= missing;
    if (missing > 0) return [{ entry, missing }];
    const gone = (entry.sets ?? []).filter((name) => present.has(name) && !own.metIn.has(name));
    return gone.length === 0 ? [] : [{ entry, missing: 1, sets: gone }];
  });
  return {
    fresh: diagnostics.filter((each) => !known.has(each)),
    known: [...known],
    spread,
    stale,
  };
}

/** The findings of a state before of which another one has no equal. */
export function goneOf(before: readonly Diagnostic[], now: readonly Diagnostic[]): readonly Diagnostic[] {
  return compareWith(baselineOf(now), before.filter(mayBeKnown)).fresh;
}
