import { hypotheticalPod, type PodEndpoint } from "../../../cluster/model/endpoint.js";
import { isUnbuildable } from "../../../semantics/match/effect.js";
import { labelsFulfilling } from "../../../semantics/reach/hypothetical.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { policiesInTiers } from "./rules.js";
import { REFERENCE, type Profile, type Readings } from "../../../semantics/match/profile.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { trafficMeets, type Traffic } from "../../../base/net/traffic.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Direction, Policy } from "../../../cluster/model/policy.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Family } from "../../../base/net/address.js";
import type { Leaf } from "../../../semantics/evaluate/entry.js";
import type { Reach } from "../../../semantics/reach/reach.js";
import type { Selector } from "../../../cluster/model/selector.js";

/** So many steps are taken in all; from then on it stays open. */
const MOST_SPENT = 300_000_000;

/** How many pods that there may be are asked before it stays open whether some would be closed. */
const MOST_ASKED = 16;

/**
 * What an address may come to that may be a pod's which the input does not hold. Asked about the address itself, every policy
 * would have to be asked about every pod that it may be; one such pod that is closed tells enough.
 */
export class UnlistedPods {
  readonly #reach: Reach;
  readonly #cluster: Cluster;
  readonly #pods = new Map<Direction, readonly PodEndpoint[]>();
  readonly #isClosed = new Map<string, boolean>();
  readonly #leaves = new Map<string, readonly Leaf[]>();
  #choices: boolean | undefined;
  #spent = 0;

  constructor(reach: Reach) {
    this.#reach = reach;
    this.#cluster = reach.cluster;
  }

  /** True where sources leave no answer open, so that what facts leave open is `unknown` and never `undefined`. */
  get isFreeOfChoices(): boolean {
    return !(this.#choices ??= hasChoices(this.#cluster));
  }

  /**
   * True where some pod that the input does not hold would let nothing through in one direction of a flow.
   * @param direction the one that the pod's own policies decide
   */
  isClosed(direction: Direction, other: EndClass, family: Family, traffic: Traffic): boolean {
    const key = JSON.stringify([direction, other.index, family, traffic]);
    const known = this.#isClosed.get(key);
    if (known !== undefined) return known;
    if (this.#spent > MOST_SPENT) return false;
    const before = this.#cluster.work?.spent ?? 0;
    const closed = this.#podsFor(direction).find((pod) => {
      const leaves = this.#leavesOf(direction, pod, family);
      this.#cluster.work?.take(leaves.length);
      return !leaves.some(
        ({ outcome, region }) =>
          outcome === "allowed" &&
          region.others?.has(other.index) === true &&
          trafficMeets(region.traffic, traffic),
      );
    });
    this.#spent += (this.#cluster.work?.spent ?? 0) - before;
    this.#isClosed.set(key, closed !== undefined);
    if (closed !== undefined) this.#askFirst(direction, closed);
    return closed !== undefined;
  }

  /** One direction of such a pod, with all ends at once: walked when it is first asked for. */
  #leavesOf(direction: Direction, pod: PodEndpoint, family: Family): readonly Leaf[] {
    const key = JSON.stringify([direction, family, pod.id]);
    const known = this.#leaves.get(key);
    if (known !== undefined) return known;
    const leaves = this.#reach.leavesOf(direction, pod, family);
    this.#leaves.set(key, leaves);
    return leaves;
  }

  /** What is closed to one end is likely to be closed to the next. */
  #askFirst(direction: Direction, pod: PodEndpoint): void {
    const others = this.#podsFor(direction).filter((each) => each !== pod);
    this.#pods.set(direction, [pod, ...others]);
  }

  /** Pods that policies select which isolate: of each namespace one, then another one, those first that have the fewest rules. */
  #podsFor(direction: Direction): readonly PodEndpoint[] {
    const known = this.#pods.get(direction);
    if (known !== undefined) return known;
    const isolating = policiesInTiers(this.#cluster, "NetworkPolicy").filter(
      ({ isolates, rules }) => isolates && rules[direction] !== undefined,
    );
    const count = ({ rules }: Policy): number => rules[direction]?.rules.length ?? 0;
    const pods = new Map<string, { readonly pod: PodEndpoint; readonly round: number }>();
    const rounds = new Map<string, number>();
    for (const { ref, subject } of isolating.toSorted((a, b) => count(a) - count(b))) {
      const labels = labelsFulfilling(subject.pods?.requirements ?? []);
      if (labels === undefined) continue;
      const { namespace = "default" } = ref;
      const pod = hypotheticalPod(namespace, labels);
      const round = rounds.get(namespace) ?? 0;
      if (pods.has(pod.id)) continue;
      rounds.set(namespace, round + 1);
      pods.set(pod.id, { pod, round });
    }
    const first = [...pods.values()].toSorted((a, b) => a.round - b.round).slice(0, MOST_ASKED);
    const chosen = first.map(({ pod }) => pod);
    this.#pods.set(direction, chosen);
    return chosen;
  }
}

/** True for policies of which two correct implementations may make different things. */
function hasChoices(cluster: Cluster): boolean {
  const { policies } = cluster;
  if (leavesMoreOpen(profileOfCluster(cluster))) return true;
  const ordered = policies.filter(({ tier }) => tier !== "NetworkPolicy");
  const priorities = ordered.map(
    ({ generation, tier, priority }) => `${generation} ${tier} ${priority ?? ""}`,
  );
  if (new Set(priorities).size < priorities.length) return true;
  if (new Set(ordered.map(({ generation }) => generation)).size > 1) return true;
  return policies.some(
    (policy) =>
      (policy.tier === "NetworkPolicy" && !policy.isolates) ||
      selectorsOf(policy).some((each) => each.unbuildable === true) ||
      rulesOf(policy).some(({ rule }) =>
        peersOf(rule).some((peer) => isUnbuildable(peer) || OPEN.has(peer.type)),
      ),
  );
}

/** True for a plugin that leaves open what the texts do not. */
function leavesMoreOpen({ readings }: Profile): boolean {
  return (Object.keys(readings) as (keyof Readings)[]).some(
    (each) => readings[each] === "open" && REFERENCE.readings[each] !== "open",
  );
}

const OPEN: ReadonlySet<string> = new Set(["compared", "domains"]);

function selectorsOf({ subject: { namespaces, pods } }: Policy): readonly Selector[] {
  return [
    ...(pods === undefined ? [] : [pods]),
    ...(namespaces.own === undefined ? [namespaces.selector] : []),
  ];
}
