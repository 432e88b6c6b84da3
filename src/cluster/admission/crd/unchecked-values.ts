import { celCidrFault, correctedCidr } from "../validation/cidr.js";
import { child } from "../../../source/manifest/origin.js";
import { field, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { nearest } from "../../../base/text/nearest.js";
import { parseAddress } from "../../../base/net/address.js";
import { PROTOCOLS } from "../../../base/net/traffic.js";
import type { Found } from "../../problems/found.js";

/** A port, a range or a name of a port that can match nothing (S-PORT-4, S-CNP-4). */
export function portFindings(item: Node): Found[] {
  const number = field(item, "portNumber");
  const range = field(item, "portRange");
  return [
    ...protocolFindings(number),
    ...protocolFindings(range),
    ...rangeFindings(range),
    ...nameFindings(item),
  ];
}

function protocolFindings(port: Node | undefined): Found[] {
  const node = field(port, "protocol");
  const protocol = textOf(node);
  if (node === undefined || protocol === undefined || PROTOCOLS.some((each) => each === protocol)) return [];
  const [meant] = protocol === "" ? [] : nearest(protocol, PROTOCOLS);
  const facts = { protocol, ...(meant === undefined ? {} : { meant }) };
  return [{ at: node.origin, finding: { code: "unchecked-protocol", facts } }];
}

function rangeFindings(range: Node | undefined): Found[] {
  const start = numberOf(field(range, "start"));
  const end = numberOf(field(range, "end"));
  if (range === undefined || start === undefined || end === undefined || start <= end) return [];
  const related = [{ at: child(range.origin, "start"), role: "start" }];
  const facts = { start: String(start), end: String(end) };
  return [{ at: child(range.origin, "end"), finding: { code: "unchecked-port-range", facts, related } }];
}

function nameFindings(item: Node): Found[] {
  return ["destinationNamedPort", "namedPort"].flatMap((key): Found[] => {
    const name = field(item, key);
    if (name === undefined || textOf(name) !== "") return [];
    return [{ at: name.origin, finding: { code: "named-port-empty", facts: { field: key } } }];
  });
}

/** A network that is no CIDR: v0.1.3 to v0.1.5 look only for a colon or a dot (V-CR-12). */
export function uncheckedCidrFound(network: Node): Found[] {
  const cidr = textOf(network) ?? "";
  if (celCidrFault(cidr) === undefined) return [];
  const corrected = correctedCidr(cidr);
  const facts = { cidr, ...(corrected === undefined ? {} : { corrected }) };
  return [{ at: network.origin, finding: { code: "unchecked-cidr", facts } }];
}

/** An IPv4 address, which the pattern for names lets pass (S-FQ-2). */
export function addressFinding(domainName: Node): Found[] {
  const name = textOf(domainName) ?? "";
  if (!/\d\.?$/.test(name) || parseAddress(name.replace(/\.$/, "")) === undefined) return [];
  return [{ at: domainName.origin, finding: { code: "domain-name-is-address", facts: { name } } }];
}
