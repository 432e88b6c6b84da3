import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { FIRST_PORT, LAST_PORT } from "../../../base/net/port-set.js";
import { formatBlock } from "../../../base/net/address.js";
import { writtenSelector, type PolicyWriter } from "../writing/writer.js";
import type { Direction } from "../../model/policy.js";
import type { Json } from "../../../source/edit/edit.js";
import type { NewPeer, NewPort } from "../../model/new-parts.js";

/** Rules of a NetworkPolicy have no names, and allow. */
export const NETWORK_POLICY_WRITER: PolicyWriter = {
  portList: "ports",
  head: ({ action }) => (action === "Accept" ? {} : undefined),
  peer: writtenPeer,
  port: writtenPort,
};

function writtenPeer(peer: NewPeer, _direction: Direction, namespace: string | undefined): Json | undefined {
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

/** A missing port is every port. */
function writtenPort({ protocol, first, last }: NewPort): Json {
  if (first === FIRST_PORT && last === LAST_PORT) return { protocol };
  return first === last ? { protocol, port: first } : { protocol, port: first, endPort: last };
}

const TYPES: ReadonlyMap<string, Direction> = new Map([
  ["Egress", "egress"],
  ["Ingress", "ingress"],
]);

/** The directions of `policyTypes`, or where it is missing of the rules; both where a type is none. */
export function typesWritten(spec: Node | undefined): readonly Direction[] {
  const written = items(field(spec, "policyTypes")).map((item) => textOf(item) ?? "");
  if (written.length === 0) return field(spec, "egress") === undefined ? ["ingress"] : ["egress", "ingress"];
  const isClear = written.every((type) => TYPES.has(type));
  return isClear ? written.flatMap((type) => TYPES.get(type) ?? []).toSorted() : ["egress", "ingress"];
}
