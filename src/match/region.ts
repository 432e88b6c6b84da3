import { intersectTraffic, isNoTraffic, subtractTraffic, type Traffic } from "../net/traffic.js";
import type { Split, World } from "./world.js";

/** Some traffic in some world: what a walk cuts into decided parts. */
export interface Region {
  readonly traffic: Traffic;
  readonly world: World;
}

/** The part of a region for which something holds, and the rest: disjoint, and together the region. */
export interface RegionSplit {
  readonly matched: readonly Region[];
  readonly missed: readonly Region[];
}

/** A question about the world alone, asked of a region. */
export function splitRegion(region: Region, question: (world: World) => Split): RegionSplit {
  const { yes, no } = question(region.world);
  const at = (world: World): Region => (world === region.world ? region : { traffic: region.traffic, world });
  return { matched: yes.map(at), missed: no.map(at) };
}

/** A question about the traffic alone, asked of a region. */
export function splitTraffic(region: Region, traffic: Traffic): RegionSplit {
  const matched = { traffic: intersectTraffic(region.traffic, traffic), world: region.world };
  const missed = { traffic: subtractTraffic(region.traffic, traffic), world: region.world };
  return {
    matched: isNoTraffic(matched.traffic) ? [] : [matched],
    missed: isNoTraffic(missed.traffic) ? [] : [missed],
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
  return isNoTraffic(traffic) ? undefined : { traffic, world };
}
