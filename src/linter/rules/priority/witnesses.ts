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
import { Share } from "../../../base/limits/share.js";
import type { Witness } from "../../../cluster/problems/priority.js";

/** How many flows are tried for two policies in one direction. */
const MAX_TRIED = 16;

/** How many steps may be taken for a cluster: there the search ends. Of a pod of which little is known one flow may take most of a run's. */
const MOST_EVALUATED = 60_000_000;

/** Looks for flows of pods that the input does not hold, and whose verdict depends on which of two policies of one priority is applied. */
export class TieWitnesses {
  readonly #cluster: Cluster;
  readonly #candidates: CandidateFlows;
  readonly #decisions = new Map<string, Decision | undefined>();
  readonly #share: Share;

  constructor(cluster: Cluster, index: PodIndex) {
    this.#cluster = cluster;
    this.#share = new Share(cluster.work, MOST_EVALUATED);
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
    if (this.#decisions.has(key) || !areTwo(from, to)) return this.#decisions.get(key);
    const family = this.#candidates.familyOf(to);
    const flow: Flow = {
      from,
      to,
      family,
      traffic: ALL_TRAFFIC,
      way: { type: "direct", toName: to.type === "domain" ? to.name : undefined },
    };
    const evaluated = (): Decision => evaluate(this.#cluster, flow, profileOfCluster(this.#cluster));
    const decision = this.#share.orElse(evaluated, () => undefined);
    this.#decisions.set(key, decision);
    return decision;
  }
}

/** False for one pod that would talk to itself: a template with one replica, or a pod of the input. */
function areTwo(from: Endpoint, to: Endpoint): boolean {
  if (from.id !== to.id) return true;
  return to.type === "pod" && to.pods.length === 0 && to.replicas !== 1;
}
