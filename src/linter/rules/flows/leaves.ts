import { intersectTraffic, isNoTraffic, type Traffic } from "../../../base/net/traffic.js";
import type { Leaf, Outcome, RuleEntry } from "../../../semantics/evaluate/entry.js";

/** The leaves that decide some of some traffic. */
export function leavesOn(leaves: readonly Leaf[], traffic: Traffic): Leaf[] {
  return leaves.filter(({ region }) => meets(region.traffic, traffic));
}

/** What some traffic comes to, whatever is unsettled; undefined where that is not one thing. */
export function definiteOutcome(leaves: readonly Leaf[], traffic: Traffic): Outcome | undefined {
  const [first, ...others] = leavesOn(leaves, traffic);
  if (first === undefined) return undefined;
  return others.every(({ outcome }) => outcome === first.outcome) ? first.outcome : undefined;
}

/** True for two sets of traffic with something in common. */
export function meets(a: Traffic, b: Traffic): boolean {
  return !isNoTraffic(intersectTraffic(a, b));
}

/** True where a rule of a policy decided. */
export function isByRule(leaf: Leaf): leaf is Leaf & { readonly by: RuleEntry } {
  return leaf.by.type === "rule";
}
