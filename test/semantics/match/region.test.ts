import { describe, expect, test } from "vitest";
import { BitSet } from "../../../src/base/collections/bit-set.js";
import {
  ALL_TRAFFIC,
  NO_TRAFFIC,
  OTHER_TRAFFIC,
  trafficMeets,
  trafficOf,
  unionTraffic,
} from "../../../src/base/net/traffic.js";
import {
  eachShared,
  splitWorlds,
  mergeRegions,
  joinRegions,
  joinRegionsTo,
  sharedRegions,
  type Region,
} from "../../../src/semantics/match/region.js";
import { readingOf } from "../../../src/semantics/match/unsettled.js";
import { settled } from "../../../src/semantics/match/split.js";
import { World } from "../../../src/semantics/match/world.js";

describe("two sets of traffic meet", () => {
  const tcp = trafficOf("TCP", [
    [80, 90],
    [443, 443],
  ]);
  test.each([
    ["in the last port of a run", tcp, trafficOf("TCP", [[90, 100]]), true],
    ["in a later run", tcp, trafficOf("TCP", [[200, 443]]), true],
    ["nowhere between runs", tcp, trafficOf("TCP", [[91, 442]]), false],
    ["nowhere in another protocol", tcp, trafficOf("SCTP", [[80, 90]]), false],
    ["in protocols without ports", OTHER_TRAFFIC, ALL_TRAFFIC, true],
    ["nowhere where one is empty", NO_TRAFFIC, ALL_TRAFFIC, false],
  ])("%s", (_name, a, b, meets) => {
    expect([trafficMeets(a, b), trafficMeets(b, a)]).toEqual([meets, meets]);
  });
});

test("regions of several worlds are joined where they share traffic and ends, and stay apart elsewhere", () => {
  const { yes, no } = World.fresh().ask(readingOf("hairpin"));
  const [left, right] = [yes[0] as World, no[0] as World];
  const web = trafficOf("TCP", [[80, 80]]);
  const joined = joinRegions([
    { traffic: web, world: left, others: BitSet.of(40, [1, 33]) },
    { traffic: web, world: right, others: BitSet.of(40, [33, 35]) },
  ]);
  const shown = joined.map(({ world, others, traffic }) => [world.key, others?.members, traffic.TCP]);
  expect(new Set(shown)).toEqual(
    new Set([
      [left.key, [1], [[80, 80]]],
      [left.unite(right).key, [33], [[80, 80]]],
      [right.key, [35], [[80, 80]]],
    ]),
  );
});

describe("regions that are laid already", () => {
  const { yes, no } = World.fresh().ask(readingOf("hairpin"));
  const [left, right] = [yes[0] as World, no[0] as World];
  const region = (world: World, first: number, last: number, ...ends: number[]): Region => ({
    traffic: trafficOf("TCP", [[first, last]]),
    world,
    others: BitSet.of(40, ends),
  });
  const shown = ({ world, others, traffic }: Region): unknown => [world.key, others?.members, traffic.TCP];

  /** Ends and ports with the world of each region that they are in. */
  const pointsIn = (regions: readonly Region[]): unknown[] =>
    [1, 2, 3].flatMap((end) =>
      [69, 70, 90, 96].map((port) => [
        `${end} at ${port}`,
        ...regions.flatMap(({ world, others, traffic }) =>
          others?.has(end) === true && traffic.TCP.some(([low, high]) => low <= port && port <= high)
            ? [world.key]
            : [],
        ),
      ]),
    );

  test("are joined with more as all of them are", () => {
    const laid = [region(left, 1, 80, 1, 2), region(left, 1, 80, 3), region(right, 81, 99, 1, 2, 3)];
    const more = [region(right, 70, 80, 2, 3), region(left, 90, 95, 3)];
    expect(joinRegionsTo(laid, more).map(shown)).toEqual(joinRegions([...laid, ...more]).map(shown));
    const both = left.unite(right);
    expect(pointsIn(joinRegionsTo(laid, more))).toEqual([
      ["1 at 69", left.key],
      ["1 at 70", left.key],
      ["1 at 90", right.key],
      ["1 at 96", right.key],
      ["2 at 69", left.key],
      ["2 at 70", both.key],
      ["2 at 90", right.key],
      ["2 at 96", right.key],
      ["3 at 69", left.key],
      ["3 at 70", both.key],
      ["3 at 90", both.key],
      ["3 at 96", right.key],
    ]);
  });

  test("are joined with one of which a piece is left that they do not meet", () => {
    const laid = [region(left, 1, 80, 1), region(left, 1, 80, 2)];
    const both = left.unite(right);
    expect(pointsIn(joinRegionsTo(laid, [region(right, 1, 95, 1, 2)]))).toEqual([
      ...[1, 2].flatMap((end) => [
        [`${end} at 69`, both.key],
        [`${end} at 70`, both.key],
        [`${end} at 90`, right.key],
        [`${end} at 96`],
      ]),
      ...[69, 70, 90, 96].map((port) => [`3 at ${port}`]),
    ]);
  });

  test("stay as they are where all have one world", () => {
    const [first, second] = [region(left, 1, 80, 1), region(left, 81, 90, 1)];
    expect(joinRegionsTo([first], [second])).toEqual([first, second]);
  });

  test("are whole again in each world, and apart in different ones", () => {
    const pieces = [region(left, 1, 80, 1), region(left, 81, 90, 1), region(right, 1, 90, 2)];
    const rest = region(left, 1, 90, 2, 3);
    expect(mergeRegions([...pieces, rest]).map(shown)).toEqual([
      [left.key, [1, 2, 3], [[1, 90]]],
      [right.key, [2], [[1, 90]]],
    ]);
  });
});

test("what regions share is the traffic, the ends and the worlds of both, and nothing where they have none in common", () => {
  const { yes, no } = World.fresh().ask(readingOf("hairpin"));
  const [left, right] = [yes[0] as World, no[0] as World];
  const both = left.unite(right);
  const wide: Region = { traffic: trafficOf("TCP", [[80, 90]]), world: both, others: BitSet.of(40, [1, 33]) };
  const narrow: Region = {
    traffic: trafficOf("TCP", [[85, 100]]),
    world: left,
    others: BitSet.of(40, [33, 35]),
  };
  const shown = ({ world, others, traffic }: Region): unknown => [world.key, others?.members, traffic.TCP];
  const expected = [[left.key, [33], [[85, 90]]]];
  expect(sharedRegions([wide], [narrow]).map(shown)).toEqual(expected);
  expect([...eachShared([narrow], [wide])].map(shown)).toEqual(expected);
  expect(sharedRegions([wide], [wide]).map(shown)).toEqual([shown(wide)]);
  for (const apart of [
    { ...narrow, world: both, traffic: trafficOf("TCP", [[91, 100]]) },
    { ...narrow, others: BitSet.of(40, [35]) },
  ])
    expect(sharedRegions([wide], [apart])).toEqual([]);
  expect(sharedRegions([narrow], [{ ...narrow, world: right }])).toEqual([]);
});

describe("regions of one world, beside those of another one", () => {
  const { yes, no } = World.fresh().ask(readingOf("hairpin"));
  const [left, right] = [yes[0] as World, no[0] as World];
  const [web, tls] = [trafficOf("TCP", [[80, 80]]), trafficOf("TCP", [[443, 443]])];
  const beside = { traffic: trafficOf("UDP", [[53, 53]]), world: right, others: BitSet.of(64, [2]) };
  const shown = (regions: readonly Region[]): unknown[] =>
    joinRegions([...regions, beside]).flatMap(({ world, others, traffic }) =>
      world === right ? [] : [[others?.members, traffic.TCP]],
    );

  test("are one where they share ends, then where they share traffic", () => {
    const joined = shown([
      { traffic: web, world: left, others: BitSet.of(64, [1]) },
      { traffic: tls, world: left, others: BitSet.of(64, [1]) },
      { traffic: unionTraffic(web, tls), world: left, others: BitSet.of(64, [33]) },
    ]);
    const both = [...web.TCP, ...tls.TCP];
    expect(joined).toEqual([[[1, 33], both]]);
  });

  test("stay apart where other ends have the same hash", () => {
    // The second word of the others is -30, and 31 are added for the word that they leave out.
    const from37 = Array.from({ length: 27 }, (_, i) => 37 + i);
    const [one, others] = [BitSet.of(64, [0]), BitSet.of(64, [33, ...from37])];
    expect(one.hash).toBe(others.hash);
    const joined = shown([
      { traffic: web, world: left, others: one },
      { traffic: tls, world: left, others },
    ]);
    expect(joined).toEqual([
      [one.members, web.TCP],
      [others.members, tls.TCP],
    ]);
  });
});

test("a question about the world is asked once of regions that have one", () => {
  const world = World.fresh();
  const asked: World[] = [];
  const { matched, missed } = splitWorlds(
    [80, 81, 82].map((port) => ({ traffic: trafficOf("UDP", [[port, port]]), world })),
    (each) => {
      asked.push(each);
      return each.ask(readingOf("hairpin"));
    },
  );
  expect([asked.length, matched.length, missed.length]).toEqual([1, 3, 3]);
});

test("a question about the world is asked once in all of regions that have several, for it may hang on nothing", () => {
  const { yes, no } = World.fresh().ask(readingOf("hairpin"));
  const [left, right] = [yes[0] as World, no[0] as World];
  const asked: World[] = [];
  const { matched, missed } = splitWorlds(
    [left, right, left].map((world, i) => ({ traffic: trafficOf("SCTP", [[80 + i, 80 + i]]), world })),
    (each) => {
      asked.push(each);
      return settled(each, false);
    },
  );
  expect([asked, matched.length, missed.length]).toEqual([[World.ANY], 0, 3]);
});

test("a question about the world has the answer of each region's own world, whichever region comes first", () => {
  const reading = readingOf("hairpin");
  const { yes, no } = World.fresh().ask(reading);
  const left: Region = { traffic: trafficOf("TCP", [[80, 80]]), world: yes[0]! };
  const right: Region = { traffic: trafficOf("TCP", [[443, 443]]), world: no[0]! };
  for (const regions of [
    [left, right],
    [right, left],
  ]) {
    expect(splitWorlds(regions, (world) => world.ask(reading))).toEqual({ matched: [left], missed: [right] });
  }
});
