import {
  intersectTraffic,
  isNoTraffic,
  subtractTraffic,
  trafficKey,
  unionTraffic,
  type Traffic,
} from "../net/traffic.js";
import type { BitSet } from "../collections/bit-set.js";
import { joinWorlds, type Split, type World } from "./world.js";

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
  return { matched: joinWorlds(yes).map(at), missed: joinWorlds(no).map(at) };
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
function intersectRegions(a: Region, b: Region): Region | undefined {
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

/**
 * The same regions with no traffic of no end in two of them: where several worlds have some, it is in one region with all of
 * those worlds. Regions that questions have cut again and again would double with each question else.
 * @param regions that share nothing
 */
export function joinRegions(regions: readonly Region[]): readonly Region[] {
  const [first] = regions;
  if (first === undefined || regions.every(({ world }) => world.equals(first.world))) return regions;
  let joined: readonly Region[] = [];
  for (const region of regions) joined = lay(region, joined);
  return byWorld(joined);
}

/** Adds a region to others that overlap nowhere but in their worlds. */
function lay(region: Region, others: readonly Region[]): Region[] {
  const laid: Region[] = [];
  let rest: readonly Region[] = [region];
  for (const other of others) {
    const pieces = rest.map((each) => cutOut(each, other));
    const inside = pieces.flatMap(({ shared }) => shared);
    if (inside.length === 0) {
      laid.push(other);
      continue;
    }
    rest = pieces.flatMap(({ outside }) => outside);
    laid.push(...inside.map((each) => ({ ...each, world: each.world.unite(other.world) })));
    laid.push(
      ...inside.reduce<readonly Region[]>(
        (left, each) => left.flatMap((one) => cutOut(one, each).outside),
        [other],
      ),
    );
  }
  return [...laid, ...rest];
}

/** The part of a region with the traffic and the ends of another one, and the rest; both in its own world. */
export function cutOut(
  region: Region,
  by: Region,
): { readonly shared: readonly Region[]; readonly outside: readonly Region[] } {
  const traffic = splitTraffic(region, by.traffic);
  const { others } = by;
  if (others === undefined) return { shared: traffic.matched, outside: traffic.missed };
  const ends = splitAll(traffic.matched, (each) =>
    each.others === undefined
      ? settledRegion(each, true)
      : splitOthers({ ...each, others: each.others }, others),
  );
  return { shared: ends.matched, outside: [...traffic.missed, ...ends.missed] };
}

/** Regions of one world and the same ends as one. */
function byWorld(regions: readonly Region[]): Region[] {
  const joined: Region[] = [];
  for (const region of regions) {
    const at = joined.findIndex(
      (each) => each.world.equals(region.world) && areSameEnds(each.others, region.others),
    );
    const known = joined[at];
    if (known === undefined) joined.push(region);
    else joined[at] = { ...known, traffic: unionTraffic(known.traffic, region.traffic) };
  }
  const byTraffic: Region[] = [];
  for (const region of joined) {
    const key = trafficKey(region.traffic);
    const at = byTraffic.findIndex(
      (each) => each.world.equals(region.world) && trafficKey(each.traffic) === key,
    );
    const known = byTraffic[at];
    if (known?.others === undefined || region.others === undefined) byTraffic.push(region);
    else byTraffic[at] = { ...known, others: known.others.union(region.others) };
  }
  return byTraffic;
}

function areSameEnds(a: BitSet | undefined, b: BitSet | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.equals(b));
}
