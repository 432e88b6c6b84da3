import type { Cluster } from "../model/cluster.js";
import type { Direction } from "../model/policy.js";
import type { Document } from "../manifest/document.js";
import type { Explanation } from "../explain/result.js";
import type { Resolved } from "../query/resolve.js";
import type { Traffic } from "../net/traffic.js";

/** A flow in the files as they are, or as some edits leave them: what the next edit is looked for in. */
export interface Scene {
  readonly cluster: Cluster;
  readonly from: Resolved;
  readonly to: Resolved;
  readonly explanation: Explanation;
  /** All traffic that is asked for. */
  readonly traffic: Traffic;
  /** True where edits of a document can be shown as a patch of its file. */
  isEditable(document: Document): boolean;
}

/** The end whose policies are asked in a direction. */
export function subjectOf({ from, to }: Scene, direction: Direction): Resolved {
  return direction === "egress" ? from : to;
}

/** The end that the peers of rules are compared with in a direction. */
export function otherOf({ from, to }: Scene, direction: Direction): Resolved {
  return direction === "egress" ? to : from;
}
