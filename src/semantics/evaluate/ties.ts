import { cutOut, mergeRegions, splitAll, type Region } from "../match/region.js";
import { groupBy } from "../../base/collections/group-by.js";
import { joinWorlds, type World } from "../match/world.js";
import { possibleWorld } from "../match/dns-answers.js";
import { TextSet } from "../match/text-set.js";
import type { Choice } from "../match/unsettled.js";
import type { Decided } from "./entry.js";
import type { Direction, Policy, Tier } from "../../cluster/model/policy.js";
import type { Walk } from "./walk.js";

/** What is decided of some regions, and what stays open. */
export interface RegionAnswer {
  readonly decided: readonly Decided[];
  readonly open: readonly Region[];
}

/** The choice between policies of one API and one priority, in one direction (S-PRI-2). */
export function tieOf({ generation, tier, priority }: Policy, direction: Direction): Choice {
  return {
    type: "choice",
    code: "equal-priority",
    of: `${generation} ${tier} ${priority ?? ""} ${direction}`,
  };
}

/** What names a policy where an implementation may choose between several. */
export function optionOf({ ref }: Policy): string {
  return `${ref.kind} ${ref.name}`;
}

/** The choice between the two APIs in one tier and direction (S-PRI-5). */
export function mixOf(tier: Tier, direction: Direction): Choice {
  return { type: "choice", code: "mixed-api-generations", of: `${tier} ${direction}` };
}

/**
 * Several answers to the same regions. Where those that decide come to the same, the first does; where they differ, each of
 * them may be the one, by an implementation's choice (S-PRI-2, S-PRI-5). Where they do is asked once for all worlds: not
 * for each set of policies that may match together.
 * @param regions of which no two share traffic of an end
 * @returns answers for parts of them, of which no two share traffic of an end
 */
export function settle(
  walk: Walk,
  regions: readonly Region[],
  answers: readonly RegionAnswer[],
  choice: Choice,
): readonly RegionAnswer[] {
  const [only, ...others] = answers.filter(({ decided }) => decided.length > 0);
  if (only === undefined) return [{ decided: [], open: regions }];
  if (others.length === 0) return [only];
  const all = [only, ...others].flatMap(({ decided }) => decided);
  return overlay(walk, regions, all).flatMap(({ regions: alike, met }) => {
    const inWorld = new Map<World, SettledWorld>();
    return mergeRegions(alike).map((region) => {
      const { world } = region;
      const settled = inWorld.get(world) ?? settleWorld(world, met, choice);
      inWorld.set(world, settled);
      return answerIn(region, settled);
    });
  });
}

/** Parts of regions in all of whose traffic and ends the same answers are met in some worlds. */
interface RegionCells {
  readonly regions: readonly Region[];
  readonly met: readonly Decided[];
}

/** Cuts regions where what is decided begins or ends, whatever the worlds. */
function overlay(
  walk: Walk,
  regions: readonly Region[],
  decided: readonly Decided[],
): readonly RegionCells[] {
  let cells: readonly RegionCells[] = [{ regions, met: [] }];
  for (const each of decided) {
    const cut: RegionCells[] = [];
    for (const cell of cells) {
      walk.take(cell.regions.length);
      const { matched, missed } = splitAll(cell.regions, (region) => {
        const { shared, outside } = cutOut(region, each.region);
        return { matched: shared, missed: outside };
      });
      if (matched.length > 0) cut.push({ regions: matched, met: [...cell.met, each] });
      if (missed.length > 0) cut.push(matched.length > 0 ? { regions: missed, met: cell.met } : cell);
    }
    cells = cut;
  }
  return cells;
}

/** What answers come to in a world. */
interface SettledWorld {
  readonly decided: readonly (Decided & { readonly world: World })[];
  readonly open: World | undefined;
}

function answerIn(region: Region, { decided, open }: SettledWorld): RegionAnswer {
  return {
    decided: decided.map(({ world, ...each }) => ({ ...each, region: { ...region, world } })),
    open: open === undefined ? [] : [{ ...region, world: open }],
  };
}

function settleWorld(whole: World, met: readonly Decided[], choice: Choice): SettledWorld {
  const here = met.flatMap((each) => {
    const world = each.region.world.intersect(whole);
    return world === undefined ? [] : [{ each, world, covers: each.covers ?? world }];
  });
  const byAction = [...groupBy(here, ({ each }) => each.action).values()].flatMap((alike) =>
    joinWorlds(alike.map(({ world }) => world)),
  );
  const contested = joinWorlds(
    byAction.flatMap((a, at) => byAction.slice(at + 1).flatMap((b) => a.intersect(b) ?? [])),
  )[0];
  const decided: (Decided & { readonly world: World })[] = [];
  let open: World | undefined = whole;
  let agreed = contested === undefined ? open : open.subtract(contested);
  for (const { each, world, covers } of here) {
    const decide = (one: World): void => {
      decided.push({ ...each, world: one, covers });
    };
    // Where tied policies match nothing is open, whichever is chosen: the worlds of the choice do not say so.
    open = open?.subtract(covers);
    const first: World | undefined = agreed?.intersect(world);
    if (first !== undefined) decide(first);
    agreed = agreed?.subtract(world);
    const chosen = contested?.intersect(world)?.split(choice, TextSet.PRESENT, TextSet.of([each.option]));
    chosen?.yes.forEach(decide);
  }
  return { decided, open: open && possibleWorld(open) };
}
