import type { BitSet } from "../../base/collections/bit-set.js";
import { areSeveral } from "./rows.js";
import { namesAmong } from "../match/ports.js";
import type { DirectedRule } from "../../cluster/model/policy.js";
import type { EndClass } from "./classes.js";
import type { Family } from "../../base/net/address.js";

/** Pods on the pod network that nothing tells apart, over one family: what a direction is walked for. */
export interface WalkSubject {
  readonly of: EndClass;
  readonly family: Family;
  /**
   * The classes that no walk tells apart as its subject, the one above among them. Of several, each end has one that it is
   * not: a flow with that end is one of the subject's.
   */
  readonly alike: readonly EndClass[];
  /** The numbers of these classes. */
  readonly indexes: BitSet;
}

/** One of the classes of a subject that can have flows with another end: not that end itself. Undefined where none can. */
export function memberBeside({ of, alike }: WalkSubject, other: EndClass): EndClass | undefined {
  return isItself(of, other) ? alike.find((each) => !isItself(each, other)) : of;
}

/** The classes of a subject that can have flows with some of some ends. */
export function membersBeside({ alike }: WalkSubject, others: readonly EndClass[]): readonly EndClass[] {
  return alike.filter((each) => others.some((other) => !isItself(each, other)));
}

/** What a rule sees of a subject that its policy selects. */
export interface SeenOfSubject {
  /** Whether it compares the subject's namespace with that of the other end. */
  readonly compares: boolean;
  /** The names of ports that it gives, where those of the subject are meant. */
  readonly portNames: readonly string[];
}

/** What tells subjects apart for a rule: of ingress alone the names of their own ports. */
export function seenOfSubject({ direction, rule }: DirectedRule): SeenOfSubject {
  const compares = !rule.peers.all && rule.peers.items.some(({ type }) => type === "compared");
  const portNames = direction === "egress" || rule.ports.all ? [] : namesAmong(rule.ports.items);
  return { compares, portNames };
}

/** True for what policies select: pods on the pod network, each once. */
export function isSubject({ representative, toName, isOwnNode }: EndClass): boolean {
  return representative.type === "pod" && !representative.hostNetwork && toName === undefined && !isOwnNode;
}

/** True for what can send: everything but names. */
export function isSource({ toName }: EndClass): boolean {
  return toName === undefined;
}

/** True where both ends are the same one pod, also by a name of it: what it sends to itself is no flow (S-LOOP-1). */
export function isItself(a: EndClass, b: EndClass): boolean {
  if (a.representative.type !== "pod" || b.representative.type !== "pod") return false;
  return a.representative.id === b.representative.id && !hasSeveral(a) && !hasSeveral(b);
}

/** True where a class may be several pods. */
export function hasSeveral({ members }: EndClass): boolean {
  return areSeveral(members.flatMap(({ endpoint }) => (endpoint.type === "pod" ? [endpoint] : [])));
}
