import { AddressSet } from "../../../base/net/address-set.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { NOT_INTERNET } from "../../../base/net/special-ranges.js";
import { rowsOf, type Row } from "../../../semantics/reach/rows.js";
import type { Address, Family } from "../../../base/net/address.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Reach } from "../../../semantics/reach/reach.js";

/** The rows of each class; those of a node as the own one of a pod are its rows. */
export function rowsByClass({ cluster, classes }: Reach): ReadonlyMap<EndClass, readonly Row[]> {
  const rows = groupBy(rowsOf(cluster, classes), ({ endClass }) => endClass);
  for (const [of, some] of rows) {
    const own = of.asOwnNode === undefined ? undefined : classes[of.asOwnNode];
    if (own !== undefined) rows.set(own, some);
  }
  return rows;
}

/** A row of outside addresses with some of them only. */
export function rowWithin(row: Row, addresses: AddressSet | undefined): Row {
  if (addresses === undefined || row.kind !== "addresses") return row;
  return { ...row, addresses: row.addresses.intersect(addresses) };
}

/** The address under which a row of outside addresses is typed. */
export function shownAddressOf({ addresses }: Row, family: Family): Address | undefined {
  const own = addresses.only(family);
  return own.subtract(NOT_INTERNET).sample ?? own.sample;
}

/** True where it matters whether a pod is on the node that is the other end (S-NODE-L4). */
export function isAboutNodes(from: Row, to: Row): boolean {
  return from.endClass.asOwnNode !== undefined || to.endClass.asOwnNode !== undefined;
}

/** True for rows of which some pod is on the node that the other one is, or is on. */
export function mayShareNode({ nodes }: Row, { nodes: others }: Row): boolean {
  if (nodes === "unknown" || others === "unknown") return false;
  return [...nodes].some((node) => others.has(node));
}

/** Of the row of several nodes, one that is that of the other row's pod, or one that is not. */
export function nodeRowOf(row: Row, { nodes }: Row, isOwn: boolean): Row {
  if (nodes === "unknown" || row.kind === "domain") return row;
  for (const { endpoint } of row.endClass.members)
    if (endpoint.type === "node" && nodes.has(endpoint.name) === isOwn)
      return { ...row, name: endpoint.name, addresses: AddressSet.ofEach(endpoint.addresses) };
  return row;
}

/** True for rows of which each pod is on that node: what is between a pod and another node is no matter of theirs. */
export function sharesNode(a: Row, b: Row): boolean {
  if (!isAboutNodes(a, b) || a.nodes === "unknown" || b.nodes === "unknown") return false;
  return a.nodes.size === 1 && b.nodes.size === 1 && mayShareNode(a, b);
}
