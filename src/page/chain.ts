import { isNoTraffic, intersectTraffic, type Traffic } from "../base/net/traffic.js";
import type { EntryData } from "./model.js";
import type { FlowGrid, PageSide } from "./grid.js";

/** One entry of a chain, as some traffic meets it. */
export interface ChainStep {
  readonly entry: EntryData;
  readonly does: "allows" | "denies" | "passes" | "no match" | "not reached";
  /** True where it hangs on something that is not settled. */
  readonly isOpen: boolean;
}

const DOES = ["allows", "denies", "passes"] as const;

/**
 * What one direction asks about some traffic that nothing tells apart, in order: what comes before the entry that decides and is not
 * met does not match, what comes behind it is not reached.
 */
export function pageChain({ walk, group }: PageSide, traffic: Traffic, grid: FlowGrid): readonly ChainStep[] {
  const hits = new Map<number, { readonly does: ChainStep["does"]; readonly isOpen: boolean }>();
  let last = -1;
  for (const { entry, traffic: met, does, isOpen } of group.hits) {
    if (isNoTraffic(intersectTraffic(grid.traffic(met), traffic))) continue;
    hits.set(entry, { does: DOES[does] ?? "passes", isOpen });
    if (does < 2) last = Math.max(last, entry);
  }
  // What a rule passes on, no other rule of its tier is asked about.
  const passed = new Set<string>();
  return walk.entries.flatMap((number, place): ChainStep[] => {
    const entry = grid.data.entries[number] as EntryData;
    const hit = hits.get(place);
    if (hit?.does === "passes" && !hit.isOpen) passed.add(entry.tier);
    if (hit !== undefined) return [{ entry, ...hit }];
    if (entry.kind !== "rule" && entry.kind !== "policy") return [];
    return [
      { entry, does: place > last || passed.has(entry.tier) ? "not reached" : "no match", isOpen: false },
    ];
  });
}
