import { splitAll, splitRegion, type Region } from "../match/region.js";
import { splitByPods } from "../match/pods.js";
import { TextSet } from "../match/text-set.js";
import { allOf, World, type Fact, type Split } from "../match/world.js";
import { qualifiedName } from "../model/object-ref.js";
import type { Action, Direction, PodSelection, Tier } from "../model/policy.js";
import type { Decided } from "./ordered-tier.js";
import type { Entry, Outcome } from "./entry.js";
import type { MatchContext, Party } from "../match/party.js";
import type { RefusedPolicy } from "../model/objects.js";
import type { Walk } from "./walk.js";

/**
 * A policy that the API server refuses, or that may stand in a document which could not be read, is no part of the
 * cluster; but what its author meant it to do is missing. Where it could decide, the verdict is unknown, not what the
 * other policies say.
 */

/** What is in unread documents may come before everything else. @returns the regions in which nothing there decides */
export function askUnread(walk: Walk, regions: readonly Region[]): readonly Region[] {
  if (!walk.side.context.cluster.facts.mayMissPolicies || regions.length === 0) return regions;
  const fact: Fact = { type: "fact", code: "not-analysed" };
  const { allow, deny, rest } = cutByEffect(regions, fact);
  const by: Entry = { type: "refused", tier: "Admin", refused: undefined, matched: [...allow, ...deny] };
  walk.log(by);
  walk.decide(allow, "allowed", by);
  walk.decide(deny, "denied", by);
  return rest;
}

/** What a policy that is missing may do to some traffic. */
export const NO_EFFECT = "nothing";

const EFFECTS = TextSet.of(["Accept", "Deny", "Pass", NO_EFFECT]);

function cutByEffect(
  regions: readonly Region[],
  fact: Fact,
): { allow: readonly Region[]; deny: readonly Region[]; rest: readonly Region[] } {
  const byAccept = splitAll(regions, (each) =>
    splitRegion(each, (world) => world.split(fact, EFFECTS, TextSet.of(["Accept"]))),
  );
  const byDeny = splitAll(byAccept.missed, (each) =>
    splitRegion(each, (world) => world.split(fact, EFFECTS, TextSet.of(["Deny"]))),
  );
  return { allow: byAccept.matched, deny: byDeny.matched, rest: byDeny.missed };
}

/**
 * Asks refused policies of an ordered tier.
 * @returns the regions in which none of them decides
 */
export function askRefused(
  walk: Walk,
  tier: Tier,
  policies: readonly RefusedPolicy[],
  regions: readonly Region[],
  decided: Decided[],
): readonly Region[] {
  let open = regions;
  for (const refused of policies) {
    if (open.length === 0) break;
    const selected = whereItSelects(walk, refused, tier, open);
    const fact = factOf(refused);
    const { allow, deny, rest } = cutByEffect(selected.matched, fact);
    const byPass = splitAll(rest, (each) =>
      splitRegion(each, (world) => world.split(fact, EFFECTS, TextSet.of(["Pass"]))),
    );
    const matched = [...allow, ...deny, ...byPass.matched];
    const by: Entry = { type: "refused", tier, refused, matched };
    walk.log(by);
    const option = nameOf(refused);
    const add = (action: Action, each: readonly Region[]): void => {
      for (const region of each) decided.push({ region, action, by, option });
    };
    add("Accept", allow);
    add("Deny", deny);
    add("Pass", byPass.matched);
    open = [...selected.missed, ...byPass.missed];
  }
  return open;
}

/**
 * Asks the refused NetworkPolicies about what the others leave denied (one may allow it) or not isolated (one may
 * isolate the pod).
 * @returns the regions in which none of them matters
 */
export function askRefusedIsolating(walk: Walk, regions: readonly Region[]): readonly Region[] {
  let open = regions;
  for (const refused of walk.candidates.NetworkPolicy.refused) {
    if (open.length === 0) break;
    const selected = whereItSelects(walk, refused, "NetworkPolicy", open);
    const fact = factOf(refused);
    const { allow, deny, rest } = cutByEffect(selected.matched, fact);
    const by: Entry = { type: "refused", tier: "NetworkPolicy", refused, matched: [...allow, ...deny] };
    walk.log(by);
    const decide = (each: readonly Region[], outcome: Outcome): void => walk.decide(each, outcome, by);
    decide(allow, "allowed");
    decide(deny, "denied");
    open = [...selected.missed, ...rest];
  }
  return open;
}

function factOf(refused: RefusedPolicy): Fact {
  const code = refused.cause === "refused" ? "refused-policy" : "repeated-policy";
  return { type: "fact", code, policy: nameOf(refused) };
}

function nameOf({ ref }: RefusedPolicy): string {
  return `${ref.kind} ${qualifiedName(ref)}`;
}

function whereItSelects(
  walk: Walk,
  refused: RefusedPolicy,
  tier: Tier,
  regions: readonly Region[],
): ReturnType<typeof splitAll> {
  const { subject, context, direction } = walk.side;
  if (!refused.directions.includes(direction)) return { matched: [], missed: regions };
  return splitAll(regions, (region) =>
    splitRegion(region, (world) => splitByMissing(world, refused, subject, tier, context)),
  );
}

/** True where a policy that is missing acts in a direction and may select an endpoint. */
export function maySelect(
  refused: RefusedPolicy,
  subject: Party,
  direction: Direction,
  tier: Tier,
  context: MatchContext,
): boolean {
  return (
    refused.directions.includes(direction) &&
    splitByMissing(World.ANY, refused, subject, tier, context).yes.length > 0
  );
}

function splitByMissing(
  world: World,
  refused: RefusedPolicy,
  subject: Party,
  tier: Tier,
  context: MatchContext,
): Split {
  const selection = refused.subject ?? anyPod(refused);
  return allOf(
    world,
    selection === undefined ? [] : [(each) => splitByPods(each, selection, subject, tier, context)],
  );
}

/** Whom a policy with an unreadable subject may select: every pod of its namespace, or of the cluster. */
function anyPod({ ref, origin }: RefusedPolicy): PodSelection | undefined {
  return ref.namespace === undefined
    ? undefined
    : { namespaces: { own: ref.namespace }, pods: undefined, origin };
}
