import { ALL_TRAFFIC, isNoTraffic, subtractTraffic, type Traffic } from "../../../base/net/traffic.js";
import { isEveryPort } from "../../../base/net/port-set.js";
import { samplePort } from "../../../base/net/sample-port.js";
import { mixOf, optionOf, tieOf } from "../../../semantics/evaluate/ties.js";
import { compareTexts } from "../../../base/collections/compare-texts.js";
import { oncePerAsked } from "../../../base/collections/once-per.js";
import { TextSet } from "../../../semantics/match/text-set.js";
import { unsettledKey, type Choice } from "../../../semantics/match/unsettled.js";
import type { World } from "../../../semantics/match/world.js";
import type { Direction, Policy } from "../../../cluster/model/policy.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { Leaf, Outcome } from "../../../semantics/evaluate/entry.js";
import type { Part } from "../../../semantics/evaluate/evaluate.js";
import type { Witness, WitnessTraffic } from "../../../cluster/problems/priority.js";

/** Two policies of one priority, and the choice that an implementation has between them in a direction. */
export interface Tie {
  readonly policy: Policy;
  readonly other: Policy;
  readonly direction: Direction;
  readonly choice: Choice;
}

/** The choice between two policies of one tier and priority. */
export function tieBetween(policy: Policy, other: Policy, direction: Direction): Tie {
  const isMixed = policy.generation !== other.generation;
  const choice = isMixed ? mixOf(policy.tier, direction) : tieOf(policy, direction);
  return { policy, other, direction, choice };
}

/**
 * What becomes of some leaves of one direction if the policy goes first, and if the other one does, where that differs while
 * all that is not known stays the same: that alone is what the two disagree about.
 */
export function disagreementIn(
  leaves: readonly Leaf[],
  { policy, other, direction, choice }: Tie,
): Pick<Witness, "outcome" | "otherOutcome"> | undefined {
  // What has nothing to say in this direction is never chosen, though leaves may be open for more than those that are.
  if (![policy, other].every(({ rules }) => (rules[direction]?.rules.length ?? 0) > 0)) return undefined;
  const ours = leavesIf(policy, choice, leaves);
  if (ours.length === 0) return undefined;
  const theirs = leavesIf(other, choice, leaves);
  const conflict = ours
    .toSorted((a, b) => compareTexts(a.outcome, b.outcome))
    .find((mine) =>
      theirs.some((each) => each.outcome !== mine.outcome && each.world.intersect(mine.world) !== undefined),
    );
  if (conflict === undefined) return undefined;
  const { outcome } = conflict;
  return { outcome, otherOutcome: outcome === "allowed" ? "denied" : "allowed" };
}

/** What some leaves come to where an implementation chooses a policy, and in which worlds of everything else. */
function leavesIf(
  policy: Policy,
  choice: Choice,
  leaves: readonly Leaf[],
): readonly { readonly outcome: Outcome; readonly world: World }[] {
  const option = optionOf(policy);
  return openLeaves(leaves, choice).flatMap(({ outcome, region: { world } }) => {
    const chosen = worldIf(world.identity, world, choice, option);
    return chosen === undefined ? [] : [{ outcome, world: chosen }];
  });
}

/** The leaves that hang on a choice. The same list is asked about for each pair of policies. */
const openLeaves = oncePerAsked(unsettledKey, (leaves: readonly Leaf[], choice: Choice): readonly Leaf[] => {
  const key = unsettledKey(choice);
  return leaves.filter(({ region }) => region.world.restricted.some((each) => unsettledKey(each) === key));
});

/** What a world is of everything else where a choice is made; undefined where it is not made so. Many leaves have the same world. */
const worldIf = oncePerAsked(
  (_world: World, choice: Choice, option: string) => `${unsettledKey(choice)} ${option}`,
  (_identity: object, world: World, choice: Choice, option: string) =>
    world.where(choice, TextSet.of([option]))?.without(choice),
);

/** True for a part of a flow whose verdict is not defined because of a choice. */
export function isUndefinedBy({ verdict, reasons }: Part, choice: Choice): boolean {
  return verdict === "undefined" && reasons.some((each) => unsettledKey(each) === unsettledKey(choice));
}

/** A port of some traffic by which to name it: one that the destination declares, or the first. */
export function sampleOf(traffic: Traffic, to: Endpoint): WitnessTraffic | undefined {
  if (isNoTraffic(subtractTraffic(ALL_TRAFFIC, traffic))) return undefined;
  const declared = to.type === "pod" ? (to.ports ?? []) : [];
  // The flow that is typed as an example has the same port.
  const { protocol, port } = samplePort(traffic, declared);
  if (protocol === "other") return { protocol };
  const isNamed = declared.some((each) => each.protocol === protocol && each.port === port);
  return { protocol, port: !isNamed && isEveryPort(traffic[protocol]) ? undefined : port };
}
