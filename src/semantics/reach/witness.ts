import { formatAddress, type Family } from "../../base/net/address.js";
import { PUBLIC } from "../../base/net/special-ranges.js";
import { PROTOCOLS, type Protocol, type Traffic } from "../../base/net/traffic.js";
import type { EndClass } from "./classes.js";
import type { Row } from "./rows.js";

/** How a row is typed as an end of `anp explain`: for addresses, one of them. */
export function typedName(row: Row, family?: Family): string {
  const { id, kind, names, isWhole, addresses, namespace, endClass } = row;
  if (kind === "domain") return row.name;
  switch (endClass.representative.type) {
    case "pod":
      return isWhole || names[0] === undefined ? id : `${namespace}/pod/${names[0]}`;
    case "node": {
      // Of a node with several addresses, one of those that the row is about.
      const address = (family === undefined ? addresses : addresses.only(family)).sample;
      return address === undefined ? row.name : formatAddress(address);
    }
    case "addresses": {
      const own = family === undefined ? addresses : addresses.only(family);
      const address = own.intersect(PUBLIC).sample ?? own.sample;
      return address === undefined ? row.name : formatAddress(address);
    }
    case "domain":
      return row.name;
  }
}

/** Ports that people know, taken where the destination declares none of those in question. */
const WELL_KNOWN: readonly number[] = [443, 80];

/** A protocol and port out of some traffic: one that the destination declares, else one that people know, else the lowest. */
export function sampleTraffic(
  traffic: Traffic,
  { representative }: EndClass,
): { readonly protocol: Protocol | "other"; readonly port: number | undefined } {
  const has = (protocol: Protocol, port: number): boolean =>
    traffic[protocol].some(([first, last]) => first <= port && port <= last);
  const declared =
    representative.type === "pod"
      ? representative.ports?.find(({ protocol, port }) => has(protocol, port))
      : undefined;
  if (declared !== undefined) return { protocol: declared.protocol, port: declared.port };
  const protocol = PROTOCOLS.find((each) => traffic[each].length > 0);
  if (protocol === undefined) return { protocol: "other", port: undefined };
  const known = WELL_KNOWN.find((port) => has(protocol, port));
  return { protocol, port: known ?? traffic[protocol][0]?.[0] };
}
