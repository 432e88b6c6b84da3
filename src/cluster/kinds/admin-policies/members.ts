import { entries, type Node } from "../../../source/manifest/node.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { PortMatch, Ports } from "../../model/policy.js";

/** A member that this version does not know, in input that a server has accepted (S-FC-1). */
export interface Unrecognised {
  readonly unrecognised: Origin;
}

/** The one member of a mapping, by its name; undefined where it has none, or several. */
export function memberOf(node: Node): [string, Node] | undefined {
  const members = entries(node).filter(([, value]) => value.value !== null);
  return members.length === 1 ? members[0] : undefined;
}

/** True for a mapping whose members are all known: one that is not may narrow what the others say (S-FC-5). */
export function hasOnly(node: Node | undefined, known: readonly string[]): boolean {
  return (
    node === undefined || entries(node).every(([key, { value }]) => known.includes(key) || value === null)
  );
}

/** Decodes the entries of a rule's ports; one that is not known makes the whole rule fail closed (S-FC-3). */
export function portsOf(
  list: Node,
  items: readonly Node[],
  decode: (item: Node) => PortMatch | undefined,
): Ports | Unrecognised {
  const decoded: PortMatch[] = [];
  for (const item of items) {
    const port = decode(item);
    if (port === undefined) return { unrecognised: item.origin };
    decoded.push(port);
  }
  return { all: false, items: decoded, origin: list.origin };
}
