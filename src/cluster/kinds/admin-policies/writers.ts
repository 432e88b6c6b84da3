import { formatBlock } from "../../../base/net/address.js";
import { writtenSelector, type PolicyWriter } from "../writing/writer.js";
import type { Action, Direction } from "../../model/policy.js";
import type { Json } from "../../../source/edit/edit.js";
import type { NewPeer } from "../../model/new-parts.js";

/** How AdminNetworkPolicy and BaselineAdminNetworkPolicy spell rules. @param actions those that the kind has */
export function adminPolicyWriter(actions: readonly string[]): PolicyWriter {
  return {
    portList: "ports",
    head: ({ name, action }) => {
      const word = action === "Accept" ? "Allow" : action;
      return actions.includes(word) ? { name, action: word } : undefined;
    },
    peer: writtenPeer,
    port: ({ protocol, first, last }) =>
      first === last
        ? { portNumber: { protocol, port: first } }
        : { portRange: { protocol, start: first, end: last } },
  };
}

/** Spells rules for ClusterNetworkPolicy: lower-case protocols with `destinationPort`, in `protocols`. */
export const CLUSTER_NETWORK_POLICY_WRITER: PolicyWriter = {
  portList: "protocols",
  head: ({ name, action }: { readonly name: string; readonly action: Action }) => ({ name, action }),
  peer: writtenPeer,
  port: ({ protocol, first, last }) => {
    const destinationPort = first === last ? { number: first } : { range: { start: first, end: last } };
    return { [protocol.toLowerCase()]: { destinationPort } };
  },
};

/** Only what is sent can be ruled by addresses and names. */
function writtenPeer(peer: NewPeer, direction: Direction): Json | undefined {
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
