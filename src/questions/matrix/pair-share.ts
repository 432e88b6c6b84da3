import { isNoTraffic, OTHER_TRAFFIC, subtractTraffic, type Traffic } from "../../base/net/traffic.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** What a pair comes to at a glance: all of it allowed, a part of it, or what the best of the rest is. */
export type PairShare = "allowed" | "part" | "unknown" | "undefined" | "denied";

/** Every share, the best first. */
export const PAIR_SHARES: readonly PairShare[] = ["allowed", "part", "unknown", "undefined", "denied"];

/**
 * The share of some traffic, by its verdicts.
 * @param hidesOther true where protocols without ports are not spoken of: they are undefined wherever a NetworkPolicy isolates
 */
export function shareOf(slices: Readonly<Record<Verdict, Traffic>>, hidesOther: boolean): PairShare {
  const has = (verdict: Verdict): boolean => {
    const traffic = slices[verdict];
    return !isNoTraffic(hidesOther ? subtractTraffic(traffic, OTHER_TRAFFIC) : traffic);
  };
  const rest = has("unknown") ? "unknown" : has("undefined") ? "undefined" : "denied";
  if (isNoTraffic(slices.allowed)) return rest;
  return rest === "denied" && !has("denied") ? "allowed" : "part";
}

/** The share of a pair that comes to one thing in one family or node relation, and to another in another. */
export function joinShares(a: PairShare, b: PairShare): PairShare {
  if (a === b) return a;
  const isOpen = (each: PairShare): boolean => each === "allowed" || each === "part";
  if (isOpen(a) || isOpen(b)) return "part";
  return PAIR_SHARES.find((each) => each === a || each === b) ?? "denied";
}
