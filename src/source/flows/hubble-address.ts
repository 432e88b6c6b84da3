import { parseAddress, type Address } from "../../base/net/address.js";
import type { Fields } from "./fields.js";

/** An address of a record of Hubble, undefined where it has none. @throws {BadLine} for what is no address */
export function hubbleAddress(flow: Fields, side: "source" | "destination"): Address | undefined {
  const text = flow.object("IP")?.text(side);
  if (text === undefined || text === "") return undefined;
  const address = parseAddress(text);
  if (address === undefined) throw flow.bad(`IP.${side}`);
  return address;
}
