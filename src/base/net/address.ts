import ipaddr from "ipaddr.js";

/** The two families of addresses; they never mix. */
export type Family = "IPv4" | "IPv6";

/** Both families, in the order in which results are shown. */
export const FAMILIES: readonly Family[] = ["IPv4", "IPv6"];

/** One address: its family and its bits as a number. */
export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

/** All addresses of a CIDR, first to last, both included. */
export interface Block {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
  readonly prefix: number;
}

/** The number of bits of an address. */
export function bitsOf(family: Family): number {
  return family === "IPv4" ? 32 : 128;
}

/** How many bits a number has without zeros in front: 0 for 0. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

const DECIMAL_OCTET = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Reads an IP address as Go's netip does: four decimal octets without leading zeros, or IPv6 without a zone. Libraries
 * are laxer (`010.0.0.1` as octal, `1.2.3`, `::1.2.3.4` as a mapped address), so the text is checked first.
 * An IPv4-mapped IPv6 address is the IPv4 address (U-29).
 */
export function parseAddress(text: string): Address | undefined {
  const address = text.includes(":") ? parseIPv6(text) : parseIPv4(text);
  if (address?.family === "IPv6" && address.value >> 32n === 0xffffn) {
    return { family: "IPv4", value: address.value & 0xffffffffn };
  }
  return address;
}

function parseIPv4(text: string): Address | undefined {
  const octets = text.split(".");
  if (octets.length !== 4) return undefined;
  let value = 0;
  for (const octet of octets) {
    const number = Number(octet);
    if (!DECIMAL_OCTET.test(octet) || number > 255) return undefined;
    value = value * 256 + number;
  }
  return { family: "IPv4", value: BigInt(value) };
}

function parseIPv6(text: string): Address | undefined {
  if (!/^[0-9a-fA-F:]+(?:[0-9.]+)?$/.test(text)) return undefined;
  const hex = text.includes(".") ? withHexTail(text) : text;
  if (hex === undefined || hex.split(":").some((group) => group.length > 4) || !ipaddr.IPv6.isValid(hex))
    return undefined;
  const value = ipaddr.IPv6.parse(hex).parts.reduce((bits, part) => bits * 65536n + BigInt(part), 0n);
  return { family: "IPv6", value };
}

/** `::1.2.3.4` → `::102:304`. */
function withHexTail(text: string): string | undefined {
  const tail = text.lastIndexOf(":") + 1;
  const embedded = parseIPv4(text.slice(tail));
  if (embedded === undefined) return undefined;
  const high = (embedded.value >> 16n).toString(16);
  return `${text.slice(0, tail)}${high}:${(embedded.value & 0xffffn).toString(16)}`;
}

/**
 * Reads a CIDR. Bits beyond the prefix length are masked (`10.0.0.1/8` is `10.0.0.0/8`), as every server and
 * implementation does that accepts them at all (S-IP-5); whether they are accepted is a question for validation.
 */
export function parseBlock(text: string): Block | undefined {
  const slash = text.indexOf("/");
  if (slash === -1) return undefined;
  const written = text.slice(0, slash);
  const address = written.includes(":") ? parseIPv6(written) : parseIPv4(written);
  const length = text.slice(slash + 1);
  if (address === undefined || !DECIMAL_OCTET.test(length)) return undefined;
  return blockOf(address, Number(length));
}

/**
 * Reads a CIDR as servers before 1.36 did for NetworkPolicy (V-NP-24): leading zeros are decimal, and an IPv4-mapped
 * IPv6 block is the IPv4 one.
 */
export function parseSloppyBlock(text: string): Block | undefined {
  const plain = text.replaceAll(/(^|[./:])0+(?=\d)/g, "$1");
  const block = parseBlock(text.includes(":") ? text : plain);
  if (block === undefined || block.family === "IPv4" || block.first >> 32n !== 0xffffn || block.prefix < 96)
    return block;
  return blockOf({ family: "IPv4", value: block.first & 0xffffffffn }, block.prefix - 96);
}

/** The block of a prefix length around an address, or undefined where the length is too long. */
export function blockOf(address: Address, prefix: number): Block | undefined {
  const bits = bitsOf(address.family);
  if (prefix > bits) return undefined;
  const host = (1n << BigInt(bits - prefix)) - 1n;
  const first = address.value & ~host;
  return { family: address.family, first, last: first | host, prefix };
}

/** An address as people write it: dotted decimal, or IPv6 in RFC 5952 form. */
export function formatAddress({ family, value }: Address): string {
  if (family === "IPv4") return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
  const parts = Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(112 - 16 * i)) & 0xffffn));
  return new ipaddr.IPv6(parts).toRFC5952String();
}

/** A block as people write it. */
export function formatBlock({ family, first, prefix }: Block): string {
  return `${formatAddress({ family, value: first })}/${prefix}`;
}
