import { PEER_LISTS } from "../peer-lists.js";
import { portListKey } from "./places.js";
import { writtenPeers, writtenSelector } from "./peers.js";
import { writtenPort } from "./ports.js";
import type { Action, Direction, Generation } from "../../model/policy.js";
import type { Json } from "../../edit/edit.js";
import type { Label, NewPeer, NewPort } from "../../model/new-parts.js";

/** A rule that is to be written. */
export interface NewRule {
  /** Kinds whose rules have no names leave it out. */
  readonly name: string;
  readonly action: Action;
  readonly direction: Direction;
  readonly peers: readonly NewPeer[];
  /** Undefined for all traffic. */
  readonly ports: readonly NewPort[] | undefined;
}

/**
 * A rule as an item of a policy's list.
 * @param namespace the policy's own, if it has one
 * @returns undefined where the API has no such rule
 */
export function writtenRule(
  { name, action, direction, peers, ports }: NewRule,
  generation: Generation,
  namespace: string | undefined,
): Json | undefined {
  const entries = writtenPeers(peers, generation, direction, namespace);
  if (entries === undefined) return undefined;
  const isAdmin = generation === "AdminNetworkPolicy" || generation === "ClusterNetworkPolicy";
  if (!isAdmin && action !== "Accept") return undefined;
  const word = generation === "AdminNetworkPolicy" && action === "Accept" ? "Allow" : action;
  return {
    ...(isAdmin ? { name, action: word } : {}),
    [PEER_LISTS[direction]]: entries,
    ...(ports === undefined
      ? {}
      : { [portListKey(generation)]: ports.map((port) => writtenPort(port, generation)) }),
  };
}

/** A NetworkPolicy that is to be written: with one rule, or with none, so that it denies all. */
export interface NewNetworkPolicy {
  readonly name: string;
  readonly namespace: string;
  readonly labels: readonly Label[];
  readonly direction: Direction;
  readonly rule: NewRule | undefined;
}

/** A NetworkPolicy as a document. @returns undefined where its rule cannot be written */
export function writtenNetworkPolicy(policy: NewNetworkPolicy): Json | undefined {
  const { name, namespace, labels, direction, rule } = policy;
  const item = rule === undefined ? undefined : writtenRule(rule, "NetworkPolicy", namespace);
  if (rule !== undefined && item === undefined) return undefined;
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name, namespace },
    spec: {
      podSelector: writtenSelector(labels),
      policyTypes: [direction === "egress" ? "Egress" : "Ingress"],
      ...(item === undefined ? {} : { [direction]: [item] }),
    },
  };
}
