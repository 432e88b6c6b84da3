/** IP addresses and CIDR blocks as plain numbers. */

export type Family = "IPv4" | "IPv6";

export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

/** The addresses from `first` to `last`, both included. */
export interface Block {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
}

const BITS = { IPv4: 32, IPv6: 128 } as const;

/** The address, or undefined for any other text. IPv4-mapped IPv6 is IPv4 (U-29); zone ids are not read. */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(":")) {
    const value = parseIPv4(text);
    return value === undefined ? undefined : { family: "IPv4", value };
  }
  const value = parseIPv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === 0xffffn
    ? { family: "IPv4", value: value & 0xffff_ffffn }
    : { family: "IPv6", value };
}

/** Leading zeros are decimal (V-NP-24). */
function parseIPv4(text: string): bigint | undefined {
  const octets = text.split(".");
  if (octets.length !== 4 || !octets.every((octet) => /^[0-9]{1,8}$/.test(octet) && Number(octet) <= 255)) {
    return undefined;
  }
  return octets.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
}

function parseIPv6(text: string): bigint | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => groups(half));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array.from({ length: missing }, () => 0n), ...(tail ?? [])];
  return all.reduce((sum, group) => sum * 65536n + group, 0n);
}

function groups(text: string): bigint[] | undefined {
  if (text === "") return [];
  const result: bigint[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const embedded = index === parts.length - 1 ? parseIPv4(part) : undefined;
    if (embedded !== undefined) result.push(embedded >> 16n, embedded & 0xffffn);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) result.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return result;
}

/** The block of a CIDR; host bits are masked (S-IP-5). Throws on anything else: the objects are valid. */
export function parseBlock(cidr: string): Block {
  const [text = "", prefix = "", ...rest] = cidr.split("/");
  const address = parseAddress(text);
  if (address === undefined || rest.length > 0 || !/^[0-9]+$/.test(prefix))
    throw new Error(`not a CIDR: ${cidr}`);
  const mapped = address.family === "IPv4" && text.includes(":");
  const free = BigInt((mapped ? 128 : BITS[address.family]) - Number(prefix));
  if (free < 0n || free > BITS[address.family]) throw new Error(`not a CIDR: ${cidr}`);
  const first = (address.value >> free) << free;
  return { family: address.family, first, last: first + (1n << free) - 1n };
}

/** The block of one address. */
export function blockOf(address: Address): Block {
  return { family: address.family, first: address.value, last: address.value };
}

/** Families do not mix (S-IP-1). */
export function contains(block: Block, address: Address): boolean {
  return block.family === address.family && block.first <= address.value && address.value <= block.last;
}

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"].map(parseBlock);

/** Private (RFC 1918) or unique-local. */
export function isPrivate(address: Address): boolean {
  return PRIVATE.some((block) => contains(block, address));
}

/** One address for each piece into which `cuts` divide the family; only pieces inside `within`, if there is any. */
export function pieces(family: Family, cuts: readonly Block[], within: readonly Block[]): bigint[] {
  const starts = new Set([0n]);
  for (const block of [...cuts, ...within].filter((block) => block.family === family)) {
    starts.add(block.first);
    starts.add(block.last + 1n);
  }
  starts.delete(1n << BigInt(BITS[family]));
  const inside = within.filter((block) => block.family === family);
  return [...starts].filter(
    (value) => inside.length === 0 || inside.some((block) => contains(block, { family, value })),
  );
}
