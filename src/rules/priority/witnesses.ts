import { ALL_TRAFFIC, isNoTraffic, PROTOCOLS, subtractTraffic, type Traffic } from "../../net/traffic.js";
import { Candidates, type CandidatePair } from "./candidates.js";
import { evaluate, type Decision, type Part } from "../../evaluate/evaluate.js";
import { FIRST_PORT, LAST_PORT } from "../../net/port-set.js";
import { mixOf, optionOf, tieOf } from "../../evaluate/ordered-tier.js";
import { REFERENCE } from "../../match/profile.js";
import { unsettledKey, type Choice } from "../../match/world.js";
import type { Cluster } from "../../model/cluster.js";
import { DIRECTIONS, type Direction, type Policy } from "../../model/policy.js";
import type { Endpoint } from "../../model/endpoint.js";
import type { Flow } from "../../evaluate/flow.js";
import type { Outcome } from "../../evaluate/entry.js";
import type { PodIndex } from "../selection/pod-index.js";
import type { Witness, WitnessTraffic } from "../../diagnostics/priority.js";

/** How many flows are tried for two policies in one direction, and evaluated for one cluster: there the search ends. */
const MAX_TRIED = 16;
const MAX_EVALUATED = 4000;

/** Looks for flows whose verdict depends on which of two policies of one priority an implementation applies. */
export class Witnesses {
  readonly #cluster: Cluster;
  readonly #candidates: Candidates;
  readonly #decisions = new Map<string, Decision>();

  constructor(cluster: Cluster, index: PodIndex) {
    this.#cluster = cluster;
    this.#candidates = new Candidates(cluster, index);
  }

  /** The first flow with two outcomes. */
  find(policy: Policy, other: Policy): Witness | undefined {
    for (const are of ["existing", "hypothetical"] as const) {
      for (const direction of DIRECTIONS) {
        let tried = 0;
        for (const pair of this.#candidates.pairs(policy, other, direction, are)) {
          if (tried++ === MAX_TRIED) break;
          const witness = this.#ask(pair, policy, other, direction);
          if (witness !== undefined) return witness;
        }
      }
    }
    return undefined;
  }

  #ask(pair: CandidatePair, policy: Policy, other: Policy, direction: Direction): Witness | undefined {
    const [from, to] = direction === "egress" ? [pair.subject, pair.peer] : [pair.peer, pair.subject];
    const decision = this.#decide(from.endpoint, to.endpoint);
    if (decision === undefined) return undefined;
    const choice = choiceBetween(policy, other, direction);
    for (const part of decision.parts) {
      const isTheReason = part.reasons.some((reason) => unsettledKey(reason) === unsettledKey(choice));
      if (part.verdict !== "undefined" || !isTheReason) continue;
      const mine = outcomesIf(policy, choice, part, direction);
      const theirs = outcomesIf(other, choice, part, direction);
      const outcome = mine.find((each) => theirs.some((theirOutcome) => theirOutcome !== each));
      if (outcome === undefined) continue;
      const otherOutcome = outcome === "allowed" ? "denied" : "allowed";
      const traffic = sampleOf(part.traffic, to.endpoint);
      return { from: from.shownAs, to: to.shownAs, traffic, outcome, otherOutcome };
    }
    return undefined;
  }

  #decide(from: Endpoint, to: Endpoint): Decision | undefined {
    const key = `${from.id} ${to.id}`;
    const known = this.#decisions.get(key);
    if (known !== undefined || this.#decisions.size === MAX_EVALUATED || !areTwo(from, to)) return known;
    const family = this.#candidates.familyOf(to);
    const flow: Flow = {
      from,
      to,
      family,
      traffic: ALL_TRAFFIC,
      ...(to.type === "domain" ? { toName: to.name } : {}),
    };
    const decision = evaluate(this.#cluster, flow, REFERENCE);
    this.#decisions.set(key, decision);
    return decision;
  }
}

/** False for one pod that would talk to itself: a template with one replica, or a pod of the input. */
function areTwo(from: Endpoint, to: Endpoint): boolean {
  if (from.id !== to.id) return true;
  return to.type === "pod" && to.pods.length === 0 && to.replicas !== 1;
}

/** The choice that an implementation has between two policies of one priority. */
function choiceBetween(policy: Policy, other: Policy, direction: Direction): Choice {
  const isMixed = policy.generation !== other.generation;
  return isMixed ? mixOf(policy.tier, direction) : tieOf(policy, direction);
}

/** What a part comes to where an implementation chooses a policy. */
function outcomesIf(policy: Policy, choice: Choice, part: Part, direction: Direction): readonly Outcome[] {
  const key = unsettledKey(choice);
  const leaves = part[direction].leaves.filter(
    ({ region: { world } }) =>
      world.permits(choice, optionOf(policy)) && world.restricted.some((each) => unsettledKey(each) === key),
  );
  return [...new Set(leaves.map(({ outcome }) => outcome))].toSorted();
}

/** A port of some traffic by which to name it: one that the destination declares, or the first. */
function sampleOf(traffic: Traffic, to: Endpoint): WitnessTraffic | undefined {
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
