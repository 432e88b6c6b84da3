import { factEndKey, type FactEnd } from "./fact-end.js";
import { mayBePod, type Party } from "./party.js";
import { TextSet } from "./text-set.js";
import { settled } from "./split.js";
import type { Split, World } from "./world.js";
import { isOnHostNetwork, type Endpoint } from "../../cluster/model/endpoint.js";

/**
 * Asks whether the other end is the subject's own node: the node itself, or a host pod on it (S-NODE-L4). A pod's node may
 * be unknown.
 */
export function splitByOwnNode(world: World, subject: Party, peer: Party): Split {
  const own = nodeOf(subject.endpoint);
  const other = isOnHostNetwork(peer.endpoint) ? nodeOf(peer.endpoint) : undefined;
  if (own === undefined || other === undefined) return settled(world, false);
  // A pod that reaches itself is on its own node, whichever that is.
  if (factEndKey(subject.end) === factEndKey(peer.end)) return settled(world, true);
  if (own.name !== undefined && other.name !== undefined) return settled(world, own.name === other.name);
  if (other.name !== undefined) return askNode(world, subject.end, other.name);
  if (own.name !== undefined) return askNode(world, peer.end, own.name);
  return world.ask({ type: "fact", code: "pod-node", pod: subject.end, sameAs: peer.end });
}

/** The node that an endpoint is or is on, its name undefined where that is unknown; undefined for what is on no node. */
function nodeOf(endpoint: Endpoint): { readonly name: string | undefined } | undefined {
  if (endpoint.type === "node") return { name: endpoint.name };
  if (endpoint.type === "pod") return { name: endpoint.node };
  return mayBePod(endpoint) ? { name: undefined } : undefined;
}

function askNode(world: World, pod: FactEnd, node: string): Split {
  return world.split({ type: "fact", code: "pod-node", pod }, TextSet.PRESENT, TextSet.of([node]));
}
