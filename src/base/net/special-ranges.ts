import { AddressSet } from "./address-set.js";
import { parseBlock, type Block } from "./address.js";

function setOf(...texts: readonly string[]): AddressSet {
  return AddressSet.of(texts.map((text) => parseBlock(text) as Block));
}

/** Addresses that pods may have where no pod CIDR is known: private and unique-local ones (S-EV-1a). */
export const PRIVATE = setOf("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7");

/** `internet` is both families without these: private, unique-local, loopback, link-local (S-EV-1a). */
export const NOT_INTERNET = PRIVATE.union(setOf("127.0.0.0/8", "169.254.0.0/16", "::1/128", "fe80::/10"));

/** `internet`, of each family. */
export const INTERNET = {
  IPv4: AddressSet.all("IPv4").subtract(NOT_INTERNET),
  IPv6: AddressSet.all("IPv6").subtract(NOT_INTERNET),
} as const;

/** Addresses that hosts on the internet have: what is routed, without those that are private or special. */
export const PUBLIC = AddressSet.all("IPv4")
  .subtract(setOf("0.0.0.0/8", "224.0.0.0/3"))
  .union(setOf("2000::/3"))
  .subtract(NOT_INTERNET);
