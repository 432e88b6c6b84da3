import { child } from "../../../source/manifest/origin.js";
import { field, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { hasOnly, memberOf, portsOf, type Unrecognised } from "./members.js";
import { PROTOCOLS, type Protocol } from "../../../base/net/traffic.js";
import type { PortMatch, Ports } from "../../model/policy.js";

/** `ports` of AdminNetworkPolicy and BaselineAdminNetworkPolicy (S-PORT-4). */
export function portsV1alpha1(rule: Node): Ports | Unrecognised {
  const list = field(rule, "ports");
  if (list === undefined) return { all: true };
  const entries = items(list);
  if (entries.length === 0) return { all: true, emptyList: list.origin };
  return portsOf(list, entries, decodePort);
}

function decodePort(node: Node): PortMatch | undefined {
  const [member, value] = memberOf(node) ?? [];
  if (value === undefined) return undefined;
  switch (member) {
    case "portNumber": {
      if (!hasOnly(value, ["protocol", "port"])) return undefined;
      const port = numberOf(field(value, "port")) ?? 0;
      return numbered(value, port, port, "port");
    }
    case "portRange":
      if (!hasOnly(value, ["protocol", "start", "end"])) return undefined;
      return numbered(
        value,
        numberOf(field(value, "start")) ?? 0,
        numberOf(field(value, "end")) ?? 0,
        "start",
      );
    case "namedPort":
      return { type: "name", name: textOf(value) ?? "", protocol: undefined, origin: value.origin };
    default:
      return undefined;
  }
}

/** A reversed range and a protocol that is none are stored and match nothing; an empty protocol is read as TCP (U-32). */
function numbered(node: Node, first: number, last: number, key: string): PortMatch {
  const written = field(node, "protocol");
  const text = textOf(written) ?? "TCP";
  const origin = child(node.origin, key);
  const protocol = text === "" ? "TCP" : PROTOCOLS.find((each): each is Protocol => each === text);
  if (protocol === undefined || first > last)
    return { type: "nothing", origin: protocol === undefined ? (written?.origin ?? origin) : origin };
  const protocolOrigin = written?.origin ?? node.origin;
  return {
    type: "range",
    protocol,
    first,
    last,
    origin,
    protocolOrigin,
    ...(text === "" ? { emptyProtocol: true as const } : {}),
  };
}
