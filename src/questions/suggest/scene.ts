import type { Cluster } from "../../cluster/model/cluster.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Document } from "../../source/manifest/document.js";
import type { Explanation, Result } from "../explain/result.js";
import type { Resolved } from "../query/resolution.js";
import type { TwoEnds } from "../ask/flow.js";
import type { Traffic } from "../../base/net/traffic.js";

/** A flow in a cluster, with its answer: the connection itself, or the question to DNS that comes before it. */
export interface Leg {
  readonly cluster: Cluster;
  readonly from: Resolved;
  readonly to: Resolved;
  readonly explanation: Explanation;
  /** All traffic that is asked for. */
  readonly traffic: Traffic;
}

/** A flow for which edits are looked for. */
export interface Scene extends Leg {
  /** True where edits of a document can be shown as a patch of its file. */
  isEditable(document: Document): boolean;
}

/** Everything that has to be allowed for a connection. */
export interface Legs {
  /** The ends as they are asked for: a node, where the connection is to the pods behind its port. */
  readonly ends: TwoEnds;
  readonly connection: Leg;
  /** The question to the cluster's DNS; undefined where no name is resolved, or the input has no DNS pods. */
  readonly name: Leg | undefined;
}

/** The answers that keep a name from being resolved. */
export function deniedNames({ name }: Legs): readonly Result[] {
  return name?.explanation.results.filter(({ verdict }) => verdict === "denied") ?? [];
}

/** The end whose policies are asked in a direction. */
export function subjectOf({ from, to }: Leg, direction: Direction): Resolved {
  return direction === "egress" ? from : to;
}

/** The end that the peers of rules are compared with in a direction. */
export function otherOf({ from, to }: Leg, direction: Direction): Resolved {
  return direction === "egress" ? to : from;
}
