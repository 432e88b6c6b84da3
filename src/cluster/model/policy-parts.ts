import {
  DIRECTIONS,
  type DirectedRule,
  type Peer,
  type PodSelection,
  type Policy,
  type PortMatch,
  type Rule,
} from "./policy.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { Selector } from "./selector.js";

/** The rules of a policy in both directions, in their order. */
export const rulesOf = oncePer((policy: Policy): readonly DirectedRule[] =>
  DIRECTIONS.flatMap((direction) =>
    (policy.rules[direction]?.rules ?? []).map((rule) => ({ policy, direction, rule })),
  ),
);

/** The peers of a rule that are listed. */
export function peersOf({ peers }: Rule): readonly Peer[] {
  return peers.all ? [] : peers.items;
}

/** True for a block that leaves out no address of its family. */
export function isWholeFamily(peer: Peer): boolean {
  return peer.type === "addresses" && peer.block.block.prefix === 0 && peer.block.except.length === 0;
}

/** The item of a rule's ports that holds a port, or that may by its name. */
export function portItem({ ports }: Rule, protocol: Protocol, port: number): PortMatch | undefined {
  if (ports.all) return undefined;
  return ports.items.find((item) =>
    item.type === "range"
      ? item.protocol === protocol && item.first <= port && port <= item.last
      : item.type === "name" && (item.protocol ?? protocol) === protocol,
  );
}

/** A selector of a policy: what it selects, and whether by that the policy's subject or a peer. */
export interface UsedSelector {
  readonly selector: Selector;
  readonly of: "namespaces" | "pods" | "nodes";
  readonly use: "subject" | "peer";
}

/** Every selector that a policy writes: of its subject, then of its peers. */
export function selectorsOf(policy: Policy): UsedSelector[] {
  const peers = rulesOf(policy).flatMap(({ rule }) => peersOf(rule));
  return [...selectorsIn(policy.subject, "subject"), ...peers.flatMap(peerSelectors)];
}

function peerSelectors(peer: Peer): UsedSelector[] {
  if (peer.type === "nodes") return [{ selector: peer.selector, of: "nodes", use: "peer" }];
  if (peer.type === "compared")
    return peer.pods === undefined ? [] : [{ selector: peer.pods, of: "pods", use: "peer" }];
  return peer.type === "pods" ? selectorsIn(peer, "peer") : [];
}

function selectorsIn({ namespaces, pods }: PodSelection, use: UsedSelector["use"]): UsedSelector[] {
  const selectors: UsedSelector[] = [];
  if (namespaces.own === undefined) selectors.push({ selector: namespaces.selector, of: "namespaces", use });
  if (pods !== undefined) selectors.push({ selector: pods, of: "pods", use });
  return selectors;
}
