import { describe, expect, it } from "vitest";
import { TextSet } from "../../../src/semantics/match/text-set.js";
import { allOf, askedOnce } from "../../../src/semantics/match/split.js";
import { joinWorlds, World, type Split } from "../../../src/semantics/match/world.js";
import { readingOf, type Fact, type Unsettled } from "../../../src/semantics/match/unsettled.js";

const label = (name: string): Fact => ({
  type: "fact",
  code: "pod-labels",
  pod: { type: "pod", id: "shop/deployment/web" },
  label: name,
});

/** Things that are not settled, each with all answers that are possible: four times two times two ways that things may be. */
const QUESTIONS: readonly (readonly [Unsettled, readonly string[]])[] = [
  [label("hash"), ["a", "b", "c", "d"]],
  [label("zone"), ["yes", "no"]],
  [readingOf("hairpin"), ["yes", "no"]],
];
const [[HASH], [ZONE], [HAIRPIN]] = QUESTIONS as [
  [Unsettled, string[]],
  [Unsettled, string[]],
  [Unsettled, string[]],
];

const WAYS: readonly (readonly string[])[] = QUESTIONS.reduce<readonly (readonly string[])[]>(
  (ways, [, answers]) => ways.flatMap((way) => answers.map((answer) => [...way, answer])),
  [[]],
);

/** Worlds of every origin: among those of one evaluation, and of none. */
const ORIGINS = [
  ["of one evaluation", World.fresh()],
  ["of none", World.ANY],
] as const;

/** The world in which a question has one of some answers. */
function having(from: World, at: number, ...answers: readonly string[]): World {
  const [unsettled, all] = QUESTIONS[at]!;
  return from.split(unsettled, TextSet.of(all), TextSet.of(answers)).yes[0]!;
}

/** The ways that a world leaves, each asked for by itself. */
function waysIn(world: World | undefined): string[] {
  return WAYS.filter((way) => {
    let left = world;
    for (const [i, answer] of way.entries()) left = left?.where(QUESTIONS[i]![0], TextSet.of([answer]));
    return left !== undefined;
  }).map((way) => way.join(" "));
}

const waysWhere = (holds: (hash: string, zone: string, hairpin: string) => boolean): string[] =>
  WAYS.filter(([hash, zone, hairpin]) => holds(hash!, zone!, hairpin!)).map((way) => way.join(" "));

describe.each(ORIGINS)("worlds %s", (_name, any) => {
  const early = having(any, 0, "a", "b");
  const middle = having(any, 0, "b", "c");
  const zoned = having(any, 1, "yes");
  const hairpin = having(any, 2, "yes");
  const cross = early.intersect(zoned)!.unite(middle.intersect(hairpin)!);
  const inCross = (hash: string, zone: string, pin: string): boolean =>
    (["a", "b"].includes(hash) && zone === "yes") || (["b", "c"].includes(hash) && pin === "yes");

  it.each<[string, World | undefined, string[]]>([
    ["leave all ways at first", any, waysWhere(() => true)],
    ["leave those with an answer", early, waysWhere((hash) => hash === "a" || hash === "b")],
    ["have in common what both leave", early.intersect(middle), waysWhere((hash) => hash === "b")],
    [
      "have nothing in common that exclude each other",
      having(any, 0, "a").intersect(having(any, 0, "c")),
      [],
    ],
    ["leave together what one of them leaves", early.unite(middle), waysWhere((hash) => hash !== "d")],
    ["leave together all, with their opposite", zoned.unite(having(any, 1, "no")), waysWhere(() => true)],
    [
      "leave together what one of several leaves",
      joinWorlds([having(any, 0, "a"), having(any, 0, "c"), cross])[0],
      waysWhere((hash, zone, pin) => hash === "a" || hash === "c" || inCross(hash, zone, pin)),
    ],
    [
      "leave together all where several of one question do",
      joinWorlds(["a", "b", "c", "d"].map((answer) => having(any, 0, answer)))[0],
      waysWhere(() => true),
    ],
    [
      "leave together what several leave that exclude an answer",
      joinWorlds([zoned, having(any, 0, "d"), hairpin, having(any, 0, "a")])[0],
      waysWhere((hash, zone, pin) => zone === "yes" || pin === "yes" || hash === "a" || hash === "d"),
    ],
    ["lose what another one leaves", early.subtract(middle), waysWhere((hash) => hash === "a")],
    [
      "lose nothing of what another one does not leave",
      having(any, 0, "a").subtract(middle),
      waysWhere((hash) => hash === "a"),
    ],
    ["lose everything to one that leaves more", having(any, 0, "b").subtract(middle), []],
    ["lose everything to one that leaves all", early.subtract(any), []],
    ["lose of all ways what is left", any.subtract(early), waysWhere((hash) => hash === "c" || hash === "d")],
    ["are joined by questions of which each has its own", cross, waysWhere(inCross)],
    [
      "have a question left open again",
      cross.without(HASH),
      waysWhere((_, zone, pin) => zone === "yes" || pin === "yes"),
    ],
    [
      "have no other question left open",
      cross.without(ZONE),
      waysWhere((hash, _, pin) => hash === "a" || hash === "b" || (hash === "c" && pin === "yes")),
    ],
    [
      "have choices left open again, and no facts",
      cross.withoutChoices(),
      waysWhere(
        (hash, zone) => (["a", "b"].includes(hash) && zone === "yes") || hash === "b" || hash === "c",
      ),
    ],
    [
      "keep some answers alone",
      cross.where(HASH, TextSet.of(["a", "c"])),
      waysWhere((hash, zone, pin) => inCross(hash, zone, pin) && (hash === "a" || hash === "c")),
    ],
    ["keep none that they rule out", zoned.where(ZONE, TextSet.of(["no"])), []],
  ])("%s", (_what, world, expected) => {
    expect(waysIn(world)).toEqual(expected);
  });

  it("are the same where they leave the same, whatever they come of", () => {
    expect(early.unite(middle).equals(having(any, 0, "a", "b", "c"))).toBe(true);
    expect(early.unite(middle).key).toBe(having(World.fresh(), 0, "a", "b", "c").key);
    expect(early.unite(middle).equals(having(World.fresh(), 0, "a", "b", "c"))).toBe(true);
    expect(early.equals(middle)).toBe(false);
    expect(early.equals(any)).toBe(false);
    expect(any.equals(early)).toBe(false);
  });

  it("are cut at a question into those of yes and those of no", () => {
    const { yes, no } = early.split(HASH, TextSet.of(["a", "b", "c", "d"]), TextSet.of(["b", "d"]));
    expect([yes, no].map(([world]) => waysIn(world))).toEqual([
      waysWhere((hash) => hash === "b"),
      waysWhere((hash) => hash === "a"),
    ]);
    const settled = having(any, 0, "b").split(HASH, TextSet.of(["a", "b", "c", "d"]), TextSet.of(["b", "d"]));
    expect([settled.yes.length, settled.no.length]).toEqual([1, 0]);
    const against = having(any, 0, "c").split(HASH, TextSet.of(["a", "b", "c", "d"]), TextSet.of(["b", "d"]));
    expect([against.yes.length, against.no.length]).toEqual([0, 1]);
  });

  it("permit what they do not rule out", () => {
    expect(["a", "b", "c", "d"].filter((each) => early.permits(HASH, each))).toEqual(["a", "b"]);
    expect(early.permits(ZONE, "no")).toBe(true);
  });

  it("say what tells them apart, and what they restrict", () => {
    expect(having(any, 0, "a").conflicts(having(any, 0, "b"))).toEqual([HASH]);
    expect(early.conflicts(middle)).toEqual([]);
    const opposite = having(having(any, 0, "c"), 1, "no");
    expect(early.intersect(zoned)!.conflicts(opposite)).toEqual([HASH, ZONE]);
    // As few as suffice: the hash and the zone, where another hash would take the reading too.
    const here = having(having(having(any, 0, "b"), 1, "yes"), 2, "yes");
    for (const [far, near] of [
      ["a", "c"],
      ["c", "a"],
    ] as const) {
      const farther = having(having(having(any, 0, far), 1, "no"), 2, "no");
      const there = farther.unite(having(having(having(any, 0, near), 1, "no"), 2, "yes"));
      for (const conflicts of [here.conflicts(there), there.conflicts(here)])
        expect(new Set(conflicts)).toEqual(new Set([HASH, ZONE]));
    }
    expect(new Set(cross.restricted)).toEqual(new Set([HASH, ZONE, HAIRPIN]));
    expect(cross.without(ZONE).restricted).not.toContain(ZONE);
    expect(having(having(any, 0, "a"), 1, "yes").without(ZONE).restricted).toEqual([HASH]);
    expect(any.restricted).toEqual([]);
  });
});

describe("what is asked of worlds that come of one", () => {
  /** Every question doubles what the ones before it have left. */
  function ask(world: World, questions: number): void {
    let all = world;
    for (let i = 0; i < questions; i++) {
      const { yes, no } = world.split(label(`l${i}`), TextSet.of(["a", "b", "c"]), TextSet.of(["a", "c"]));
      all = i % 2 === 0 ? all.intersect(yes[0]!)! : all.subtract(no[0]!)!;
    }
  }

  it("is counted in steps, about as many more as is asked more", () => {
    const steps = (questions: number): number => {
      let taken = 0;
      ask(
        World.fresh((each) => (taken += each)),
        questions,
      );
      return taken;
    };
    expect(steps(40)).toBeGreaterThan(0);
    expect(steps(80)).toBeGreaterThan(1.5 * steps(40));
    // What is counted never runs backwards, and nothing twice.
    expect(steps(80)).toBeLessThan(12 * steps(40));
  });

  it("is ended by what counts", () => {
    const end = new Error("no more");
    const world = World.fresh(() => {
      throw end;
    });
    expect(() => {
      ask(world, 200);
    }).toThrow(end);
  });
});

describe("a world in which nothing is restricted", () => {
  it.each(ORIGINS)(
    "%s: has the other one in common with any, and leaves with it nothing new",
    (_name, any) => {
      const a = having(World.fresh(), 0, "a");
      expect(any.intersect(a)).toBe(a);
      expect(a.intersect(any)).toBe(a);
      expect(a.unite(any)).toBe(any);
      expect(any.unite(a)).toBe(any);
    },
  );
});

it("worlds of two evaluations are not comparable, those of one are, and where nothing is restricted all", () => {
  const [one, other] = [World.fresh(), World.fresh()];
  const [a, b, elsewhere] = [having(one, 0, "a"), having(one, 0, "b"), having(other, 0, "a")];
  expect([a.isComparable(b), a.isComparable(elsewhere), one.isComparable(elsewhere)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([a.equals(elsewhere), a.identity === elsewhere.identity]).toEqual([true, false]);
});

describe("a question that is asked in many worlds", () => {
  const inA = (world: World): Split => world.split(HASH, TextSet.ANY, TextSet.of(["a"]));
  const inAndZone = (world: World): Split =>
    allOf(world, [inA, (each) => each.split(ZONE, TextSet.of(["yes", "no"]), TextSet.of(["yes"]))]);
  const keysOf = ({ yes, no }: Split): unknown => [yes.map(({ key }) => key), no.map(({ key }) => key)];

  it("is asked once where nothing is restricted, and comes to the same in each world", () => {
    let times = 0;
    const once = askedOnce((world) => {
      times++;
      return inAndZone(world);
    });
    const whole = World.fresh();
    const [a] = whole.split(HASH, TextSet.ANY, TextSet.of(["a"])).yes as [World];
    const [b] = whole.split(HASH, TextSet.ANY, TextSet.of(["b"])).yes as [World];
    const [zone] = a.split(ZONE, TextSet.of(["yes", "no"]), TextSet.of(["yes"])).yes as [World];
    const [hairpin] = whole.ask(HAIRPIN).yes as [World];
    for (const world of [whole, a, b, zone, hairpin, whole])
      expect([keysOf(once.ask(world)), once.isYesIn(world)], world.key).toEqual([
        keysOf(inAndZone(world)),
        inAndZone(world).yes.length > 0,
      ]);
    expect(times).toBe(1);
    expect(keysOf(once.ask(World.ANY))).toEqual(keysOf(inAndZone(World.ANY)));
    expect(keysOf(once.ask(World.ANY))).toEqual(keysOf(inAndZone(World.ANY)));
    expect(times).toBe(2);
  });

  it("is asked in each world before it was asked in all", () => {
    let times = 0;
    const once = askedOnce((world) => {
      times++;
      return inAndZone(world);
    });
    const whole = World.fresh();
    const [a] = whole.split(HASH, TextSet.ANY, TextSet.of(["a"])).yes as [World];
    for (const world of [a, a, whole, a]) expect(keysOf(once.ask(world))).toEqual(keysOf(inAndZone(world)));
    expect(times).toBe(3);
  });
});
