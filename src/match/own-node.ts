import type { Party } from "./party.js";
import { TextSet } from "./text-set.js";
import { settled, type Split, type World } from "./world.js";

/**
 * Asks whether the other end is the subject's own node: the node itself, one of its addresses, or a host pod on it
 * (S-NODE-L4). A pod's node may be unknown.
 */
export function splitByOwnNode(world: World, subject: Party, peer: Party): Split {
  const { endpoint } = subject;
  if (endpoint.type !== "pod") return settled(world, false);
  if (peer.endpoint.type === "addresses") {
    const { addresses } = peer.endpoint;
    return settled(world, endpoint.hostAddresses.some((address) => addresses.has(address)));
  }
  const other = nodeOf(peer);
  if (other === undefined) return settled(world, false);
  if (endpoint.node !== undefined && other.name !== undefined)
    return settled(world, endpoint.node === other.name);
  if (other.name !== undefined) return askNode(world, subject.factKey, other.name);
  if (endpoint.node !== undefined) return askNode(world, peer.factKey, endpoint.node);
  return world.ask({ type: "fact", code: "pod-node", pod: `${subject.factKey} = ${peer.factKey}` });
}

/** The node that an endpoint is or is on, its name undefined where that is unknown; undefined for what is on no node. */
function nodeOf({ endpoint }: Party): { readonly name: string | undefined } | undefined {
  if (endpoint.type === "node") return { name: endpoint.name };
  return endpoint.type === "pod" && endpoint.hostNetwork ? { name: endpoint.node } : undefined;
}

function askNode(world: World, pod: string, node: string): Split {
  return world.split({ type: "fact", code: "pod-node", pod }, TextSet.PRESENT, TextSet.of([node]));
}
