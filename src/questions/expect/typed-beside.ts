import { formatAddress, type Family } from "../../base/net/address.js";
import { typedName } from "../../semantics/reach/witness.js";
import type { Row } from "../../semantics/reach/rows.js";

/** An end of a row as `anp explain` takes it: of nodes one that the other end is not on, for that is what is asked about. */
export function typedBeside(row: Row, beside: Row, family?: Family): string | undefined {
  if (row.kind !== "Node" || beside.nodes === "unknown") return typedName(row, family);
  for (const { endpoint } of row.endClass.members) {
    if (endpoint.type !== "node" || beside.nodes.has(endpoint.name)) continue;
    const address = endpoint.addresses.find((each) => family === undefined || each.family === family);
    if (address !== undefined) return formatAddress(address);
  }
  return undefined;
}
