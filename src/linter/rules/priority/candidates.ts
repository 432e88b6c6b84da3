import { AddressSet } from "../../../base/net/address-set.js";
import { addressesOf, splitByPeer } from "../../../semantics/match/peer.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { nameBelow, typedOutside } from "../../../cluster/model/outside-name.js";
import { namespacesComparedWith } from "../../../semantics/reach/hypothetical.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { podOfBoth } from "./hypothetical.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { mayNameOnePort } from "../../../semantics/match/ports.js";
import { World } from "../../../semantics/match/world.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Direction, Peer, PodSelection, Policy, Rule } from "../../../cluster/model/policy.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { Family } from "../../../base/net/address.js";
import { partyOf, type MatchContext } from "../../../semantics/match/party.js";
import type { PodIndex } from "../../../questions/mistakes/pod-index.js";
import type { WitnessEnd } from "../../../cluster/problems/priority.js";

/** An end of a flow that two policies may decide differently. */
export interface CandidateEnd {
  readonly endpoint: Endpoint;
  readonly shownAs: WitnessEnd;
}

/** The subject and the other end of a flow. */
export interface CandidatePair {
  readonly subject: CandidateEnd;
  readonly peer: CandidateEnd;
}

/** How many classes of loaded pods are tried of one pair of selections. */
const LOADED = 4;

/** Finds flows that two policies may decide differently: with one hypothetical pod per pair of selectors. */
export class CandidateFlows {
  readonly #cluster: Cluster;
  readonly #index: PodIndex;

  constructor(cluster: Cluster, index: PodIndex) {
    this.#cluster = cluster;
    this.#index = index;
  }

  /** Pairs of ends, one of them at least hypothetical, that rules of two policies match which do different things. */
  *pairs(a: Policy, b: Policy, direction: Direction): Generator<CandidatePair> {
    const subjects = this.#pods(a.subject, b.subject, a.tier);
    if (subjects.length === 0) return;
    for (const [ours, theirs] of meetingRules(a, b, direction))
      for (const mine of peersOf(ours))
        for (const other of peersOf(theirs))
          for (const pair of this.#pairsBy(mine, other, subjects, a.tier))
            if (isHypothetical(pair.subject) || isHypothetical(pair.peer)) yield pair;
  }

  /** Whom a comparison finds depends on the subject: for each one, it is a selection like others. */
  *#pairsBy(
    mine: Peer,
    other: Peer,
    subjects: readonly CandidateEnd[],
    tier: Policy["tier"],
  ): Generator<CandidatePair> {
    if (mine.type !== "compared" && other.type !== "compared") {
      for (const peer of this.#peers(mine, other, tier))
        for (const subject of subjects) yield { subject, peer };
      return;
    }
    for (const subject of subjects)
      for (const ours of this.#seenFrom(subject, mine))
        for (const theirs of this.#seenFrom(subject, other))
          for (const peer of this.#peers(ours, theirs, tier)) yield { subject, peer };
  }

  /** A comparison as the selections that it comes to for a subject whose namespace is known; any other peer as it is. */
  #seenFrom({ endpoint }: CandidateEnd, peer: Peer): readonly Peer[] {
    if (peer.type !== "compared") return [peer];
    const namespace = endpoint.type === "pod" ? this.#cluster.namespaces.get(endpoint.namespace) : undefined;
    if (namespace?.isKnown !== true || namespace.untoldLabels.length > 0) return [];
    const { comparison, pods, origin } = peer;
    return namespacesComparedWith(comparison, namespace).map((namespaces): Peer => {
      return { type: "pods", namespaces, pods, origin };
    });
  }

  #pods(a: PodSelection, b: PodSelection, tier: Policy["tier"]): CandidateEnd[] {
    const selected = new Set(this.#index.select(b, tier));
    const loaded = this.#index.select(a, tier).filter((each) => selected.has(each));
    const candidates = loaded.slice(0, LOADED).map(({ representative, name }): CandidateEnd => ({
      endpoint: representative,
      shownAs: { type: "existing", name },
    }));
    const hypothetical = podOfBoth(a, b, this.#cluster, this.#index);
    if (hypothetical === undefined) return candidates;
    const { pod, isNewNamespace, namespaceLabels } = hypothetical;
    const namespace = isNewNamespace ? undefined : pod.namespace;
    const shownAs: WitnessEnd = { type: "hypothetical", labels: pod.labels, namespace, namespaceLabels };
    return [...candidates, { endpoint: pod, shownAs }];
  }

  #peers(a: Peer, b: Peer, tier: Policy["tier"]): CandidateEnd[] {
    if (a.type === "pods" && b.type === "pods") return this.#pods(a, b, tier);
    return [...this.#endpointsOf(a, b, tier), ...this.#endpointsOf(b, a, tier)].filter(({ endpoint }) =>
      [a, b].every((peer) => this.#mayMatch(peer, endpoint, tier)),
    );
  }

  /** Endpoints that one peer matches, and the other one may. */
  #endpointsOf(peer: Peer, other: Peer, tier: Policy["tier"]): CandidateEnd[] {
    switch (peer.type) {
      case "pods":
        return this.#index
          .select(peer, tier)
          .map(({ representative, name }) => existing(representative, name));
      case "addresses": {
        const own = addressesOf(peer.block);
        const both = other.type === "addresses" ? own.intersect(addressesOf(other.block)) : own;
        const { sample } = both;
        if (sample === undefined) return [];
        const { text } =
          other.type === "addresses" && other.block.block.prefix > peer.block.block.prefix
            ? other.block
            : peer.block;
        const id = `ip/${text}`;
        const addresses = AddressSet.single(sample);
        return [existing({ type: "addresses", id, name: text, addresses, mayBePod: false }, text)];
      }
      case "nodes":
        return [...this.#cluster.nodes.values()].map((node) =>
          existing({ type: "node", id: `node/${node.name}`, ...node }, node.name),
        );
      case "domains": {
        const { pattern } = peer;
        const isBelow = pattern.startsWith("*.");
        const name = isBelow ? nameBelow(this.#cluster, pattern) : typedOutside(this.#cluster, pattern);
        if (name === undefined) return [];
        return [existing({ type: "domain", id: `domain/${name}`, name, mayBePod: false }, name)];
      }
      case "compared":
      case "nothing":
        return [];
    }
  }

  #mayMatch(peer: Peer, endpoint: Endpoint, tier: Policy["tier"]): boolean {
    const toName = endpoint.type === "domain" ? endpoint.name : undefined;
    const family = this.familyOf(endpoint);
    const context: MatchContext = {
      cluster: this.#cluster,
      profile: profileOfCluster(this.#cluster),
      family,
      toName,
    };
    return splitByPeer(World.ANY, peer, { party: partyOf(endpoint), tier, context }).yes.length > 0;
  }

  /** The family over which an endpoint is reached: that of its address, or the one that the input shows. */
  familyOf(endpoint: Endpoint): Family {
    const [assumed = "IPv4"] = this.#cluster.facts.families;
    if (endpoint.type === "addresses") return endpoint.addresses.families[0] ?? assumed;
    if (endpoint.type === "domain") return assumed;
    return endpoint.addresses?.[0]?.family ?? assumed;
  }
}

function isHypothetical({ shownAs }: CandidateEnd): boolean {
  return shownAs.type === "hypothetical";
}

function existing(endpoint: Endpoint, name: string): CandidateEnd {
  return { endpoint, shownAs: { type: "existing", name } };
}

/** Pairs of rules that do different things to traffic that both name. */
function* meetingRules(a: Policy, b: Policy, direction: Direction): Generator<readonly [Rule, Rule]> {
  for (const ours of a.rules[direction]?.rules ?? [])
    for (const theirs of b.rules[direction]?.rules ?? [])
      if (effectiveAction(ours) !== effectiveAction(theirs) && mayNameOnePort(ours.ports, theirs.ports))
        yield [ours, theirs];
}
