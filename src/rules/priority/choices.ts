import { ALL_TRAFFIC, isNoTraffic, PROTOCOLS, subtractTraffic, type Traffic } from "../../net/traffic.js";
import { FIRST_PORT, LAST_PORT } from "../../net/port-set.js";
import { mixOf, optionOf, tieOf } from "../../evaluate/ordered-tier.js";
import { unsettledKey, type Choice } from "../../match/world.js";
import type { Direction, Policy } from "../../model/policy.js";
import type { Endpoint } from "../../model/endpoint.js";
import type { Leaf, Outcome } from "../../evaluate/entry.js";
import type { Part } from "../../evaluate/evaluate.js";
import type { Witness, WitnessTraffic } from "../../diagnostics/priority.js";

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

/** What becomes of some leaves of one direction if the policy goes first, and if the other one does, where that differs. */
export function disagreementIn(
  leaves: readonly Leaf[],
  { policy, other, choice }: Tie,
): Pick<Witness, "outcome" | "otherOutcome"> | undefined {
  const theirs = outcomesIf(other, choice, leaves);
  const outcome = outcomesIf(policy, choice, leaves).find((each) =>
    theirs.some((theirOutcome) => theirOutcome !== each),
  );
  if (outcome === undefined) return undefined;
  return { outcome, otherOutcome: outcome === "allowed" ? "denied" : "allowed" };
}

/** What some leaves come to where an implementation chooses a policy. */
function outcomesIf(policy: Policy, choice: Choice, leaves: readonly Leaf[]): readonly Outcome[] {
  const key = unsettledKey(choice);
  const chosen = leaves.filter(
    ({ region: { world } }) =>
      world.permits(choice, optionOf(policy)) && world.restricted.some((each) => unsettledKey(each) === key),
  );
  return [...new Set(chosen.map(({ outcome }) => outcome))].toSorted();
}

/** True for a part of a flow whose verdict is not defined because of a choice. */
export function isUndefinedBy({ verdict, reasons }: Part, choice: Choice): boolean {
  return verdict === "undefined" && reasons.some((each) => unsettledKey(each) === unsettledKey(choice));
}

/** A port of some traffic by which to name it: one that the destination declares, or the first. */
export function sampleOf(traffic: Traffic, to: Endpoint): WitnessTraffic | undefined {
  if (isNoTraffic(subtractTraffic(ALL_TRAFFIC, traffic))) return undefined;
  const has = (protocol: (typeof PROTOCOLS)[number], port: number): boolean =>
    traffic[protocol].some(([first, last]) => first <= port && port <= last);
  const declared =
    to.type === "pod" ? to.ports?.find(({ protocol, port }) => has(protocol, port)) : undefined;
  if (declared !== undefined) return { protocol: declared.protocol, port: declared.port };
  const protocol = PROTOCOLS.find((each) => traffic[each].length > 0);
  if (protocol === undefined) return { protocol: "other" };
  const [first, last] = traffic[protocol][0] ?? [FIRST_PORT, LAST_PORT];
  return { protocol, port: first === FIRST_PORT && last === LAST_PORT ? undefined : first };
}
