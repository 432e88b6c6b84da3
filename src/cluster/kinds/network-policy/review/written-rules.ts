import { PEER_LISTS } from "../../peer-lists.js";
import { field, items, type Node } from "../../../../source/manifest/node.js";
import type { ApiObject } from "../../../admission/request.js";
import { DIRECTIONS, type Direction, type Policy } from "../../../model/policy.js";

/** The rules of one direction as they are written; null items are still null. */
export interface WrittenRules {
  readonly direction: Direction;
  readonly peers: "from" | "to";
  readonly rules: readonly Node[];
}

/** The rules of the directions in which a policy acts. */
export function writtenRules({ node }: ApiObject, policy: Policy): WrittenRules[] {
  return DIRECTIONS.filter((direction) => policy.rules[direction] !== undefined).map((direction) => ({
    direction,
    peers: PEER_LISTS[direction],
    rules: items(field(field(node, "spec"), direction)),
  }));
}
