/** Which members of peers and ports this reader knows: anything else makes a rule fail closed (S-FC-1, S-FC-3, S-FC-5). */

import type { Direction } from "./facts.js";
import type { AdminKind, AdminRule } from "./kubernetes.js";
import type { Options } from "./cluster.js";

/** "leaf": whatever is in it is known. `oneOf`: at least one of its members must be there. */
type Shape = "leaf" | { readonly members: Readonly<Record<string, Shape>>; readonly oneOf?: true };

const SELECTOR: Shape = { members: { matchLabels: "leaf", matchExpressions: "leaf" } };
const PODS: Shape = { members: { namespaceSelector: SELECTOR, podSelector: SELECTOR } };
const RANGE: Shape = { members: { start: "leaf", end: "leaf" } };
const PROTOCOL: Shape = {
  oneOf: true,
  members: { destinationPort: { oneOf: true, members: { number: "leaf", range: RANGE } } },
};

const INGRESS_PEER = { namespaces: SELECTOR, pods: PODS };
const EGRESS_PEER = { ...INGRESS_PEER, nodes: SELECTOR, networks: "leaf" } as const;
const OLDER_NAMESPACES = {
  A: { oneOf: true, members: { namespaceSelector: SELECTOR, sameLabels: "leaf", notSameLabels: "leaf" } },
  KEP: {
    oneOf: true,
    members: { namespaceSelector: SELECTOR, sameLabels: "leaf", notSameLabels: "leaf", related: "leaf" },
  },
} as const satisfies Record<string, Shape>;
const ADMIN_PORT: Shape = {
  oneOf: true,
  members: {
    portNumber: { members: { protocol: "leaf", port: "leaf" } },
    portRange: { members: { protocol: "leaf", start: "leaf", end: "leaf" } },
    namedPort: "leaf",
  },
};
const CLUSTER_PROTOCOL: Shape = {
  oneOf: true,
  members: { tcp: PROTOCOL, udp: PROTOCOL, sctp: PROTOCOL, destinationNamedPort: "leaf" },
};

const recognised = new WeakMap<AdminRule, boolean>();

/** Whether every item of the rule's peers, ports and protocols is one that this reader knows. */
export function isRecognised(
  rule: AdminRule,
  kind: AdminKind,
  direction: Direction,
  shape: Options["shape"],
): boolean {
  const known = recognised.get(rule) ?? hasKnownItems(rule, kind, direction, shape);
  recognised.set(rule, known);
  return known;
}

function hasKnownItems(
  rule: AdminRule,
  kind: AdminKind,
  direction: Direction,
  shape: Options["shape"],
): boolean {
  const isOlder = shape !== undefined && kind !== "ClusterNetworkPolicy";
  const members = isOlder ? olderMembers(shape) : peerMembers(kind, direction);
  const peer: Shape = { oneOf: true, members };
  return (
    ((direction === "ingress" ? rule.from : rule.to) ?? []).every((item) => fits(item, peer)) &&
    (rule.ports ?? []).every((item) => fits(item, ADMIN_PORT)) &&
    // S-CNP-4: an empty name is no member at all.
    (rule.protocols ?? []).every((item) => item.destinationNamedPort !== "" && fits(item, CLUSTER_PROTOCOL))
  );
}

function peerMembers(kind: AdminKind, direction: Direction): Readonly<Record<string, Shape>> {
  if (direction === "ingress") return INGRESS_PEER;
  // BaselineAdminNetworkPolicy never had domainNames (1.3.3).
  return kind === "BaselineAdminNetworkPolicy" ? EGRESS_PEER : { ...EGRESS_PEER, domainNames: "leaf" };
}

function olderMembers(shape: "A" | "KEP"): Readonly<Record<string, Shape>> {
  const namespaces = OLDER_NAMESPACES[shape];
  return { namespaces, pods: { members: { namespaces, podSelector: SELECTOR } } };
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === "leaf") return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const present = Object.entries(value).filter(([, child]) => child !== null && child !== undefined); // nulls are pruned
  if (shape.oneOf === true && present.length === 0) return false;
  return present.every(
    ([key, child]) => Object.hasOwn(shape.members, key) && fits(child, shape.members[key]!),
  );
}
