import { field, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { hasOnly, memberOf, portsOf, type Unrecognised } from "./members.js";
import type { PortMatch, Ports } from "../../model/policy.js";
import type { Protocol } from "../../../base/net/traffic.js";

const MEMBERS: ReadonlyMap<string, Protocol> = new Map([
  ["tcp", "TCP"],
  ["udp", "UDP"],
  ["sctp", "SCTP"],
]);

/** `protocols` of ClusterNetworkPolicy (S-PORT-5). */
export function protocolsV1alpha2(rule: Node): Ports | Unrecognised {
  const list = field(rule, "protocols");
  return list === undefined ? { all: true } : portsOf(list, items(list), decodeProtocol);
}

function decodeProtocol(node: Node): PortMatch | undefined {
  const [member, value] = memberOf(node) ?? [];
  if (value === undefined || member === undefined) return undefined;
  if (member === "destinationNamedPort") {
    // An empty name is no member to an implementation: the entry is one that it does not know (S-CNP-4).
    const name = textOf(value) ?? "";
    return name === "" ? undefined : { type: "name", name, protocol: undefined, origin: value.origin };
  }
  const protocol = MEMBERS.get(member);
  const port = field(value, "destinationPort");
  if (protocol === undefined || port === undefined || !hasOnly(value, ["destinationPort"])) return undefined;
  return decodeDestinationPort(port, protocol, node);
}

function decodeDestinationPort(node: Node, protocol: Protocol, item: Node): PortMatch | undefined {
  const number = field(node, "number");
  const range = field(node, "range");
  const protocolOrigin = item.origin;
  if (!hasOnly(node, ["number", "range"]) || !hasOnly(range, ["start", "end"])) return undefined;
  if (number !== undefined) {
    const port = numberOf(number) ?? 0;
    return { type: "range", protocol, first: port, last: port, origin: number.origin, protocolOrigin };
  }
  const first = numberOf(field(range, "start"));
  const last = numberOf(field(range, "end"));
  if (range === undefined || first === undefined || last === undefined) return undefined;
  return { type: "range", protocol, first, last, origin: range.origin, protocolOrigin };
}
