import { effectiveAction } from "../match/effect.js";
import { splitEachByRule } from "../match/rule.js";
import { askRefused } from "./refused.js";
import { joinPieces, joinRegions, joinRegionsTo, splitWorlds, type Region } from "../match/region.js";
import { mixOf, optionOf, settle, tieOf, type RegionAnswer } from "./ties.js";
import { actingRules, splitBySubject } from "../match/subject.js";
import type { Policy, Tier } from "../../cluster/model/policy.js";
import type { Decided, RuleEntry } from "./entry.js";
import type { CandidatePolicies } from "./candidates.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";
import type { Walk } from "./walk.js";

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
  const unseen = passedOf(walk, hidden);
  const pieces = settle(walk, shown, answers, mixOf(tier, walk.side.direction)).map(({ decided, open }) => [
    ...passedOf(walk, decided),
    ...open,
  ]);
  return joinRegionsTo(joinPieces(pieces), unseen);
}

/** Takes down what is allowed and denied. @returns what is passed on */
function passedOf(walk: Walk, decided: readonly Decided[]): readonly Region[] {
  const passed: Region[] = [];
  for (const { region, action, by } of decided) {
    if (action === "Pass") passed.push(region);
    else walk.decide([region], action === "Accept" ? "allowed" : "denied", by);
  }
  return passed;
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
    const answers = group.map((policy) => walkPolicy(walk, tier, policy, asked));
    const settled = settle(walk, asked, answers, tie);
    decided.push(...settled.flatMap((each) => each.decided));
    open =
      group.length === 1
        ? settled.flatMap((each) => each.open)
        : joinPieces(settled.map((each) => each.open));
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
