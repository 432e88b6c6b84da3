import { PEER_LISTS } from "../peer-lists.js";
import { NETWORK_POLICY_WRITER } from "../network-policy/writer.js";
import { writtenSelector, type PolicyWriter } from "./writer.js";
import type { Action, Direction } from "../../model/policy.js";
import type { Json } from "../../../source/edit/edit.js";
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
  writer: PolicyWriter,
  namespace: string | undefined,
): Json | undefined {
  const head = writer.head({ name, action });
  const entries = writtenPeers(peers, writer, direction, namespace);
  if (head === undefined || entries === undefined) return undefined;
  return {
    ...head,
    [PEER_LISTS[direction]]: entries,
    ...(ports === undefined ? {} : { [writer.portList]: ports.map((port) => writer.port(port)) }),
  };
}

/**
 * Peers as the entries of a rule's list.
 * @param namespace the policy's own, if it has one
 * @returns undefined where the API has no such peer in that direction
 */
export function writtenPeers(
  peers: readonly NewPeer[],
  writer: PolicyWriter,
  direction: Direction,
  namespace: string | undefined,
): readonly Json[] | undefined {
  const entries = peers.map((peer) => writer.peer(peer, direction, namespace));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
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
  const item = rule === undefined ? undefined : writtenRule(rule, NETWORK_POLICY_WRITER, namespace);
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
