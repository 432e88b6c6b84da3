import { decodeSelector } from "../label-selector.js";
import { entries, field, items, numberOf, textOf, type Node } from "../node.js";
import { EVERYTHING, selectorOf, type Selector } from "../../model/selector.js";
import { parseSloppyBlock } from "../../net/address.js";
import { selectorErrors } from "../validation/label-selector.js";
import { serverVersion } from "../validation/words.js";
import {
  type Action,
  type Direction,
  type Generation,
  type Peer,
  type Peers,
  type PodSelection,
  type Policy,
  type Ports,
  type Rule,
  RuleList,
  type Tier,
} from "../../model/policy.js";
import type { ApiObject } from "../kind.js";

/** What tells AdminNetworkPolicy, BaselineAdminNetworkPolicy and ClusterNetworkPolicy apart. */
export interface Dialect {
  readonly generation: Extract<Generation, "AdminNetworkPolicy" | "ClusterNetworkPolicy">;
  tierOf(spec: Node | undefined): Tier;
  readonly actions: ReadonlyMap<string, Action>;
  /** Decodes the ports of a rule; undefined where an entry has no member that is known. */
  portsOf(rule: Node): Ports | undefined;
}

const LISTS = { ingress: "from", egress: "to" } as const;

/** Decodes a policy of the Admin or Baseline tier that a server has accepted, with the same structure in all its kinds. */
export function decodeAdminPolicy({ ref, node }: ApiObject, dialect: Dialect): Policy {
  const spec = field(node, "spec");
  const rules = (direction: Direction): RuleList | undefined => {
    const list = field(spec, direction);
    if (list === undefined) return undefined;
    return new RuleList(list.origin, () =>
      items(list).map((rule, index) => decodeRule(rule, index, direction, dialect)),
    );
  };
  return {
    ref,
    origin: node.origin,
    tier: dialect.tierOf(spec),
    generation: dialect.generation,
    priority: numberOf(field(spec, "priority")),
    subject: decodePods(field(spec, "subject") ?? node) ?? undecidedSubject(node),
    rules: { ingress: rules("ingress"), egress: rules("egress") },
  };
}

/** A subject without a member that is known: whom it selects cannot be told. */
function undecidedSubject(node: Node): PodSelection {
  return {
    namespaces: { selector: selectorOf([], node.origin, true) },
    pods: undefined,
    origin: node.origin,
  };
}

/** `namespaces: S` or `pods: {namespaceSelector, podSelector}`; undefined where it is neither. */
function decodePods(node: Node): PodSelection | undefined {
  const namespaces = field(node, "namespaces");
  if (namespaces !== undefined) {
    return { namespaces: { selector: selectorIn(namespaces) }, pods: undefined, origin: namespaces.origin };
  }
  const pods = field(node, "pods");
  if (pods === undefined) return undefined;
  const inNamespaces = field(pods, "namespaceSelector");
  const labels = field(pods, "podSelector");
  return {
    namespaces: { selector: inNamespaces === undefined ? EVERYTHING : selectorIn(inNamespaces) },
    pods: labels === undefined ? EVERYTHING : selectorIn(labels),
    origin: pods.origin,
  };
}

/** The server stores selectors of these kinds unchecked (V-CR-21). */
function selectorIn(node: Node): Selector {
  return decodeSelector(node, selectorErrors(node, "", SELECTOR_CHECK).length > 0);
}

/** Whether a selector can be built is the same for every version. */
const SELECTOR_CHECK = serverVersion([1, 36]);

function decodeRule(node: Node, index: number, direction: Direction, dialect: Dialect): Rule {
  const action = field(node, "action");
  const written = textOf(action) ?? "";
  const known = dialect.actions.get(written);
  const peers = items(field(node, LISTS[direction])).map(decodePeers);
  const ports = dialect.portsOf(node);
  const isClosed = ports === undefined || peers.some((each) => each === undefined);
  return {
    index,
    name: textOf(field(node, "name")),
    action: known ?? "Deny",
    actionOrigin: action?.origin,
    peers: { all: false, items: peers.flatMap((each) => each ?? []) } satisfies Peers,
    ports: ports ?? { all: true },
    origin: node.origin,
    ...(isClosed ? { failsClosed: true as const } : {}),
    ...(known === undefined ? { unknownAction: written } : {}),
  };
}

/** The peers of one entry; undefined where it has no member that is known (S-FC-1). */
function decodePeers(node: Node): readonly Peer[] | undefined {
  const pods = decodePods(node);
  if (pods !== undefined) return [{ type: "pods", ...pods }];
  const networks = field(node, "networks");
  if (networks !== undefined) return items(networks).map(decodeNetwork);
  const nodes = field(node, "nodes");
  if (nodes !== undefined) return [{ type: "nodes", selector: selectorIn(nodes), origin: nodes.origin }];
  const names = field(node, "domainNames");
  if (names === undefined) return undefined;
  return items(names).map((item) => ({ type: "domains", pattern: textOf(item) ?? "", origin: item.origin }));
}

function decodeNetwork(item: Node): Peer {
  const text = textOf(item) ?? "";
  const block = parseSloppyBlock(text);
  if (block === undefined) return { type: "nothing", origin: item.origin };
  return { type: "addresses", block: { text, block, except: [] }, origin: item.origin };
}

/** The one member of a mapping, by its name; undefined where it has none. */
export function memberOf(node: Node): [string, Node] | undefined {
  return entries(node).find(([, value]) => value.value !== null);
}
