import { areIsolated } from "./isolation.js";
import { REFERENCE } from "../../semantics/match/profile.js";
import { splitByPods } from "../../semantics/match/pods.js";
import { subjectOf, type Legs } from "./scene.js";
import { takesAway, type Amendment } from "./amendment.js";
import { World } from "../../semantics/match/world.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Direction, PodSelection, Policy, Rule, Tier } from "../../cluster/model/policy.js";
import { partyOf, type MatchContext } from "../../semantics/match/party.js";

/** How many flows between workloads edits may turn beside the one that is asked for: as many at most, or more. */
export interface EditBreadth {
  readonly opens: number;
  readonly closes: number;
}

/**
 * Tells how far edits reach, from what they say alone. Comparing all flows of two clusters takes long; which of many edits
 * is the smallest is mostly plain from what they select.
 */
export class Breadths {
  readonly #cluster: Cluster;
  readonly #context: MatchContext;
  readonly #counts = new Map<string, number>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#context = { cluster, profile: REFERENCE, family: "IPv4", toName: undefined };
  }

  of(amendments: readonly Amendment[], legs: Legs): EditBreadth {
    const all = amendments.map((each) => this.#ofOne(each, legs));
    return {
      opens: all.reduce((sum, { opens }) => sum + opens, 0),
      closes: all.reduce((sum, { closes }) => sum + closes, 0),
    };
  }

  #ofOne(amendment: Amendment, legs: Legs): EditBreadth {
    const everything = this.#cluster.workloads.length + 1;
    switch (amendment.kind) {
      // What was meant is what the author wanted.
      case "replace-value":
        return NOTHING;
      case "add-label":
      case "set-priority":
        return { opens: everything, closes: everything };
      case "add-policy": {
        const { direction, peers } = amendment;
        const isNew = peers === undefined || !this.#isIsolated(direction, legs);
        return { opens: 0, closes: isNew ? everything : 0 };
      }
      case "add-rule": {
        const { policy, direction, action } = amendment;
        const others = this.#strangers(policy, direction, legs);
        return action === "Deny" ? { opens: 0, closes: others } : { opens: others, closes: 0 };
      }
      case "add-peer": {
        const { policy, direction, rule } = amendment;
        const others = this.#strangers(policy, direction, legs);
        return { opens: others + (rule.ports.all || rule.ports.items.length > 1 ? 1 : 0), closes: 0 };
      }
      default: {
        const { policy, direction, rule } = amendment;
        const subjects = this.#strangers(policy, direction, legs) + 1;
        const flows = subjects * this.#partners(rule) - 1;
        // What takes out of a denial opens, what takes out of what allows closes.
        const opens = takesAway(amendment) ? rule.action === "Deny" : true;
        return opens ? { opens: flows, closes: 0 } : { opens: 0, closes: flows };
      }
    }
  }

  /** The workloads that a policy selects, beside the one that is asked about. */
  #strangers(policy: Policy, direction: Direction, { connection, name = connection }: Legs): number {
    const subjects = [connection, name].flatMap((leg) => subjectOf(leg, direction).endpoints);
    const asked = new Set(subjects.map(({ id }) => id));
    return this.#count(`${policy.tier} ${selectionKey(policy.subject)} ${[...asked].join()}`, (workload) => {
      const { members } = workload;
      return !members.some(({ id }) => asked.has(id)) && this.#selects(policy.subject, workload, policy.tier);
    });
  }

  /** What the peers of a rule stand for: workloads, and whatever else there is as one each. */
  #partners({ peers }: Rule): number {
    if (peers.all) return this.#cluster.workloads.length + 1;
    return peers.items
      .map((peer) =>
        peer.type === "pods"
          ? this.#count(`peer ${selectionKey(peer)}`, (workload) =>
              this.#selects(peer, workload, "NetworkPolicy"),
            )
          : 1,
      )
      .reduce((sum, count) => sum + count, 0);
  }

  #count(key: string, counts: (workload: Workload) => boolean): number {
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = this.#cluster.workloads.filter(counts).length;
    this.#counts.set(key, count);
    return count;
  }

  #selects(selection: PodSelection, { members }: Workload, tier: Tier): boolean {
    const [first] = members;
    if (first === undefined) return false;
    const { own } = selection.namespaces;
    if (own !== undefined && own !== first.namespace) return false;
    const party = partyOf(first);
    return splitByPods(World.ANY, selection, { party, tier, context: this.#context }).yes.length > 0;
  }

  /** True where a NetworkPolicy isolates the subject already, so that another one takes nothing from it. */
  #isIsolated(direction: Direction, { connection, name = connection }: Legs): boolean {
    const key = `isolated ${direction}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known === 1;
    const legs = [connection, name];
    const isIsolated = legs.some((leg) =>
      areIsolated(this.#cluster, subjectOf(leg, direction).endpoints, direction),
    );
    this.#counts.set(key, isIsolated ? 1 : 0);
    return isIsolated;
  }
}

const NOTHING: EditBreadth = { opens: 0, closes: 0 };

function selectionKey({ namespaces, pods }: PodSelection): string {
  const where = namespaces.own === undefined ? namespaces.selector.key : [namespaces.own];
  return JSON.stringify([where, pods?.key ?? null]);
}
