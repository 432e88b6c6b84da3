import type { Action, Direction } from "../../model/policy.js";
import type { Json } from "../../../source/edit/edit.js";
import type { Label, NewPeer, NewPort } from "../../model/new-parts.js";

/** How an API spells the parts of a rule. */
export interface PolicyWriter {
  /** The field of a rule that lists its ports. */
  readonly portList: string;
  /** What a rule has beside its peers and ports; undefined where the API has no such action. */
  head(rule: { readonly name: string; readonly action: Action }): Readonly<Record<string, Json>> | undefined;
  /**
   * A peer as an entry of a rule's list; undefined where the API has no such peer in that direction.
   * @param namespace the policy's own, if it has one
   */
  peer(peer: NewPeer, direction: Direction, namespace: string | undefined): Json | undefined;
  /** A run of ports as an entry of a rule's list. */
  port(port: NewPort): Json;
}

/** A label selector with these labels; without any, the one that selects everything. */
export function writtenSelector(labels: readonly Label[]): Json {
  return labels.length === 0 ? {} : { matchLabels: Object.fromEntries(labels) };
}
