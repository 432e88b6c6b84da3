import { PEER_LISTS } from "../peer-lists.js";
import { child, keyOf, type Origin } from "../../../source/manifest/origin.js";
import { decodeSelector } from "../label-selector.js";
import { EVERYTHING } from "../../model/selector.js";
import { field, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { FIRST_PORT, LAST_PORT } from "../../../base/net/port-set.js";
import { parseSloppyBlock } from "../../../base/net/address.js";
import {
  DIRECTIONS,
  RuleList,
  type AddressRange,
  type Direction,
  type Peer,
  type Peers,
  type Policy,
  type PortMatch,
  type Ports,
  type Rule,
} from "../../model/policy.js";
import type { ApiObject } from "../../admission/request.js";
import type { Protocol } from "../../../base/net/traffic.js";

/** By which text it is read. By the design of 2016 empty lists match nothing, and there is no egress (S-LEG-3). */
export type Design = "released" | "2016";

/** Decodes a NetworkPolicy that a server has accepted. */
export function decodeNetworkPolicy({ ref, node }: ApiObject, design: Design): Policy {
  const spec = field(node, "spec");
  const namespace = ref.namespace ?? "default";
  const selector = field(spec, "podSelector");
  const origin = selector?.origin ?? spec?.origin ?? node.origin;
  const pods = selector === undefined ? EVERYTHING : decodeSelector(selector);
  const types = policyTypes(spec, node.origin, design);
  const listOf = (direction: Direction, at: Origin): RuleList =>
    new RuleList(at, () => decodeRules(spec, direction, namespace, design));
  const rules = (direction: Direction): RuleList | undefined => {
    const at = types[direction];
    return at === undefined ? undefined : listOf(direction, at);
  };
  const idle = design === "2016" ? undefined : DIRECTIONS.find((each) => types[each] === undefined);
  const written = idle === undefined ? undefined : field(spec, idle);
  return {
    ref,
    origin: node.origin,
    tier: "NetworkPolicy",
    generation: design === "2016" ? "NetworkPolicy2016" : "NetworkPolicy",
    isolates: design !== "2016",
    priority: undefined,
    subject: { namespaces: { own: namespace }, pods, origin },
    rules: { ingress: rules("ingress"), egress: rules("egress") },
    ...(idle === undefined || written === undefined ? {} : { idle: listOf(idle, keyOf(written.origin)) }),
  };
}

/** The directions that a policy acts in, each with the value that says so: `policyTypes`, or what its default rests on. */
function policyTypes(
  spec: Node | undefined,
  root: Origin,
  design: Design,
): Partial<Record<Direction, Origin>> {
  const at = (direction: Direction): Origin => {
    const list = field(spec, direction);
    return list === undefined ? keyOf(spec?.origin ?? root) : keyOf(list.origin);
  };
  if (design === "2016") return { ingress: at("ingress") };
  const written = items(field(spec, "policyTypes"));
  if (written.length === 0) {
    const hasEgress = items(field(spec, "egress")).length > 0;
    return hasEgress ? { ingress: at("ingress"), egress: at("egress") } : { ingress: at("ingress") };
  }
  const originOf = (name: string): Origin | undefined =>
    written.find((item) => textOf(item) === name)?.origin;
  const ingress = originOf("Ingress");
  const egress = originOf("Egress");
  return { ...(ingress === undefined ? {} : { ingress }), ...(egress === undefined ? {} : { egress }) };
}

function decodeRules(
  spec: Node | undefined,
  direction: Direction,
  namespace: string,
  design: Design,
): Rule[] {
  const peers = PEER_LISTS[direction];
  return items(field(spec, direction)).map((node, index) => ({
    index,
    name: undefined,
    action: "Accept",
    actionOrigin: undefined,
    peers: peerList(node, peers, namespace, design),
    ports: portList(node, design),
    origin: node.origin,
  }));
}

/** True where the list matches everything: missing, or empty but in the 2016 design (S-NULL). */
function isOpen(list: Node | undefined, design: Design): boolean {
  return list === undefined || (items(list).length === 0 && design === "released");
}

function peerList(rule: Node, key: "from" | "to", namespace: string, design: Design): Peers {
  const list = field(rule, key);
  return isOpen(list, design)
    ? { all: true }
    : {
        all: false,
        items: items(list).map((node) => decodePeer(node, namespace)),
        origin: list?.origin ?? rule.origin,
      };
}

function decodePeer(node: Node, namespace: string): Peer {
  const block = field(node, "ipBlock");
  if (block !== undefined) return decodeBlock(block);
  const namespaces = field(node, "namespaceSelector");
  const pods = field(node, "podSelector");
  return {
    type: "pods",
    namespaces: namespaces === undefined ? { own: namespace } : { selector: decodeSelector(namespaces) },
    pods: pods === undefined ? undefined : decodeSelector(pods),
    origin: node.origin,
  };
}

function decodeBlock(node: Node): Peer {
  const cidr = field(node, "cidr");
  const text = textOf(cidr) ?? "";
  const block = parseSloppyBlock(text);
  const origin = cidr?.origin ?? node.origin;
  if (block === undefined) return { type: "nothing", origin };
  const except: AddressRange["except"] = items(field(node, "except")).flatMap((item) => {
    const hole = parseSloppyBlock(textOf(item) ?? "");
    return hole === undefined ? [] : [{ text: textOf(item) ?? "", block: hole, origin: item.origin }];
  });
  return { type: "addresses", block: { text, block, except }, origin };
}

function portList(rule: Node, design: Design): Ports {
  const list = field(rule, "ports");
  return isOpen(list, design)
    ? { all: true }
    : { all: false, items: items(list).map(decodePort), origin: list?.origin ?? rule.origin };
}

function decodePort(node: Node): PortMatch {
  const written = field(node, "protocol");
  const protocol = (textOf(written) ?? "TCP") as Protocol;
  const protocolOrigin = written?.origin ?? node.origin;
  const port = field(node, "port");
  const name = textOf(port);
  if (port !== undefined && name !== undefined) return { type: "name", name, protocol, origin: port.origin };
  const first = numberOf(port);
  const end = field(node, "endPort");
  const last = numberOf(end);
  return {
    type: "range",
    protocol,
    first: first ?? FIRST_PORT,
    last: first === undefined ? LAST_PORT : (last ?? first),
    origin: port?.origin ?? written?.origin ?? child(node.origin),
    protocolOrigin,
    ...(end === undefined || last === undefined ? {} : { endPort: end.origin }),
  };
}
