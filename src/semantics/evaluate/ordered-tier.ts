import { effectiveAction } from "../match/effect.js";
import { splitEachByRule } from "../match/rule.js";
import { askRefused } from "./refused.js";
import { cutOut, joinPieces, joinRegions, splitWorlds, type Region } from "../match/region.js";
import { groupBy } from "../../base/collections/group-by.js";
import { actingRules, splitBySubject } from "../match/subject.js";
import { TextSet } from "../match/text-set.js";
import type { Direction, Policy, Tier } from "../../cluster/model/policy.js";
import { possibleWorld } from "../match/dns-answers.js";
import { joinWorlds, type World } from "../match/world.js";
import type { Choice } from "../match/unsettled.js";
import type { Decided, RuleEntry } from "./entry.js";
import type { CandidatePolicies } from "./candidates.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";
import type { Walk } from "./walk.js";

interface RegionAnswer {
  readonly decided: readonly Decided[];
  readonly open: readonly Region[];
}

/**
 * Walks an ordered tier (S-EV-11, S-EV-13): the first matching rule of the first policy decides. The two APIs are walked
 * one by one, for what they do together is not defined (S-PRI-5).
 * @returns the regions that are open behind the tier: no rule matched, or one passed
 */
export function walkOrderedTier(
  walk: Walk,
  tier: "Admin" | "Baseline",
  regions: readonly Region[],
): readonly Region[] {
  if (regions.length === 0) return [];
  const hidden: Decided[] = [];
  const shown = askHidden(walk, tier, regions, hidden);
  const answers = walk.candidates[tier].map((candidates) =>
    walkPriorities(walk, tier, { ...candidates, refused: candidates.refused.filter(isShown) }, shown),
  );
  const { decided, open } = settle(walk, shown, answers, mixOf(tier, walk.side.direction));
  const passed: Region[] = [];
  for (const { region, action, by } of [...hidden, ...decided]) {
    if (action === "Pass") passed.push(region);
    else walk.decide([region], action === "Accept" ? "allowed" : "denied", by);
  }
  return joinRegions([...passed, ...open]);
}

/**
 * Asks the kinds of both APIs together that a cluster does not show. What they would do is missing from the input, and is no
 * choice of an implementation between the APIs: nobody has seen policies of both (S-PRI-5).
 */
function askHidden(
  walk: Walk,
  tier: "Admin" | "Baseline",
  regions: readonly Region[],
  decided: Decided[],
): readonly Region[] {
  const refused = walk.candidates[tier].flatMap((candidates) => candidates.refused);
  const hidden = refused.filter((each) => !isShown(each));
  return hidden.length === 0 ? regions : askRefused(walk, tier, hidden, regions, decided);
}

function isShown({ cause }: RefusedPolicy): boolean {
  return cause !== "forbidden" && cause !== "unlisted";
}

function walkPriorities(
  walk: Walk,
  tier: Tier,
  candidates: CandidatePolicies,
  regions: readonly Region[],
): RegionAnswer {
  const decided: Decided[] = [];
  let open = regions;
  let refused = candidates.refused;
  const tied = byPriority(candidates.policies);
  const hasTies = tied.length < candidates.policies.length;
  const breaksTies = hasTies && walk.side.context.profile.readings["equal-priority"] === "by-name";
  // Candidates are in the order of their names.
  const groups = breaksTies ? candidates.policies.map((policy) => [policy]) : tied;
  for (const group of groups) {
    if (open.length === 0) break;
    const priority = group[0]?.priority;
    const tie = tieOf(group[0] as Policy, walk.side.direction);
    // A refused policy whose priority cannot be told may come before all others.
    const isBefore = (each: RefusedPolicy): boolean =>
      each.priority === undefined || each.priority <= (priority ?? 0);
    open = askRefused(walk, tier, refused.filter(isBefore), open, decided);
    refused = refused.filter((each) => !isBefore(each));
    const asked = open;
    const answer = settle(
      walk,
      asked,
      group.map((policy) => walkPolicy(walk, tier, policy, asked)),
      tie,
    );
    decided.push(...answer.decided);
    open = group.length === 1 ? answer.open : joinRegions(answer.open);
  }
  return { decided, open: askRefused(walk, tier, refused, open, decided) };
}

/** Policies of equal priority together, lowest number first. */
function byPriority(policies: readonly Policy[]): Policy[][] {
  const groups: Policy[][] = [];
  for (const policy of policies) {
    const last = groups.at(-1);
    if (last?.[0]?.priority === policy.priority && last !== undefined) last.push(policy);
    else groups.push([policy]);
  }
  return groups;
}

/** The rules of one policy, top to bottom, where it selects the subject. */
function walkPolicy(walk: Walk, tier: Tier, policy: Policy, regions: readonly Region[]): RegionAnswer {
  const { direction, subject, context } = walk.side;
  const list = policy.rules[direction];
  walk.take(regions.length);
  const { matched: selected, missed } = splitWorlds(regions, (world) =>
    splitBySubject(world, policy, subject, context),
  );
  if (list === undefined || selected.length === 0) return { decided: [], open: regions };
  walk.log({ type: "policy", tier, policy, regions: selected });
  const decided: Decided[] = [];
  let open: readonly Region[] = selected;
  for (const rule of actingRules(policy, list.rules)) {
    if (open.length === 0) break;
    walk.take(open.length);
    const { matched, failedClosed, missed: left } = splitEachByRule(open, rule, walk.side, tier);
    const action = effectiveAction(rule);
    const stillOpen = left === open ? open : joinPieces(left);
    const failsClosed = failedClosed.length > 0 && matched.length === 0;
    const does = failsClosed ? "Deny" : action;
    const asked = { type: "rule", tier, policy, rule, action: does, failsClosed } as const;
    const by: RuleEntry = { ...asked, matched, failedClosed, missed: walk.isExplained ? stillOpen : [] };
    walk.log(by);
    const option = optionOf(policy);
    for (const region of matched) decided.push({ region, action, by, option });
    for (const region of failedClosed) decided.push({ region, action: "Deny", by, option });
    open = stillOpen;
  }
  return { decided, open: missed.length === 0 ? open : joinRegions([...missed, ...open]) };
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
 */
function settle(
  walk: Walk,
  regions: readonly Region[],
  answers: readonly RegionAnswer[],
  choice: Choice,
): RegionAnswer {
  const [only, ...others] = answers;
  if (only === undefined) return { decided: [], open: regions };
  if (others.every(({ decided }) => decided.length === 0)) return only;
  const all = answers.flatMap(({ decided }) => decided);
  const decided: Decided[] = [];
  const open: Region[] = [];
  for (const { region, met } of overlay(walk, regions, all)) {
    const settled = settleCell(region, met, choice);
    decided.push(...settled.decided);
    open.push(...settled.open);
  }
  return { decided, open };
}

/** A part of a region, in all of whose traffic and ends the same answers are met in some worlds. */
interface RegionCell {
  readonly region: Region;
  readonly met: readonly Decided[];
}

/** Cuts regions where what is decided begins or ends, whatever the worlds. */
function overlay(walk: Walk, regions: readonly Region[], decided: readonly Decided[]): RegionCell[] {
  let cells: RegionCell[] = regions.map((region) => ({ region, met: [] }));
  for (const each of decided) {
    walk.take(cells.length);
    cells = cells.flatMap((cell): RegionCell[] => {
      const { shared, outside } = cutOut(cell.region, each.region);
      return [
        ...shared.map((region) => ({ region, met: [...cell.met, each] })),
        ...outside.map((region) => ({ region, met: cell.met })),
      ];
    });
  }
  return cells;
}

function settleCell(region: Region, met: readonly Decided[], choice: Choice): RegionAnswer {
  const here = met.flatMap((each) => {
    const world = each.region.world.intersect(region.world);
    return world === undefined ? [] : [{ each, world, covers: each.covers ?? world }];
  });
  const byAction = [...groupBy(here, ({ each }) => each.action).values()].flatMap((alike) =>
    joinWorlds(alike.map(({ world }) => world)),
  );
  const contested = joinWorlds(
    byAction.flatMap((a, at) => byAction.slice(at + 1).flatMap((b) => a.intersect(b) ?? [])),
  )[0];
  const decided: Decided[] = [];
  const decide = ({ each, covers }: (typeof here)[number], world: World): void => {
    decided.push({ ...each, region: { ...region, world }, covers });
  };
  let open: World | undefined = region.world;
  let agreed = contested === undefined ? open : open.subtract(contested);
  for (const match of here) {
    const { each, world, covers } = match;
    // Where tied policies match nothing is open, whichever is chosen: the worlds of the choice do not say so.
    open = open?.subtract(covers);
    const first: World | undefined = agreed?.intersect(world);
    if (first !== undefined) decide(match, first);
    agreed = agreed?.subtract(world);
    const chosen = contested?.intersect(world)?.split(choice, TextSet.PRESENT, TextSet.of([each.option]));
    for (const one of chosen?.yes ?? []) decide(match, one);
  }
  const left = open && possibleWorld(open);
  return { decided, open: left === undefined ? [] : [{ ...region, world: left }] };
}
