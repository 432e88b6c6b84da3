import { child, pathOf, type Origin } from "../../../source/manifest/origin.js";
import { PEER_LISTS } from "../peer-lists.js";
import type { PolicyWriter } from "./writer.js";
import type { Direction, Peer, Policy, PortMatch, Rule } from "../../model/policy.js";

/** Where the rules of a direction stand, or would stand. */
export function ruleListAt({ origin }: Policy, direction: Direction): Origin {
  return child(origin, "spec", direction);
}

/** Where the peers of a rule stand, or would stand. */
export function peerListAt({ origin }: Rule, direction: Direction): Origin {
  return child(origin, PEER_LISTS[direction]);
}

/** Where the ports of a rule stand, or would stand. */
export function portListAt({ origin }: Rule, { portList }: PolicyWriter): Origin {
  return child(origin, portList);
}

/** Where a policy of an ordered tier has its priority. */
export function priorityAt({ origin }: Policy): Origin {
  return child(origin, "spec", "priority");
}

/** The number of the entry of a list in which something stands. */
export function entryIndex(list: Origin, inside: Origin): number {
  const step = pathOf(inside)[pathOf(list).length];
  if (typeof step !== "number") throw new Error("invariant: what a list holds stands in an item");
  return step;
}

/** True where something stands in a list. */
export function isInList(list: Origin, inside: Origin): boolean {
  const path = pathOf(inside);
  return pathOf(list).every((step, i) => path[i] === step);
}

/** How many entries a list has: one entry may be several peers. */
export function entryCount(list: Origin, items: readonly (Peer | PortMatch)[]): number {
  return Math.max(0, ...items.map(({ origin }) => entryIndex(list, origin) + 1));
}

/** Where a peer that selects pods has, or would have, the expressions about their labels; undefined where it cannot. */
export function podExpressionsAt(peer: Extract<Peer, { type: "pods" }>): Origin | undefined {
  // A peer `namespaces` of the Admin and Baseline tiers takes every pod of them.
  if (peer.origin.step === "namespaces") return undefined;
  return child(peer.origin, "podSelector", "matchExpressions");
}

/** Where a block of addresses of a NetworkPolicy has, or would have, its exceptions; undefined for other kinds. */
export function exceptionsAt(peer: Extract<Peer, { type: "addresses" }>): Origin | undefined {
  const { parent, step } = peer.origin;
  return parent !== undefined && step === "cidr" ? child(parent, "except") : undefined;
}

/** Where the labels of a workload's pods are written. */
export function podLabelAt(kind: string, origin: Origin, key: string): Origin {
  return child(origin, ...templatePath(kind), "metadata", "labels", key);
}

/** Where a label of a Namespace is written. */
export function namespaceLabelAt(origin: Origin, key: string): Origin {
  return child(origin, "metadata", "labels", key);
}

function templatePath(kind: string): readonly string[] {
  if (kind === "Pod") return [];
  return kind === "CronJob" ? ["spec", "jobTemplate", "spec", "template"] : ["spec", "template"];
}
