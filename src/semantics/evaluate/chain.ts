import { groupBy } from "../../base/collections/group-by.js";
import { trafficMeets } from "../../base/net/traffic.js";
import { BEYOND_LIMIT } from "./limit.js";
import { unenforcedAmong, type Unenforced } from "../match/enforced.js";
import { relevantPolicies } from "./candidates.js";
import { originOf } from "./decider.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { maySelect } from "./refused.js";
import { mixOf, tieOf } from "./ties.js";
import { splitBySubject, subjectKey } from "../match/subject.js";
import { TIERS, type Direction, type Policy, type Tier } from "../../cluster/model/policy.js";
import { unsettledKey, type Unsettled } from "../match/unsettled.js";
import { World } from "../match/world.js";
import { whyMatched, whyMissed } from "../match/why.js";
import type { Chain, RuleStep, Step } from "./step.js";
import type { Decision, Part } from "./evaluate.js";
import type { DecidingEntry, Entry, PolicyEntry, RuleEntry } from "./entry.js";
import type { Region } from "../match/region.js";
import type { Side, Walked } from "./walk.js";

/** The chain of one direction of one part: the entries of the walk that its traffic meets, in their order. */
export function chainOf(decision: Decision, part: Part, direction: Direction): Chain {
  const side = decision.sides[direction];
  const walked = decision.walks[direction];
  const view = new WalkView(part, direction, walked.entries, side);
  const steps = TIERS.flatMap((tier) => tierSteps(view, tier, side, walked));
  return { direction, steps: markNearest([...view.leadingSteps(), ...steps, ...view.closingSteps()]) };
}

/** The entries of a walk as one part of the traffic meets them. */
class WalkView {
  readonly #part: Part;
  readonly #side: Side;
  readonly #entries: readonly Entry[];
  readonly #deciding: ReadonlySet<Entry>;
  #rules: ReadonlyMap<Policy, readonly RuleEntry[]> | undefined;

  constructor(part: Part, direction: Direction, entries: readonly Entry[], side: Side) {
    this.#part = part;
    this.#side = side;
    this.#entries = entries;
    this.#deciding = new Set(part[direction].leaves.map(({ by }) => by));
  }

  /** The regions that share traffic with the part. */
  meets(regions: readonly Region[]): readonly Region[] {
    return regions.filter((region) => trafficMeets(region.traffic, this.#part.traffic));
  }

  decides(entry: Entry): boolean {
    return this.#deciding.has(entry);
  }

  leadingSteps(): Step[] {
    return this.#entries.flatMap((entry): Step[] => {
      switch (entry.type) {
        case "own-node-closed":
        case "not-carried":
        case "exempt":
        case "limit":
        case "service":
          return this.#stepOf(entry);
        case "refused":
          return entry.refused === undefined ? this.#stepOf(entry) : [];
        default:
          return [];
      }
    });
  }

  closingSteps(): Step[] {
    return this.#entries
      .flatMap((entry) =>
        entry.type === "default" || entry.type === "default-deny" ? this.#stepOf(entry) : [],
      )
      .slice(0, 1);
  }

  /** Steps of the entries of a tier. */
  stepsOf(tier: Tier): Step[] {
    return this.#entries.flatMap((entry) =>
      "tier" in entry && entry.tier === tier ? this.#tierSteps(entry) : [],
    );
  }

  #tierSteps(entry: Extract<Entry, { readonly tier: Tier }>): Step[] {
    switch (entry.type) {
      case "policy":
        return this.#policySteps(entry);
      case "rule":
        return this.#ruleSteps(entry);
      case "refused":
        return entry.refused === undefined ? [] : this.#stepOf(entry);
      case "isolation":
      case "namespace-isolation":
      case "own-node":
        return this.#stepOf(entry);
    }
  }

  /** The step of an entry that has one record in both; none where the part's traffic does not meet it. */
  #stepOf(entry: Exclude<DecidingEntry, RuleEntry>): Step[] {
    const { regions, ...decider } = entry;
    if (this.meets(regions).length === 0) return [];
    return [{ ...decider, decides: this.decides(entry), at: originOf(entry, this.#side.direction) }];
  }

  #policySteps(entry: PolicyEntry): Step[] {
    const { tier, policy } = entry;
    const regions = this.meets(entry.regions);
    if (regions.length === 0) return [];
    const at = policy.rules[this.#side.direction]?.origin ?? policy.origin;
    const isolates = tier === "NetworkPolicy";
    if (!isolates && this.#hasMatch(policy)) return [];
    const outcome = isolates ? "isolates" : "no-rule-matches";
    return [{ type: "policy", tier, policy, outcome, at, decides: false }];
  }

  #hasMatch(policy: Policy): boolean {
    this.#rules ??= groupBy(
      this.#entries.filter((each) => each.type === "rule"),
      (each) => each.policy,
    );
    const rules = this.#rules.get(policy) ?? [];
    return rules.some((each) => this.meets([...each.matched, ...each.failedClosed]).length > 0);
  }

  #ruleSteps(entry: RuleEntry): Step[] {
    const { tier, policy, rule, action } = entry;
    const matched = this.meets(entry.matched);
    const failedClosed = this.meets(entry.failedClosed);
    const missed = this.meets(entry.missed);
    if (matched.length + failedClosed.length + missed.length === 0) return [];
    const isClosed = failedClosed.length > 0;
    const hits = [...matched, ...failedClosed];
    const outcome =
      isClosed && missed.length === 0
        ? "failed-closed"
        : hits.length === 0
          ? "missed"
          : missed.length === 0
            ? "matched"
            : "may-match";
    const because = this.#because(entry, hits[0], missed[0]);
    const failsClosed = isClosed && matched.length === 0;
    return [
      {
        type: "rule",
        tier,
        policy,
        rule,
        action: failsClosed ? "Deny" : action,
        failsClosed,
        decides: this.decides(entry),
        outcome,
        because,
        at: because.at,
        nearest: false,
        unsettled:
          outcome === "may-match"
            ? orAtLimit(
                () => differing(hits, missed),
                () => [BEYOND_LIMIT],
              )
            : [],
        tied: hits.length > 0 && this.#isTied(entry),
      },
    ];
  }

  #because(entry: RuleEntry, hit: Region | undefined, miss: Region | undefined): RuleStep["because"] {
    const { rule, tier } = entry;
    const seen = { ...this.#side, tier };
    const { traffic } = this.#part;
    const because = (world: World): RuleStep["because"] =>
      hit === undefined ? whyMissed(rule, seen, traffic, world) : whyMatched(rule, seen, traffic, world);
    // Where no work is left for all that is unsettled together, the rule is asked by itself.
    return orAtLimit(
      () => because((hit ?? miss)?.world ?? World.ANY),
      () => because(World.ANY),
    );
  }

  /** True where the outcome hangs on a choice between this rule and others that match too (S-PRI-2, S-PRI-5). */
  #isTied({ tier, policy }: RuleEntry): boolean {
    const { direction } = this.#side;
    const choices = new Set([tieOf(policy, direction), mixOf(tier, direction)].map(unsettledKey));
    return this.#part[direction].leaves.some(({ region }) =>
      region.world.restricted.some((each) => choices.has(unsettledKey(each))),
    );
  }
}

/** What tells the worlds of a match from those of a miss. */
function differing(hits: readonly Region[], misses: readonly Region[]): readonly Unsettled[] {
  const found = new Map<string, Unsettled>();
  for (const hit of hits) {
    for (const miss of misses)
      for (const each of hit.world.conflicts(miss.world)) found.set(unsettledKey(each), each);
  }
  return [...found.values()];
}

function tierSteps(view: WalkView, tier: Tier, side: Side, walked: Walked): Step[] {
  const steps = view.stepsOf(tier);
  const asked = new Set(steps.flatMap((step) => ("policy" in step ? [step.policy] : [])));
  const selecting = selectingPolicies(walked, tier, side);
  const waiting = selecting.filter((policy) => !asked.has(policy));
  if (steps.length === 0) {
    if (waiting.length > 0) return [{ type: "tier-not-reached", tier, policies: waiting, decides: false }];
    // Of a tier that was not reached and is not known whole, nothing can be said.
    if (mayMissPolicies(walked, tier, side)) return [];
    const unenforced = unenforcedIn(tier, side);
    return [{ type: "no-policy", tier, decides: false, ...(unenforced === undefined ? {} : { unenforced }) }];
  }
  const notReached = waiting.map((policy): Step => {
    const at = policy.rules[side.direction]?.origin ?? policy.origin;
    return { type: "policy-not-reached", tier, policy, at, decides: false };
  });
  return [...steps, ...notReached];
}

/** True where policies of a tier that the input does not tell may select the subject. */
function mayMissPolicies(walked: Walked, tier: Tier, { direction, subject, context }: Side): boolean {
  const groups = walked.candidates[tier];
  const refused = "policies" in groups ? groups.refused : groups.flatMap((group) => group.refused);
  return refused.some((each) => maySelect(each, subject, direction, tier, context));
}

/** Policies of a tier that an implementation does not enforce, and would have to ask. */
function unenforcedIn(tier: Tier, side: Side): Unenforced | undefined {
  const { cluster, profile } = side.context;
  const ofTier = [...relevantPolicies(cluster, [side.subject.endpoint])].filter(
    (policy) => policy.tier === tier,
  );
  const left = unenforcedAmong(ofTier, cluster, profile);
  const policies = selectingAmong(left?.policies ?? [], tier, side);
  return left === undefined || policies.length === 0 ? undefined : { ...left, policies };
}

/** Policies of a tier that act in this direction and may select the subject. */
function selectingPolicies(walked: Walked, tier: Tier, side: Side): readonly Policy[] {
  const groups = walked.candidates[tier];
  const policies = "policies" in groups ? groups.policies : groups.flatMap((group) => group.policies);
  return selectingAmong(policies, tier, side);
}

function selectingAmong(
  policies: readonly Policy[],
  tier: Tier,
  { direction, subject, context }: Side,
): readonly Policy[] {
  const answers = new Map<string, boolean>();
  const maySelectSubject = (policy: Policy): boolean => {
    const key = subjectKey(policy);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = splitBySubject(World.ANY, policy, subject, context).yes.length > 0;
    answers.set(key, answer);
    return answer;
  };
  return policies.filter(
    (policy) =>
      policy.rules[direction] !== undefined &&
      (policy.rules[direction].rules.length > 0 || tier === "NetworkPolicy") &&
      maySelectSubject(policy),
  );
}

/** Marks the miss that came nearest, where an isolating tier denies and one rule has more right than all others. */
function markNearest(steps: readonly Step[]): readonly Step[] {
  const isDenied = steps.some(
    (step) => (step.type === "isolation" || step.type === "namespace-isolation") && step.decides,
  );
  const misses = steps.flatMap((step) => {
    const isMiss = step.type === "rule" && step.tier === "NetworkPolicy" && step.outcome === "missed";
    return isMiss && step.because.code !== "matched" ? [{ step, nearness: step.because.nearness }] : [];
  });
  const [nearest, second] = misses.toSorted((a, b) => b.nearness - a.nearness);
  if (!isDenied || nearest === undefined || second === undefined || nearest.nearness === second.nearness)
    return steps;
  return steps.map((step) => (step === nearest.step ? { ...nearest.step, nearest: true } : step));
}
