import type { ClassWalk } from "../../semantics/reach/class-walk.js";
import type { Leaf } from "../../semantics/evaluate/entry.js";
import type { Shape } from "../../semantics/reach/cells.js";
import type { Traffic } from "../../base/net/traffic.js";

/** An entry of a walk that some traffic meets: it decides, or passes it on to the next tier. */
export interface WalkHit {
  /** Its place among the entries of the walk. */
  readonly entry: number;
  readonly traffic: Traffic;
  readonly does: "allows" | "denies" | "passes";
  /** True where that hangs on something that is not settled. */
  readonly isOpen: boolean;
}

/** Other ends that the same entries of a walk meet. */
export interface WalkGroup {
  readonly shape: Shape;
  readonly leaves: readonly Leaf[];
  /** In the order of the entries. */
  readonly hits: readonly WalkHit[];
}

/** A walk with its other ends in groups. */
export interface GroupedWalk {
  readonly walk: ClassWalk;
  readonly groups: readonly WalkGroup[];
  /** By the number of the other end's class, the number of its group and 1; 0 for what the walk is not about. */
  readonly groupOf: Uint32Array;
}

/** Ends that were met alike so far. */
interface Met {
  readonly shape: Shape;
  readonly leaves: readonly Leaf[];
  readonly hits: readonly WalkHit[];
}

/**
 * Puts those other ends of a walk together that the same of its entries meet. What is asked and does not match is all that
 * comes before the entry that decides.
 * @param size the number of classes
 * @param spend counts steps: the ends that are moved
 */
export function groupsOf(walk: ClassWalk, size: number, spend: (steps: number) => void): GroupedWalk {
  const places = new Map(walk.entries.map((entry, i) => [entry, i]));
  const groupOf = new Uint32Array(size);
  const groups: Met[] = [];
  for (const { others, leaves, shape } of walk.cells) {
    const hits = leaves.map((leaf) => hitOf(leaf, places.get(leaf.by) ?? 0));
    const number = groups.push({ shape, leaves, hits });
    spend(others.size);
    others.forEach((other) => (groupOf[other] = number));
  }
  for (const [i, entry] of walk.entries.entries()) {
    if (entry.type !== "rule" || entry.action !== "Pass") continue;
    for (const { others, traffic, world } of entry.matched) {
      if (others === undefined) continue;
      const hit: WalkHit = { entry: i, traffic, does: "passes", isOpen: world.restricted.length > 0 };
      const moved = new Map<number, number>();
      spend(others.size);
      others.forEach((other) => {
        const from = groupOf[other] as number;
        if (from === 0) return;
        let to = moved.get(from);
        if (to === undefined) {
          const met = groups[from - 1] as Met;
          to = groups.push({ ...met, hits: [...met.hits, hit] });
          moved.set(from, to);
        }
        groupOf[other] = to;
      });
    }
  }
  return withoutEmpty(walk, groups, groupOf);
}

function hitOf({ region, outcome }: Leaf, entry: number): WalkHit {
  return {
    entry,
    traffic: region.traffic,
    does: outcome === "allowed" ? "allows" : "denies",
    isOpen: region.world.restricted.length > 0,
  };
}

/** Leaves out the groups that all ends have left, and puts hits in the order of their entries. */
function withoutEmpty(walk: ClassWalk, groups: readonly Met[], groupOf: Uint32Array): GroupedWalk {
  const numbers = new Uint32Array(groups.length + 1);
  const kept: WalkGroup[] = [];
  for (let other = 0; other < groupOf.length; other++) {
    const group = groupOf[other] as number;
    if (group === 0) continue;
    if (numbers[group] === 0) {
      const { hits, ...met } = groups[group - 1] as Met;
      numbers[group] = kept.push({ ...met, hits: hits.toSorted((a, b) => a.entry - b.entry) });
    }
    groupOf[other] = numbers[group] as number;
  }
  return { walk, groups: kept, groupOf };
}
