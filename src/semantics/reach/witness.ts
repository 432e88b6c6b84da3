import { formatAddress, type Family } from "../../base/net/address.js";
import { PUBLIC } from "../../base/net/special-ranges.js";
import { samplePort, type SampledPort } from "../../base/net/sample-port.js";
import type { EndClass } from "./classes.js";
import type { Traffic } from "../../base/net/traffic.js";
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

/** A protocol and port out of some traffic: one that the destination declares, else one that people know, else the lowest. */
export function sampleTraffic(traffic: Traffic, { representative }: EndClass): SampledPort {
  return samplePort(traffic, representative.type === "pod" ? (representative.ports ?? []) : []);
}
