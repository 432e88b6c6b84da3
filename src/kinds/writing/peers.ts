import { formatBlock } from "../../net/address.js";
import type { Direction, Generation } from "../../model/policy.js";
import type { Json } from "../../edit/edit.js";
import type { Label, NewPeer } from "../../model/new-parts.js";

/**
 * Peers as the entries of a rule's list.
 * @param namespace the policy's own, if it has one
 * @returns undefined where the API has no such peer in that direction
 */
export function writtenPeers(
  peers: readonly NewPeer[],
  generation: Generation,
  direction: Direction,
  namespace: string | undefined,
): readonly Json[] | undefined {
  const isAdmin = generation === "AdminNetworkPolicy" || generation === "ClusterNetworkPolicy";
  const entries = peers.map((peer) =>
    isAdmin ? adminPeer(peer, direction) : networkPolicyPeer(peer, namespace),
  );
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** A label selector with these labels; without any, the one that selects everything. */
export function writtenSelector(labels: readonly Label[]): Json {
  return labels.length === 0 ? {} : { matchLabels: Object.fromEntries(labels) };
}

function networkPolicyPeer(peer: NewPeer, namespace: string | undefined): Json | undefined {
  switch (peer.type) {
    case "pods": {
      const pods = { podSelector: writtenSelector(peer.labels) };
      if (peer.namespace === namespace) return pods;
      const namespaces = { namespaceSelector: writtenSelector(peer.namespaceLabels) };
      return peer.labels.length === 0 ? namespaces : { ...namespaces, ...pods };
    }
    case "addresses": {
      const cidr = formatBlock(peer.block);
      const except = peer.except.map(formatBlock);
      return { ipBlock: except.length === 0 ? { cidr } : { cidr, except } };
    }
    case "domain":
      return undefined;
  }
}

/** Only what is sent can be ruled by addresses and names. */
function adminPeer(peer: NewPeer, direction: Direction): Json | undefined {
  if (peer.type === "pods") {
    const namespaces = writtenSelector(peer.namespaceLabels);
    return peer.labels.length === 0
      ? { namespaces }
      : { pods: { namespaceSelector: namespaces, podSelector: writtenSelector(peer.labels) } };
  }
  if (direction === "ingress") return undefined;
  if (peer.type === "domain") return { domainNames: [peer.name] };
  return peer.except.length === 0 ? { networks: [formatBlock(peer.block)] } : undefined;
}
