import { effectiveAction } from "../match/effect.js";
import { splitByRule } from "../match/rule.js";
import { askRefused } from "./refused.js";
import { intersectRegions, splitAll, splitRegion, type Region } from "../match/region.js";
import { actingRules, splitBySubject } from "../match/subject.js";
import { TextSet } from "../match/text-set.js";
import type { Direction, Policy, Tier } from "../model/policy.js";
import type { Choice } from "../match/world.js";
import type { Decided, Entry } from "./entry.js";
import type { Candidates } from "./candidates.js";
import type { RefusedPolicy } from "../model/objects.js";
import type { Walk } from "./walk.js";

interface Answer {
  readonly decided: readonly Decided[];
  readonly open: readonly Region[];
}

/** A cell of a partition with every answer that holds in it. */
interface Cell {
  readonly region: Region;
  readonly decided: readonly Decided[];
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
  const answers = walk.candidates[tier].map((candidates) => walkPriorities(walk, tier, candidates, regions));
  const cells = combine(walk, regions, answers);
  const open: Region[] = [];
  for (const cell of cells) {
    for (const { region, decided } of resolve(cell, mixOf(tier, walk.side.direction))) {
      if (decided === undefined || decided.action === "Pass") open.push(region);
      else walk.decide([region], decided.action === "Accept" ? "allowed" : "denied", decided.by);
    }
  }
  return open;
}

function walkPriorities(walk: Walk, tier: Tier, candidates: Candidates, regions: readonly Region[]): Answer {
  const decided: Decided[] = [];
  let open = regions;
  let refused = candidates.refused;
  for (const group of byPriority(candidates.policies)) {
    if (open.length === 0) break;
    const priority = group[0]?.priority;
    const tie = tieOf(group[0] as Policy, walk.side.direction);
    // A refused policy whose priority cannot be told may come before all others.
    const isBefore = (each: RefusedPolicy): boolean =>
      each.priority === undefined || each.priority <= (priority ?? 0);
    open = askRefused(walk, tier, refused.filter(isBefore), open, decided);
    refused = refused.filter((each) => !isBefore(each));
    const answers = group.map((policy) => walkPolicy(walk, tier, policy, open));
    const stillOpen: Region[] = [];
    for (const cell of combine(walk, open, answers)) {
      for (const each of resolve(cell, tie)) {
        if (each.decided === undefined) stillOpen.push(each.region);
        else decided.push({ ...each.decided, region: each.region });
      }
    }
    open = stillOpen;
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
function walkPolicy(walk: Walk, tier: Tier, policy: Policy, regions: readonly Region[]): Answer {
  const { direction, subject, context } = walk.side;
  const list = policy.rules[direction];
  walk.take(regions.length);
  const { matched: selected, missed } = splitAll(regions, (region) =>
    splitRegion(region, (world) => splitBySubject(world, policy, subject, context)),
  );
  if (list === undefined || selected.length === 0) return { decided: [], open: regions };
  walk.log({ type: "policy", tier, policy, regions: selected });
  const decided: Decided[] = [];
  let open: readonly Region[] = selected;
  for (const rule of actingRules(policy, list.rules)) {
    if (open.length === 0) break;
    walk.take(open.length);
    const splits = open.map((region) => splitByRule(region, rule, walk.side, tier));
    const matched = splits.flatMap((split) => split.matched);
    const failedClosed = splits.flatMap((split) => split.failedClosed);
    const action = effectiveAction(rule);
    const stillOpen = splits.flatMap((split) => split.missed);
    const by: Entry = { type: "rule", tier, policy, rule, action, matched, failedClosed, missed: stillOpen };
    walk.log(by);
    const option = optionOf(policy);
    for (const region of matched) decided.push({ region, action, by, option });
    for (const region of failedClosed) decided.push({ region, action: "Deny", by, option });
    open = stillOpen;
  }
  return { decided, open: [...missed, ...open] };
}

/** Lays answers over each other: cells in which each of them is one thing throughout. */
function combine(walk: Walk, regions: readonly Region[], answers: readonly Answer[]): Cell[] {
  const [only, ...others] = answers;
  if (only !== undefined && others.length === 0) return cellsOf(only);
  let cells: Cell[] = regions.map((region) => ({ region, decided: [] }));
  for (const { decided, open } of answers) {
    if (decided.length === 0) continue;
    walk.take(cells.length * (decided.length + open.length));
    cells = cells.flatMap((cell) => [
      ...decided.flatMap((each) => {
        const region = intersectRegions(cell.region, each.region);
        return region === undefined ? [] : [{ region, decided: [...cell.decided, each] }];
      }),
      ...open.flatMap((each) => {
        const region = intersectRegions(cell.region, each);
        return region === undefined ? [] : [{ region, decided: cell.decided }];
      }),
    ]);
  }
  return cells;
}

/** One answer by itself: its parts are all of the regions that were asked about. */
function cellsOf({ decided, open }: Answer): Cell[] {
  return [
    ...decided.map((each) => ({ region: each.region, decided: [each] })),
    ...open.map((region) => ({ region, decided: [] })),
  ];
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

/** Several answers that differ are a choice of the implementation's: each of them may be the one (S-PRI-2). */
function resolve(
  { region, decided }: Cell,
  choice: Choice,
): readonly { readonly region: Region; readonly decided: Decided | undefined }[] {
  const [first, ...others] = decided;
  if (first === undefined || others.every((each) => each.action === first.action))
    return [{ region, decided: first }];
  const options = TextSet.of(decided.map((each) => each.option));
  return decided.flatMap((each) =>
    region.world
      .split(choice, options, TextSet.of([each.option]))
      .yes.map((world) => ({ region: { ...region, world }, decided: each })),
  );
}
