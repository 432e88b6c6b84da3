import { groupBy } from "../../base/collections/group-by.js";
import { joinRegions, splitAll, splitRegion, type Region, type RegionSplit } from "../match/region.js";
import { splitByPods } from "../match/pods.js";
import { TextSet } from "../match/text-set.js";
import { allOf, anyOf } from "../match/split.js";
import { World, type Split } from "../match/world.js";
import type { Fact } from "../match/unsettled.js";
import { kindAndName } from "../../cluster/model/object-ref.js";
import type { Action, Direction, PodSelection, Tier } from "../../cluster/model/policy.js";
import type { Decided, DecidingEntry } from "./entry.js";
import type { MatchContext, Party } from "../match/party.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";
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
  const by: DecidingEntry = {
    type: "refused",
    tier: "Admin",
    refused: undefined,
    regions: [...allow, ...deny],
  };
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
  return askTogether(walk, tier, policies, regions, ({ allow, deny, rest, fact, by, option }) => {
    const byPass = splitAll(rest, (each) =>
      splitRegion(each, (world) => world.split(fact, EFFECTS, TextSet.of(["Pass"]))),
    );
    const add = (action: Action, each: readonly Region[]): void => {
      for (const region of each) decided.push({ region, action, by, option });
    };
    add("Accept", allow);
    add("Deny", deny);
    add("Pass", byPass.matched);
    return byPass.missed;
  });
}

/**
 * Asks the refused NetworkPolicies about what the others leave denied (one may allow it) or not isolated (one may
 * isolate the pod).
 * @returns the regions in which none of them matters
 */
export function askRefusedIsolating(walk: Walk, regions: readonly Region[]): readonly Region[] {
  const { refused } = walk.candidates.NetworkPolicy;
  return askTogether(walk, "NetworkPolicy", refused, regions, ({ allow, deny, rest, by }) => {
    walk.decide(allow, "allowed", by);
    walk.decide(deny, "denied", by);
    return rest;
  });
}

/** What missing policies may do to some regions. */
interface Effect {
  readonly allow: readonly Region[];
  readonly deny: readonly Region[];
  /** Where they neither allow nor deny. */
  readonly rest: readonly Region[];
  readonly fact: Fact;
  readonly by: DecidingEntry;
  /** Names them where an implementation may choose between several answers. */
  readonly option: string;
}

/**
 * Asks all missing policies that may select the subject in a region as one: any of them could make the verdict anything,
 * so that one fact for each of them would tell no more, at a cost that grows with the cube of their number.
 * @param settle takes what they may do, and returns the regions that stay open
 */
function askTogether(
  walk: Walk,
  tier: Tier,
  policies: readonly RefusedPolicy[],
  regions: readonly Region[],
  settle: (effect: Effect) => readonly Region[],
): readonly Region[] {
  if (policies.length === 0) return regions;
  let open = regions;
  for (const cause of ["refused", "undecided", "repeated", "forbidden", "unlisted"] as const) {
    const ofCause = policies.filter((policy) => policy.cause === cause);
    if (ofCause.length === 0) continue;
    walk.take(open.length * ofCause.length);
    const { matched, missed } = splitByAnyMissing(walk, ofCause, tier, open);
    const { subject, context, direction } = walk.side;
    const groups = byMissing(matched, ({ world }) =>
      ofCause.filter((each) => maySelect(each, subject, direction, tier, context, world)),
    );
    const cuts = groups.map(({ missing, regions: inGroup }) => {
      const fact: Fact = {
        type: "fact",
        code: CODES[cause],
        policies: missing.map(nameOf),
      };
      return { missing, fact, ...cutByEffect(inGroup, fact) };
    });
    const entries = new Map(
      ofCause.map((refused): [RefusedPolicy, DecidingEntry] => {
        const matched = cuts.flatMap(({ missing, allow, deny }) =>
          missing.includes(refused) ? [...allow, ...deny] : [],
        );
        return [refused, { type: "refused", tier, refused, regions: matched }];
      }),
    );
    for (const entry of entries.values()) walk.log(entry);
    walk.take(cuts.length * ofCause.length);
    const rest = cuts.flatMap((cut) => {
      const [first] = cut.missing;
      const by = first === undefined ? undefined : entries.get(first);
      return by === undefined ? cut.rest : settle({ ...cut, by, option: cut.missing.map(nameOf).join(", ") });
    });
    open = joinRegions([...missed, ...rest]);
  }
  return open;
}

/** Cuts regions where some policy that is missing may select the subject. */
function splitByAnyMissing(
  walk: Walk,
  missing: readonly RefusedPolicy[],
  tier: Tier,
  regions: readonly Region[],
): RegionSplit {
  const { subject, context, direction } = walk.side;
  const questions = missing
    .filter(({ directions }) => directions.includes(direction))
    .map(
      (each) =>
        (world: World): Split =>
          splitByMissing(world, each, subject, tier, context),
    );
  return splitAll(regions, (region) => splitRegion(region, (world) => anyOf(world, questions)));
}

/** One policy, or the kind of which none is shown. */
function nameOf({ cause, ref }: RefusedPolicy): string {
  return cause === "forbidden" || cause === "unlisted" ? ref.kind : kindAndName(ref);
}

/** Regions by the policies that are missing in them, in the order of the regions. */
function byMissing(
  regions: readonly Region[],
  missingIn: (region: Region) => readonly RefusedPolicy[],
): { readonly missing: readonly RefusedPolicy[]; readonly regions: readonly Region[] }[] {
  const asked = regions.map((region) => ({ region, missing: missingIn(region) }));
  const groups = groupBy(asked, ({ missing }) => JSON.stringify(missing.map(nameOf)));
  return [...groups.values()].map((group) => ({
    missing: group[0]?.missing ?? [],
    regions: group.map(({ region }) => region),
  }));
}

const CODES = {
  refused: "refused-policy",
  undecided: "undecided-policy",
  repeated: "repeated-policy",
  forbidden: "forbidden-policies",
  unlisted: "unlisted-policies",
} as const;

/** True where a policy that is missing acts in a direction and may select an endpoint. */
export function maySelect(
  refused: RefusedPolicy,
  subject: Party,
  direction: Direction,
  tier: Tier,
  context: MatchContext,
  world = World.ANY,
): boolean {
  return (
    refused.directions.includes(direction) &&
    splitByMissing(world, refused, subject, tier, context).yes.length > 0
  );
}

/** Asks whether a policy that is missing may select an endpoint. */
export function splitByMissing(
  world: World,
  refused: RefusedPolicy,
  subject: Party,
  tier: Tier,
  context: MatchContext,
): Split {
  const selection = refused.subject ?? anyPod(refused);
  return allOf(
    world,
    selection === undefined
      ? []
      : [(each) => splitByPods(each, selection, { party: subject, tier, context })],
  );
}

/** Whom a policy with an unreadable subject may select: every pod of its namespace, or of the cluster. */
function anyPod({ ref, origin }: RefusedPolicy): PodSelection | undefined {
  return ref.namespace === undefined
    ? undefined
    : { namespaces: { own: ref.namespace }, pods: undefined, origin };
}
