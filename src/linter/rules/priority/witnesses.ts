import { ALL_TRAFFIC } from "../../../base/net/traffic.js";
import { CandidateFlows, type CandidatePair } from "./candidates.js";
import { disagreementIn, isUndefinedBy, sampleOf, tieBetween, type Tie } from "./choices.js";
import { evaluate, type Decision } from "../../../semantics/evaluate/evaluate.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { DIRECTIONS, type Policy } from "../../../cluster/model/policy.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { Flow } from "../../../semantics/evaluate/flow.js";
import type { PodIndex } from "../../../questions/mistakes/pod-index.js";
import type { Witness } from "../../../cluster/problems/priority.js";

/** How many flows are tried for two policies in one direction, and evaluated for one cluster: there the search ends. */
const MAX_TRIED = 16;
const MAX_EVALUATED = 4000;

/** Looks for flows of pods that the input does not hold, and whose verdict depends on which of two policies of one priority is applied. */
export class TieWitnesses {
  readonly #cluster: Cluster;
  readonly #candidates: CandidateFlows;
  readonly #decisions = new Map<string, Decision>();

  constructor(cluster: Cluster, index: PodIndex) {
    this.#cluster = cluster;
    this.#candidates = new CandidateFlows(cluster, index);
  }

  /** The first flow with two outcomes: of those of the input the exact answer is another one, so one end at least is hypothetical. */
  find(policy: Policy, other: Policy): Witness | undefined {
    for (const direction of DIRECTIONS) {
      const tie = tieBetween(policy, other, direction);
      let tried = 0;
      for (const pair of this.#candidates.pairs(policy, other, direction)) {
        if (tried++ === MAX_TRIED) break;
        const witness = this.#ask(pair, tie);
        if (witness !== undefined) return witness;
      }
    }
    return undefined;
  }

  #ask(pair: CandidatePair, tie: Tie): Witness | undefined {
    const { direction, choice } = tie;
    const [from, to] = direction === "egress" ? [pair.subject, pair.peer] : [pair.peer, pair.subject];
    const decision = this.#decide(from.endpoint, to.endpoint);
    for (const part of decision?.parts ?? []) {
      const outcomes = disagreementIn(part[direction].leaves, tie);
      if (outcomes === undefined || !isUndefinedBy(part, choice)) continue;
      const traffic = sampleOf(part.traffic, to.endpoint);
      return { from: from.shownAs, to: to.shownAs, traffic, ...outcomes };
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
      way: { type: "direct", toName: to.type === "domain" ? to.name : undefined },
    };
    const decision = evaluate(this.#cluster, flow, profileOfCluster(this.#cluster));
    this.#decisions.set(key, decision);
    return decision;
  }
}

/** False for one pod that would talk to itself: a template with one replica, or a pod of the input. */
function areTwo(from: Endpoint, to: Endpoint): boolean {
  if (from.id !== to.id) return true;
  return to.type === "pod" && to.pods.length === 0 && to.replicas !== 1;
}
