import { suppressionKeys } from "./suppression-keys.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/** Suppressions told apart by whether another state has them too. */
export interface ComparedSuppressions {
  readonly known: readonly Suppression[];
  /** With the rules alone that the other state does not suppress there. */
  readonly added: readonly Suppression[];
}

/** Compares suppressions with those of an earlier state; of equal ones, as many are known as were there. */
export function compareSuppressions(
  before: readonly Suppression[],
  after: readonly Suppression[],
): ComparedSuppressions {
  const keyOf = suppressionKeys();
  const left = new Map<string, number>();
  for (const each of before)
    for (const { id } of each.rules) {
      const key = keyOf(each, id);
      left.set(key, (left.get(key) ?? 0) + 1);
    }
  const take = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  };
  const known: Suppression[] = [];
  const added: Suppression[] = [];
  for (const each of after) {
    const split = each.rules.map((rule) => ({ rule, isKnown: take(keyOf(each, rule.id)) }));
    const old = split.filter(({ isKnown }) => isKnown).map(({ rule }) => rule);
    const fresh = split.filter(({ isKnown }) => !isKnown).map(({ rule }) => rule);
    // What cannot be read has no effect, old or new.
    if (old.length > 0 || each.rules.length === 0) known.push({ ...each, rules: old });
    if (fresh.length > 0) added.push({ ...each, rules: fresh });
  }
  return { known, added };
}
