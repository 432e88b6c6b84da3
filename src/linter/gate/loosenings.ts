import { groupBy } from "../../base/collections/group-by.js";
import { knowingIn, type Baseline } from "../baseline/baseline.js";
import { oncePerPlace } from "../../cluster/problems/once-per-place.js";
import { fingerprintKey } from "../baseline/fingerprint.js";
import { configChanges, type PlacedConfig } from "./config-changes.js";
import type { Config } from "../config/config.js";
import type { Place, Problem } from "../../cluster/problems/problem.js";
import type { GateLoosening } from "../../cluster/problems/gate.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/** How a change of the gate is told. */
export interface GateContext {
  /** What the state before is called: `main`, a commit. */
  readonly since: string;
  /** False where the gate is that of the state before: what is new is shown, and has no effect. */
  readonly counts: boolean;
}

/** What is said of suppressions that the state before does not have. */
export function suppressionLoosenings(
  added: readonly Suppression[],
  context: GateContext,
): readonly Problem[] {
  return oncePerPlace(
    added.map(({ rules, by, at }) =>
      problemOf({ type: "suppression", rules: rules.map(({ id }) => id), by }, at, context),
    ),
  );
}

/** What is said of a config that lets more pass. */
export function configLoosenings(
  before: PlacedConfig | undefined,
  after: PlacedConfig | undefined,
  context: GateContext,
): Problem[] {
  const file = (after ?? before)?.config;
  if (file === undefined) return [];
  return configChanges(before, after).map(({ key, what }) =>
    problemOf(what, placeOf(after?.config, key) ?? file.start, context),
  );
}

/** Where a key is written; of a rule's level that is gone, where the others are. */
function placeOf(config: Config | undefined, key: string): Place | undefined {
  return config?.places.get(key) ?? config?.places.get(key.replace(/\..*$/s, ""));
}

/** What is said of a baseline that knows more. @param sets the names of the sets of manifests that there are */
export function baselineLoosenings(
  before: Baseline | undefined,
  after: Baseline,
  sets: readonly string[],
  context: GateContext,
): Problem[] {
  const { entries = [], sets: setsBefore = [] } = before ?? {};
  const known = groupBy(entries, ({ fingerprint }) => fingerprintKey(fingerprint));
  const left = new Map(
    [...known].map(([key, same]) => [key, same.reduce((sum, { count }) => sum + count, 0)]),
  );
  const [wasKnownIn, isKnownIn] = [knowingIn({ sets: setsBefore }), knowingIn(after)];
  let added = 0;
  let first: Place | undefined;
  for (const entry of after.entries) {
    const { count, at } = entry;
    const key = fingerprintKey(entry.fingerprint);
    const was = left.get(key) ?? 0;
    left.set(key, Math.max(0, was - count));
    const same = known.get(key) ?? [];
    const isWider = sets.some(
      (name) => isKnownIn(entry, name) && !same.some((each) => wasKnownIn(each, name)),
    );
    if (count <= was && !isWider) continue;
    added += Math.max(count - was, 1);
    first ??= at;
  }
  return added === 0 || first === undefined ? [] : [problemOf({ type: "baseline", added }, first, context)];
}

function problemOf(loosening: GateLoosening, at: Place, { since, counts }: GateContext): Problem {
  return { code: "gate-loosened", facts: { loosening, since, counts }, at };
}
