import { formatBlock } from "../base/net/address.js";
import type { AddressSet } from "../base/net/address-set.js";

/** Addresses as CIDRs, single ones too: `169.254.169.254/32`. */
export function addressBlocks(addresses: AddressSet): readonly string[] {
  return addresses.blocks().map(formatBlock);
}
