import { splitRegion, type Region } from "../match/region.js";
import type { DecidingEntry, Entry, Leaf } from "./entry.js";
import type { Fact } from "../match/unsettled.js";

/** What hangs on work that was not done. */
export const BEYOND_LIMIT: Fact = { type: "fact", code: "limit" };

/** What becomes of a walk that a limit ends: it is thrown, or the walk is unknown. */
export type AtLimit = "throw" | "unknown";

/** What a walk is that a limit has ended: all of it is unknown. */
export interface Unfinished {
  readonly leaves: readonly Leaf[];
  readonly entries: readonly Entry[];
}

/** What a walk of some region comes to that could not be made. */
export function unfinished(region: Region): Unfinished {
  const by: DecidingEntry = { type: "limit", regions: [region] };
  const { matched, missed } = splitRegion(region, (world) => world.ask(BEYOND_LIMIT));
  const leaves = [
    ...matched.map((each): Leaf => ({ region: each, outcome: "allowed", by })),
    ...missed.map((each): Leaf => ({ region: each, outcome: "denied", by })),
  ];
  return { leaves, entries: [by] };
}
