import { blockOf, formatBlock, parseBlock, type Address, type Block } from "../../../base/net/address.js";

/** A CIDR as it is written, before anything is masked or mapped. */
export interface WrittenCidr {
  readonly address: Address;
  readonly prefix: number;
  /** Zeros that some readers take for octal: in an IPv4 octet or the prefix length, or a hex group over four digits. */
  readonly hasLeadingZeros: boolean;
  readonly isMapped: boolean;
  readonly block: Block;
}

/** Why a server, or every implementation, does not take a text for a CIDR. */
export type CidrFault = "not-a-cidr" | "leading-zeros" | "ipv4-mapped" | "host-bits";

/** The server's words for each (V-NP-16…19). */
export const CIDR_WORDS: Readonly<Record<CidrFault, string>> = {
  "not-a-cidr": "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
  "leading-zeros": "must not have leading 0s in IP or prefix length",
  "ipv4-mapped": "must not have an IPv4-mapped IPv6 address",
  "host-bits": "must not have bits set beyond the prefix length",
};

/**
 * What NetworkPolicy's check finds: all of it from 1.36 on, before that only what is no CIDR at all (V-NP-24). All of it is what CEL
 * finds too, and host bits where a rule asks for a masked block (V-CR-11).
 */
export function networkPolicyCidrFault(text: string, isStrict: boolean): CidrFault | undefined {
  const written = readCidr(text);
  if (written === undefined) return "not-a-cidr";
  if (!isStrict) return undefined;
  if (written.hasLeadingZeros) return "leading-zeros";
  if (written.isMapped) return "ipv4-mapped";
  return written.address.value === written.block.first ? undefined : "host-bits";
}

/** What CEL's `isCIDR` finds: host bits are fine there (V-CR-11). */
export function celCidrFault(text: string): Exclude<CidrFault, "host-bits"> | undefined {
  if (KNOWN.has(text)) return KNOWN.get(text);
  const fault = readCelCidr(text);
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(text, fault);
  return fault;
}

/** What CEL's `cidr` makes of a text that is one. @throws {RangeError} for another */
export function celCidr(text: string): WrittenCidr {
  const written = celCidrFault(text) === undefined ? readCidr(text) : undefined;
  if (written === undefined) throw new RangeError(`no CIDR: ${text}`);
  return written;
}

/** The same few blocks stand in most policies, and each is looked at more than once. */
const KNOWN = new Map<string, Exclude<CidrFault, "host-bits"> | undefined>();
const MOST_KNOWN = 1024;

function readCelCidr(text: string): Exclude<CidrFault, "host-bits"> | undefined {
  // Most are plain IPv4, of which the strict reader says enough.
  if (parseBlock(text)?.family === "IPv4") return undefined;
  const written = readCidr(text);
  if (written === undefined) return "not-a-cidr";
  if (written.hasLeadingZeros) return "leading-zeros";
  return written.isMapped ? "ipv4-mapped" : undefined;
}

/**
 * True where `except` lies in `cidr` and is smaller, as NetworkPolicy compares them: addresses with IPv4-mapped ones
 * taken for IPv4, prefix lengths as they are written (V-NP-20). Both must be CIDRs.
 */
export function isStrictSubset(except: string, cidr: string): boolean {
  const inner = readCidr(except);
  const outer = readCidr(cidr);
  if (inner === undefined || outer === undefined || outer.prefix >= inner.prefix) return false;
  const hole = unmapped(inner.block);
  const block = unmapped(outer.block);
  return hole.family === block.family && block.first <= hole.first && hole.first <= block.last;
}

/** What a person probably meant: the block without the fault. Undefined where that is not clear. */
export function correctedCidr(text: string): string | undefined {
  const written = readCidr(text);
  return written === undefined ? withPrefixLength(text) : formatBlock(unmapped(written.block));
}

/** The one address that a CIDR with bits behind its prefix names: `10.0.0.1/8` → `10.0.0.1/32`. */
export function singleAddress(cidr: string): string | undefined {
  const [address = ""] = cidr.split("/");
  return withPrefixLength(address);
}

/** `10.0.0.1` → `10.0.0.1/32`. */
function withPrefixLength(address: string): string | undefined {
  const single = `${address}/${address.includes(":") ? 128 : 32}`;
  return readCidr(single) === undefined ? undefined : single;
}

function unmapped(block: Block): Block {
  if (block.family === "IPv4" || block.first >> 32n !== 0xffffn) return block;
  return blockOf({ family: "IPv4", value: block.first & 0xffffffffn }, block.prefix - 96) ?? block;
}

/** Reads a CIDR as Kubernetes' lax reader does. */
function readCidr(text: string): WrittenCidr | undefined {
  const slash = text.indexOf("/");
  if (slash === -1) return undefined;
  const written = text.slice(0, slash);
  const length = text.slice(slash + 1);
  const isIPv6 = written.includes(":");
  // The strict reader of one address, with zeros that mean nothing taken out, keeps an IPv4-mapped one as IPv6.
  const exact = parseBlock(`${written.replaceAll(LEADING_ZEROS, "$1")}/${isIPv6 ? 128 : 32}`);
  if (exact === undefined || !/^\d+$/.test(length)) return undefined;
  const address: Address = { family: exact.family, value: exact.first };
  const prefix = Number(length);
  const block = blockOf(address, prefix);
  if (block === undefined) return undefined;
  const isMapped = isIPv6 && address.value >> 32n === 0xffffn;
  return { address, prefix, hasLeadingZeros: hasLeadingZeros(written, length), isMapped, block };
}

const LEADING_ZEROS = /(^|[.:])0+(?=[0-9a-fA-F])/g;

function hasLeadingZeros(address: string, length: string): boolean {
  const octets = address.slice(address.lastIndexOf(":") + 1);
  const hasIPv4 = octets.includes(".");
  const groups = address.split(":").slice(0, hasIPv4 ? -1 : undefined);
  return (
    /^0\d/.test(length) || (hasIPv4 && /(?:^|\.)0\d/.test(octets)) || groups.some((group) => group.length > 4)
  );
}
