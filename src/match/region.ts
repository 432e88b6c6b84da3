import { intersectTraffic, isNoTraffic, subtractTraffic, type Traffic } from "../net/traffic.js";
import type { BitSet } from "../collections/bit-set.js";
import type { Split, World } from "./world.js";

/** Some traffic in some world: what a walk cuts into decided parts. */
export interface Region {
  readonly traffic: Traffic;
  readonly world: World;
  /** In a walk of many other ends at once, those that it is about; never empty. */
  readonly others?: BitSet;
}

/** The part of a region for which something holds, and the rest: disjoint, and together the region. */
export interface RegionSplit {
  readonly matched: readonly Region[];
  readonly missed: readonly Region[];
}

/** A region for which something holds throughout, or nowhere. */
export function settledRegion(region: Region, answer: boolean): RegionSplit {
  return answer ? { matched: [region], missed: [] } : { matched: [], missed: [region] };
}

/** A question about the world alone, asked of a region. */
export function splitRegion(region: Region, question: (world: World) => Split): RegionSplit {
  const { yes, no } = question(region.world);
  const at = (world: World): Region => (world === region.world ? region : { ...region, world });
  return { matched: yes.map(at), missed: no.map(at) };
}

/** A question about the traffic alone, asked of a region. */
export function splitTraffic(region: Region, traffic: Traffic): RegionSplit {
  const inside = intersectTraffic(region.traffic, traffic);
  if (isNoTraffic(inside)) return settledRegion(region, false);
  const outside = subtractTraffic(region.traffic, traffic);
  if (isNoTraffic(outside)) return settledRegion(region, true);
  return { matched: [{ ...region, traffic: inside }], missed: [{ ...region, traffic: outside }] };
}

/** A question about the other ends alone, asked of a region. */
export function splitOthers(region: Region & { readonly others: BitSet }, others: BitSet): RegionSplit {
  if (!region.others.meets(others)) return settledRegion(region, false);
  const outside = region.others.subtract(others);
  if (outside.isEmpty) return settledRegion(region, true);
  return {
    matched: [{ ...region, others: region.others.intersect(others) }],
    missed: [{ ...region, others: outside }],
  };
}

/** Asks a question of each region. */
export function splitAll(regions: readonly Region[], question: (region: Region) => RegionSplit): RegionSplit {
  const splits = regions.map(question);
  return {
    matched: splits.flatMap((split) => split.matched),
    missed: splits.flatMap((split) => split.missed),
  };
}

/** What two regions share, or undefined. */
export function intersectRegions(a: Region, b: Region): Region | undefined {
  if (a === b) return a;
  const world = a.world.intersect(b.world);
  if (world === undefined) return undefined;
  const traffic = intersectTraffic(a.traffic, b.traffic);
  if (isNoTraffic(traffic)) return undefined;
  if (a.others === undefined || b.others === undefined) return { traffic, world };
  const others = a.others.intersect(b.others);
  return others.isEmpty ? undefined : { traffic, world, others };
}

/** True where two regions share something. */
export function regionsMeet(a: Region, b: Region): boolean {
  if (a.others !== undefined && b.others !== undefined && !a.others.meets(b.others)) return false;
  if (isNoTraffic(intersectTraffic(a.traffic, b.traffic))) return false;
  return a.world.intersect(b.world) !== undefined;
}

/** What some regions share with others. */
export function sharedRegions(regions: readonly Region[], others: readonly Region[]): Region[] {
  return regions.flatMap((a) => others.flatMap((b) => intersectRegions(a, b) ?? []));
}
