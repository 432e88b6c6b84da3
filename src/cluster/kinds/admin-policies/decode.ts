import { PEER_LISTS } from "../peer-lists.js";
import { decodeSelector } from "../label-selector.js";
import { entries, field, items, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import { EVERYTHING, selectorOf, type Selector } from "../../model/selector.js";
import { hasOnly, memberOf, type Unrecognised } from "./members.js";
import { olderNamespaces } from "./older-shape.js";
import { parseSloppyBlock } from "../../../base/net/address.js";
import { selectorErrors } from "../../admission/validation/label-selector.js";
import { serverVersion } from "../../admission/validation/words.js";
import {
  type Action,
  type Direction,
  type Generation,
  type NamespaceComparison,
  type Peer,
  type PodSelection,
  type Policy,
  type Ports,
  type Rule,
  RuleList,
  type Tier,
} from "../../model/policy.js";
import type { ApiObject } from "../../admission/request.js";

/** What tells AdminNetworkPolicy, BaselineAdminNetworkPolicy and ClusterNetworkPolicy apart. */
export interface Dialect {
  readonly generation: Generation;
  tierOf(spec: Node | undefined): Tier;
  readonly actions: ReadonlyMap<string, Action>;
  /** The members that a peer may have. */
  readonly peers: Readonly<Record<Direction, ReadonlySet<string>>>;
  /** How peers say which namespaces they mean (S-OBJ-1). */
  readonly shape: PeerShape;
  /** Decodes the ports of a rule. */
  portsOf(rule: Node): Ports | Unrecognised;
}

/**
 * "labels": by a label selector; "members": by one of some members, as in releases before v0.1.3; "proposed": by one of
 * those of KEP-2091, which are more and of which one means something else.
 */
export type PeerShape = "labels" | "members" | "proposed";

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
    isolates: false,
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
  const list = field(node, PEER_LISTS[direction]);
  const entriesOf = items(list);
  const peers = entriesOf.map((peer) => decodePeers(peer, dialect.peers[direction], dialect));
  const unknownPeer = entriesOf[peers.indexOf(undefined)]?.origin;
  const ports = dialect.portsOf(node);
  const isKnown = !("unrecognised" in ports);
  const failsClosed = unknownPeer ?? (isKnown ? undefined : ports.unrecognised);
  return {
    index,
    name: textOf(field(node, "name")),
    action: known ?? "Deny",
    actionOrigin: action?.origin,
    peers: { all: false, items: peers.flatMap((each) => each ?? []), origin: list?.origin ?? node.origin },
    ports: isKnown ? ports : { all: true },
    origin: node.origin,
    ...(failsClosed === undefined ? {} : { failsClosed }),
    ...(known === undefined ? { unknownAction: written } : {}),
  };
}

/**
 * The peers of one entry; undefined where it has no member that is known in this direction, or one with something in it
 * that is not known (S-FC-1, S-FC-5).
 */
function decodePeers(
  node: Node,
  known: ReadonlySet<string>,
  { shape }: Dialect,
): readonly Peer[] | undefined {
  const [member, value] = memberOf(node) ?? [];
  if (member === undefined || value === undefined || !known.has(member)) return undefined;
  switch (member) {
    case "namespaces":
    case "pods": {
      if (shape !== "labels") return decodeOlderPeer(node, shape);
      const pods = isKnownSelection(member, value) ? decodePods(node) : undefined;
      return pods === undefined ? undefined : [{ type: "pods", ...pods }];
    }
    case "networks":
      return items(value).map(decodeNetwork);
    case "nodes":
      return isKnownSelector(value)
        ? [{ type: "nodes", selector: selectorIn(value), origin: value.origin }]
        : undefined;
    case "domainNames":
      return items(value).map((item) => ({
        type: "domains",
        pattern: textOf(item) ?? "",
        origin: item.origin,
      }));
    default:
      return undefined;
  }
}

/** `namespaces: {namespaceSelector: S}` or `pods: {namespaces: {namespaceSelector: S}, podSelector}`. */
function decodeOlderPeer(node: Node, shape: PeerShape): readonly Peer[] | undefined {
  const pods = field(node, "pods");
  const labels = field(pods, "podSelector");
  const [member, value] = memberOf(olderNamespaces(node) ?? node) ?? [];
  if (member === undefined || value === undefined || !hasOnly(pods, ["namespaces", "podSelector"]))
    return undefined;
  if (labels !== undefined && !isKnownSelector(labels)) return undefined;
  const selected = labels === undefined ? undefined : selectorIn(labels);
  const { origin } = value;
  if (member === "namespaceSelector") {
    if (!isKnownSelector(value)) return undefined;
    return [{ type: "pods", namespaces: { selector: selectorIn(value) }, pods: selected, origin }];
  }
  const comparison = comparisonOf(member, value, shape);
  if (comparison === undefined) return undefined;
  const isEmpty = comparison.of !== "names" && comparison.keys.length === 0;
  return [isEmpty ? { type: "nothing", origin } : { type: "compared", comparison, pods: selected, origin }];
}

/** Which namespaces a member that is no selector means (S-TEN-1…3); undefined where the shape has none such. */
export function comparisonOf(member: string, value: Node, shape: PeerShape): NamespaceComparison | undefined {
  const keys = [...new Set(items(value).map((item) => textOf(item) ?? ""))];
  switch (member) {
    case "sameLabels":
      return { of: "same-labels", keys };
    case "notSameLabels":
      return { of: "other-labels", keys, isContested: shape === "proposed" };
    case "related": {
      const text = textOf(value);
      if (shape !== "proposed" || (text !== "Self" && text !== "NotSelf")) return undefined;
      return { of: "names", isSame: text === "Self" };
    }
    default:
      return undefined;
  }
}

const POD_MEMBERS: ReadonlySet<string> = new Set(["namespaceSelector", "podSelector"]);
const SELECTOR_MEMBERS: ReadonlySet<string> = new Set(["matchLabels", "matchExpressions"]);
const EXPRESSION_MEMBERS: ReadonlySet<string> = new Set(["key", "operator", "values"]);

function isKnownSelection(member: "namespaces" | "pods", value: Node): boolean {
  if (member === "namespaces") return isKnownSelector(value);
  return entries(value).every(([key, selector]) => POD_MEMBERS.has(key) && isKnownSelector(selector));
}

function isKnownSelector(selector: Node): boolean {
  const expressions = items(field(selector, "matchExpressions"));
  return (
    entries(selector).every(([key]) => SELECTOR_MEMBERS.has(key)) &&
    expressions.every((expression) => entries(expression).every(([key]) => EXPRESSION_MEMBERS.has(key)))
  );
}

function decodeNetwork(item: Node): Peer {
  const text = textOf(item) ?? "";
  const block = parseSloppyBlock(text);
  if (block === undefined) return { type: "nothing", origin: item.origin };
  return { type: "addresses", block: { text, block, except: [] }, origin: item.origin };
}
