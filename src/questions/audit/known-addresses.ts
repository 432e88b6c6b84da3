import { AddressSet } from "../../base/net/address-set.js";
import { parseBlock, type Block } from "../../base/net/address.js";

function setOf(...texts: readonly string[]): AddressSet {
  return AddressSet.of(texts.map((text) => parseBlock(text) as Block));
}

/**
 * Where clouds answer machines, and pods on them, about themselves, with credentials (E-1): AWS, Google, Azure, Oracle and
 * OpenStack; AWS by IPv6; Alibaba; the host of a machine of Azure.
 */
export const METADATA = setOf(
  "169.254.169.254/32",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "fd00:ec2::254/128",
);

/** Names that the clouds give those addresses, lower case. */
export const METADATA_NAMES: readonly string[] = [
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.tencentyun.com",
];

/** Link-local addresses: nothing routes them (RFC 3927, RFC 4291). */
export const LINK_LOCAL = setOf("169.254.0.0/16", "fe80::/10");

/** RFC 1918, shared address space (RFC 6598) and unique-local addresses (RFC 4193). */
export const PRIVATE_RANGES = setOf(
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "fc00::/7",
);
