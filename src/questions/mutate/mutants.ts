import { DIRECTIONS, RuleList, type Direction, type Policy, type Rule } from "../../cluster/model/policy.js";
import { otherActions } from "./actions.js";
import { mutatedPeers } from "./peers.js";
import { mutatedPorts } from "./ports.js";
import { mutatedSelection } from "./selections.js";
import { swappedPriorities } from "./priorities.js";
import type { Origin } from "../../source/manifest/origin.js";

/** What a small change of a policy does. */
export const MUTATORS = [
  "drop-policy",
  "drop-direction",
  "drop-rule",
  "drop-peer",
  "drop-port",
  "drop-except",
  "drop-label",
  "negate-label",
  "widen-block",
  "widen-ports",
  "and-to-or",
  "swap-action",
  "swap-priority",
] as const;

/** One of {@link MUTATORS}. */
export type Mutator = (typeof MUTATORS)[number];

/** A small change of what is written at a place. */
export interface Mutation<T> {
  readonly mutator: Mutator;
  readonly at: Origin;
  /** What stands there then, as far as that is a value: `10.0.0.0/7`, `Deny`. */
  readonly replacement: string | undefined;
  readonly to: T;
}

/** A cluster's policies with one small change. */
export interface Mutant extends Omit<Mutation<unknown>, "to"> {
  readonly policy: Policy;
  readonly direction: Direction | undefined;
}

/** A mutant with the policies as they are then: of a long list each has one of its own, so that they are made one after the other. */
export interface MadeMutant extends Mutant {
  /** The one rule that changes, as it was and as it is then; undefined where more than the flows of a rule may change. */
  readonly rules: readonly Rule[] | undefined;
  /** The policies that change: what they are then, or undefined where one is gone. */
  readonly revised: ReadonlyMap<Policy, Policy | undefined>;
}

/** Every small change of some policies, in the order in which they are written. */
export function* mutantsOf(policies: readonly Policy[]): Generator<MadeMutant> {
  for (const policy of policies) {
    yield one(policy, undefined, {
      mutator: "drop-policy",
      at: policy.origin,
      replacement: undefined,
      to: undefined,
    });
    for (const each of mutatedSelection(policy.subject))
      yield one(policy, undefined, { ...each, to: { ...policy, subject: each.to } });
    for (const direction of DIRECTIONS) yield* ofDirection(policy, direction);
  }
  for (const { policy, revised, ...mutation } of swappedPriorities(policies))
    yield { ...mutation, policy, direction: undefined, rules: undefined, revised };
}

function one(
  policy: Policy,
  direction: Direction | undefined,
  { mutator, at, replacement, to }: Mutation<Policy | undefined>,
  rules?: readonly Rule[],
): MadeMutant {
  return { mutator, at, replacement, policy, direction, rules, revised: new Map([[policy, to]]) };
}

function* ofDirection(policy: Policy, direction: Direction): Generator<MadeMutant> {
  const list = policy.rules[direction];
  if (list === undefined) return;
  const withRules = (rules: readonly Rule[]): Policy => ({
    ...policy,
    rules: { ...policy.rules, [direction]: new RuleList(list.origin, () => rules) },
  });
  // Of a policy that acts in one direction, that is the policy.
  if (DIRECTIONS.every((each) => policy.rules[each] !== undefined)) {
    const to = { ...policy, rules: { ...policy.rules, [direction]: undefined } };
    yield one(policy, direction, { mutator: "drop-direction", at: list.origin, replacement: undefined, to });
  }
  const { rules } = list;
  for (const rule of rules) {
    const others = rules.filter((each) => each !== rule);
    const dropped: Mutation<Policy> = {
      mutator: "drop-rule",
      at: rule.origin,
      replacement: undefined,
      to: withRules(others),
    };
    yield one(policy, direction, dropped, [rule]);
    for (const each of mutationsOf(rule, policy)) {
      const to = withRules(rules.map((other) => (other === rule ? each.to : other)));
      yield one(policy, direction, { ...each, to }, [rule, each.to]);
    }
  }
}

function* mutationsOf(rule: Rule, policy: Policy): Generator<Mutation<Rule>> {
  for (const each of otherActions(rule, policy)) yield each;
  for (const each of mutatedPeers(rule.peers, policy)) yield { ...each, to: { ...rule, peers: each.to } };
  for (const each of mutatedPorts(rule.ports, policy)) yield { ...each, to: { ...rule, ports: each.to } };
}
