import {
  intersectTraffic,
  isNoTraffic,
  subtractTraffic,
  isSameTraffic,
  trafficHash,
  trafficMeets,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import type { BitSet } from "../../base/collections/bit-set.js";
import { joinWorlds, World, type Split } from "./world.js";

/** Some traffic in some world: what a walk cuts into decided parts. */
export interface Region {
  readonly traffic: Traffic;
  readonly world: World;
  /** In a walk of many other ends at once, those that it is about; never empty. */
  readonly others?: BitSet;
}

/**
 * A region made of its parts. Walks make hundreds of thousands: to spread one and set a part again is many times slower, for V8
 * keeps no quick way to it where regions have two shapes.
 */
export function regionOf(traffic: Traffic, world: World, others: BitSet | undefined): Region {
  return others === undefined ? { traffic, world } : { traffic, world, others };
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
  const at = (world: World): Region =>
    world === region.world ? region : regionOf(region.traffic, world, region.others);
  return { matched: joinWorlds(yes).map(at), missed: joinWorlds(no).map(at) };
}

/** A question about the traffic alone, asked of a region. */
export function splitTraffic(region: Region, traffic: Traffic): RegionSplit {
  if (!trafficMeets(region.traffic, traffic)) return settledRegion(region, false);
  const outside = subtractTraffic(region.traffic, traffic);
  if (isNoTraffic(outside)) return settledRegion(region, true);
  const inside = intersectTraffic(region.traffic, traffic);
  const { world, others } = region;
  return { matched: [regionOf(inside, world, others)], missed: [regionOf(outside, world, others)] };
}

/** A question about the other ends alone, asked of a region. */
export function splitOthers(region: Region & { readonly others: BitSet }, others: BitSet): RegionSplit {
  const cut = region.others.cutBy(others);
  if (typeof cut === "string") return settledRegion(region, cut === "all");
  const { traffic, world } = region;
  return {
    matched: [{ traffic, world, others: cut.inside }],
    missed: [{ traffic, world, others: cut.outside }],
  };
}

/** Asks a question of each region. */
export function splitAll(regions: readonly Region[], question: (region: Region) => RegionSplit): RegionSplit {
  const [first] = regions;
  if (first !== undefined && regions.length === 1) return question(first);
  const matched: Region[] = [];
  const missed: Region[] = [];
  for (const region of regions) {
    const split = question(region);
    for (const each of split.matched) matched.push(each);
    for (const each of split.missed) missed.push(each);
  }
  return { matched, missed };
}

/**
 * Asks a question about the world alone of each region: once of those that have one world, and once in all where the answer
 * hangs on nothing.
 */
export function splitWorlds(regions: readonly Region[], question: (world: World) => Split): RegionSplit {
  const [first] = regions;
  if (first === undefined) return { matched: [], missed: [] };
  // Where there is one world, asking in it is the answer; of many, the one that holds in all is asked first.
  const asked = haveOneWorld(regions) ? first.world : World.ANY;
  const anywhere = question(asked);
  if (anywhere.no.length === 0) return { matched: regions, missed: [] };
  if (anywhere.yes.length === 0) return { matched: [], missed: regions };
  const answers = new Map<World, Split>([[asked, anywhere]]);
  const ask = (world: World): Split => {
    const known = answers.get(world);
    if (known !== undefined) return known;
    const answer = question(world);
    answers.set(world, answer);
    return answer;
  };
  return splitAll(regions, (each) => splitRegion(each, ask));
}

/** True for regions that are in one world. */
export function haveOneWorld(regions: readonly Region[]): boolean {
  return regions.every(({ world }) => world === regions[0]?.world);
}

/** What two regions share, or undefined. */
function intersectRegions(a: Region, b: Region): Region | undefined {
  if (a === b) return a;
  if (!meetBesideWorlds(a, b)) return undefined;
  const world = a.world.intersect(b.world);
  if (world === undefined) return undefined;
  const traffic = intersectTraffic(a.traffic, b.traffic);
  if (a.others === undefined || b.others === undefined) return { traffic, world };
  return { traffic, world, others: a.others.intersect(b.others) };
}

/** True where two regions share something. */
export function regionsMeet(a: Region, b: Region): boolean {
  return meetBesideWorlds(a, b) && a.world.intersect(b.world) !== undefined;
}

/** True where two regions share traffic and ends, whatever their worlds. */
function meetBesideWorlds(a: Region, b: Region): boolean {
  if (a.others !== undefined && b.others !== undefined && !a.others.meets(b.others)) return false;
  return trafficMeets(a.traffic, b.traffic);
}

/** What some regions share with others. */
export function sharedRegions(regions: readonly Region[], others: readonly Region[]): Region[] {
  return regions.flatMap((a) => others.flatMap((b) => intersectRegions(a, b) ?? []));
}

/** The same, one by one. */
export function* eachShared(regions: readonly Region[], others: readonly Region[]): Generator<Region> {
  for (const a of regions) {
    for (const b of others) {
      const shared = intersectRegions(a, b);
      if (shared !== undefined) yield shared;
    }
  }
}

/**
 * The same regions with no traffic of no end in two of them: where several worlds have some, it is in one region with all of
 * those worlds. Regions that questions have cut again and again would double with each question else.
 * @param regions that share nothing
 */
export function joinRegions(regions: readonly Region[]): readonly Region[] {
  const [first] = regions;
  if (first === undefined || regions.every(({ world }) => world.equals(first.world))) return regions;
  return mergeRegions(layAll(regions));
}

/**
 * The same as `joinRegions` of both.
 * @param laid regions of which no two share traffic of an end, whatever their worlds
 */
export function joinRegionsTo(laid: readonly Region[], more: readonly Region[]): readonly Region[] {
  const first = laid[0] ?? more[0];
  if (first === undefined) return [];
  const isOfFirst = ({ world }: Region): boolean => world.equals(first.world);
  if (laid.every(isOfFirst) && more.every(isOfFirst)) return [...laid, ...more];
  let all = laid;
  for (const each of more) all = lay(each, all);
  return mergeRegions(all);
}

/**
 * The same as `joinRegions`, of regions that questions have cut.
 * @param pieces what is left of each of several regions of which no two share traffic of an end: only its own pieces can
 */
export function joinPieces(pieces: readonly (Region | readonly Region[])[]): readonly Region[] {
  const regions: Region[] = [];
  for (const piece of pieces) {
    if (isRegion(piece)) regions.push(piece);
    else for (const each of piece) regions.push(each);
  }
  const [first] = regions;
  if (first === undefined || regions.every(({ world }) => world.equals(first.world))) return regions;
  const laid: Region[] = [];
  for (const piece of pieces) {
    if (isRegion(piece)) laid.push(piece);
    else for (const each of layAll(piece)) laid.push(each);
  }
  return mergeRegions(laid);
}

/** True for one region, where a list of some may stand. */
export function isRegion(piece: Region | readonly Region[]): piece is Region {
  return "world" in piece;
}

function layAll(regions: readonly Region[]): readonly Region[] {
  if (regions.length < 2) return regions;
  let laid: readonly Region[] = [];
  for (const region of regions) laid = lay(region, laid);
  return laid;
}

/** Adds a region to others that overlap nowhere but in their worlds. */
function lay(region: Region, others: readonly Region[]): Region[] {
  const laid: Region[] = [];
  let rest: readonly Region[] = [region];
  for (const other of others) {
    // Most of them share nothing: that is seen without cutting.
    if (!rest.some((each) => meetBesideWorlds(each, other))) {
      laid.push(other);
      continue;
    }
    const pieces = rest.map((each) => cutOut(each, other));
    const inside = pieces.flatMap(({ shared }) => shared);
    rest = pieces.flatMap(({ outside }) => outside);
    laid.push(
      ...inside.map(({ traffic, world, others: ends }) => regionOf(traffic, world.unite(other.world), ends)),
    );
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

/**
 * Regions of one world and the same ends as one; then those of one world and the same traffic.
 * @param regions that share nothing
 */
export function mergeRegions(regions: readonly Region[]): readonly Region[] {
  if (regions.length < 2) return regions;
  const numberOf = numbering();
  const byEnds = joinAlike(
    regions,
    numberOf,
    ({ others }) => others?.hash ?? 0,
    (a, b) => areSameEnds(a.others, b.others),
    (a, b) => regionOf(unionTraffic(a.traffic, b.traffic), a.world, a.others),
  );
  return joinAlike(
    byEnds,
    numberOf,
    ({ traffic }) => trafficHash(traffic),
    (a, b) => a.others !== undefined && b.others !== undefined && isSameTraffic(a.traffic, b.traffic),
    (a, b) =>
      a.others === undefined || b.others === undefined
        ? a
        : regionOf(a.traffic, a.world, a.others.union(b.others)),
  );
}

/** Joins each region with the first one of its world that is alike, which has the same hash. */
function joinAlike(
  regions: readonly Region[],
  numberOf: (world: World) => number,
  hashOf: (region: Region) => number,
  isAlike: (a: Region, b: Region) => boolean,
  join: (a: Region, b: Region) => Region,
): readonly Region[] {
  const joined: Region[] = [];
  const worlds: number[] = [];
  // The first place with a hash, and behind each place the next one with the same.
  const firsts = new Map<number, number>();
  const nexts: number[] = [];
  for (const region of regions) {
    const world = numberOf(region.world);
    const hash = (Math.imul(hashOf(region), 31) + world) | 0;
    let last = -1;
    let at = firsts.get(hash) ?? -1;
    while (at !== -1 && !(worlds[at] === world && isAlike(joined[at] as Region, region))) {
      last = at;
      at = nexts[at] as number;
    }
    if (at !== -1) {
      joined[at] = join(joined[at] as Region, region);
      continue;
    }
    const place = joined.push(region) - 1;
    worlds.push(world);
    nexts.push(-1);
    if (last === -1) firsts.set(hash, place);
    else nexts[last] = place;
  }
  return joined;
}

/** Gives equal worlds the same number. */
function numbering(): (world: World) => number {
  const numbers = new Map<object, number>();
  const known: World[] = [];
  let first: World | undefined;
  let areComparable = true;
  return (world) => {
    const number = numbers.get(world.identity);
    if (number !== undefined) return number;
    if (!world.isWhole) {
      first ??= world;
      areComparable &&= first.isComparable(world);
    }
    // Among worlds that are comparable, equal ones are one object: then none of thousands need be looked at.
    const equal = areComparable
      ? -1
      : known.findIndex((each) => !each.isComparable(world) && each.equals(world));
    const found = equal === -1 ? known.push(world) - 1 : equal;
    numbers.set(world.identity, found);
    return found;
  };
}

function areSameEnds(a: BitSet | undefined, b: BitSet | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.equals(b));
}
