import { NO_EFFECT } from "./refused.js";
import { TextSet } from "../match/text-set.js";
import type { Leaf } from "./entry.js";
import type { Unsettled } from "../match/unsettled.js";
import type { World } from "../match/world.js";

/** What stands of a leaf if policies that are missing from the cluster do nothing. */
export function withoutMissing(leaf: Leaf): Leaf[] {
  const { region } = leaf;
  let world: World | undefined = region.world;
  for (const each of region.world.restricted)
    if (MISSING.has(each.code)) world = world?.where(each, TextSet.of([NO_EFFECT]));
  if (world === undefined) return [];
  return world === region.world ? [leaf] : [{ ...leaf, region: { ...region, world } }];
}

/** What a policy would do that is no part of the cluster. */
const MISSING: ReadonlySet<Unsettled["code"]> = new Set([
  "refused-policy",
  "undecided-policy",
  "repeated-policy",
  "forbidden-policies",
  "unlisted-policies",
  "not-analysed",
]);
