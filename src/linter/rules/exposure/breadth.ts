import { AddressSet } from "../../../base/net/address-set.js";
import { addressesOf } from "../../../semantics/match/peer.js";
import { FAMILIES, type Family } from "../../../base/net/address.js";
import { isNearlyAll } from "../flows/outside.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Peer, Rule } from "../../../cluster/model/policy.js";

/** Whom a rule is about, where that is everybody or every pod. */
export interface PeerBreadth {
  /** Set where it is everybody, by the families for which it is. */
  readonly world: (BroadPeer & { readonly families: readonly Family[] }) | undefined;
  /** Set where it is every pod of every namespace, by a selector. */
  readonly cluster: BroadPeer | undefined;
}

/** The part of a rule that makes it broad: a peer, or the rule, which has none. */
export interface BroadPeer {
  readonly at: Origin;
  /** The CIDR, where it is one. */
  readonly cidr: string | undefined;
}

/** How broad the peers of a rule are, put together: two halves of the internet are all of it. */
export const breadthOf = oncePer((rule: Rule): PeerBreadth => {
  if (rule.peers.all)
    return { world: { at: rule.origin, cidr: undefined, families: FAMILIES }, cluster: undefined };
  const peers = peersOf(rule);
  const pods = peers.find(isEveryPod);
  return {
    world: worldIn(peers),
    cluster: pods === undefined ? undefined : { at: pods.origin, cidr: undefined },
  };
});

function worldIn(peers: readonly Peer[]): PeerBreadth["world"] {
  const blocks = peers.filter((peer) => peer.type === "addresses");
  const all = AddressSet.unionOf(blocks.map(({ block }) => addressesOf(block)));
  const families = FAMILIES.filter((family) => isNearlyAll(all, family));
  const [widest] = blocks
    .filter(({ block: { block } }) => families.includes(block.family))
    .toSorted((a, b) => a.block.block.prefix - b.block.block.prefix);
  return widest === undefined ? undefined : { at: widest.origin, cidr: widest.block.text, families };
}

/** True for a selector of every pod of every namespace, including future ones. */
function isEveryPod(peer: Peer): boolean {
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  const { selector } = peer.namespaces;
  return selector.requirements.length === 0 && (peer.pods?.requirements.length ?? 0) === 0;
}
