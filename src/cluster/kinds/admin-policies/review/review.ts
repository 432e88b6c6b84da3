import { PEER_LISTS } from "../../peer-lists.js";
import { celCidrFault } from "../../../admission/validation/cidr.js";
import { child, keyOf } from "../../../../source/manifest/origin.js";
import { cidrForm } from "../../review/cidr-form.js";
import { DIRECTIONS, type Direction } from "../../../model/policy.js";
import { emptyList } from "../../review/nulls.js";
import { field, fieldAt, items, numberOf, textOf, type Node } from "../../../../source/manifest/node.js";
import { nullSelectorFindings } from "./selectors.js";
import { tcpOnlyPorts, type WrittenPort } from "../../review/tcp-only-ports.js";
import type { ApiObject } from "../../../admission/request.js";
import type { Found } from "../../../problems/found.js";
import type { Problem } from "../../../problems/problem.js";

/**
 * What an AdminNetworkPolicy, BaselineAdminNetworkPolicy or ClusterNetworkPolicy says otherwise than it reads, as far as
 * that shows in how it is written.
 * @param object as it is written, and accepted by a server
 */
export function reviewAdminPolicy({ ref, node }: ApiObject): Problem[] {
  const spec = field(node, "spec");
  const subject = field(spec, "subject");
  const found = [
    ...emptyPolicyFindings(node, ref.kind),
    ...(subject === undefined ? [] : nullSelectorFindings(subject)),
    ...DIRECTIONS.flatMap((direction) => directionFindings(items(field(spec, direction)), direction)),
  ];
  return found.map(({ at, finding }): Problem => ({ ...finding, at, object: ref }));
}

/** Unlike a NetworkPolicy, these isolate nothing by themselves (S-EV-11). */
function emptyPolicyFindings(root: Node, kind: string): Found[] {
  if (DIRECTIONS.some((direction) => items(fieldAt(root, "spec", direction)).length > 0)) return [];
  return [{ at: keyOf(child(root.origin, "spec")), finding: { code: "empty-policy", facts: { kind } } }];
}

function directionFindings(rules: readonly Node[], direction: Direction): Found[] {
  const peers = rules.flatMap((rule) => items(field(rule, PEER_LISTS[direction])));
  return [
    ...rules.flatMap(emptyPortLists),
    ...peers.flatMap(nullSelectorFindings),
    ...peers.flatMap((peer) => items(field(peer, "networks"))).flatMap(networkFindings),
    ...tcpOnlyPorts(rules.flatMap((rule) => portsOf(rule, PEER_LISTS[direction]))),
  ];
}

/** A list of ports without an item, where the server stores it: every port (U-31). */
function emptyPortLists(rule: Node): Found[] {
  return ["ports", "protocols"].flatMap((key): Found[] => {
    const empty = emptyList(rule, key);
    if (empty === undefined) return [];
    const facts = { field: key, written: empty.written, matches: "ports" } as const;
    return [{ at: empty.at, finding: { code: "empty-list-means-all", facts } }];
  });
}

/** What no implementation need take for a CIDR is told apart from what is only written unusually. */
function networkFindings(network: Node): Found[] {
  return celCidrFault(textOf(network) ?? "") === undefined ? cidrForm(network) : [];
}

/** The numbered ports of v1alpha1; v1alpha2 always writes the protocol. */
function portsOf(rule: Node, peers: "from" | "to"): WrittenPort[] {
  const isOutward = items(field(rule, peers)).some(
    (peer) => field(peer, "networks") !== undefined || field(peer, "domainNames") !== undefined,
  );
  return items(field(rule, "ports")).flatMap((item): WrittenPort[] => {
    const numbered = field(item, "portNumber");
    const port = field(numbered, "port");
    const number = numberOf(port);
    if (port === undefined || number === undefined) return [];
    const protocol = textOf(field(numbered, "protocol"));
    return [{ port: String(number), protocol, origin: port.origin, isOutward }];
  });
}
