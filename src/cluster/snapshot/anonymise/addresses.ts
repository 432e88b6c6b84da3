import {
  bitsOf,
  blockOf,
  formatAddress,
  formatBlock,
  parseAddress,
  parseBlock,
  parseSloppyBlock,
  type Address,
  type Block,
  type Family,
} from "../../../base/net/address.js";
import type { KeyedHash } from "./words.js";

/** Ranges that mean something by themselves: what lies in one stays in it, what does not stays out. */
const SPECIAL: readonly Block[] = [
  "0.0.0.0/8",
  "0.0.0.0/32",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "169.254.169.254/32",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
  "::/128",
  "::1/128",
  "::ffff:0:0/96",
  "64:ff9b::/96",
  "2000::/3",
  "fc00::/7",
  "fd00:ec2::/32",
  "fd00:ec2::254/128",
  "fe80::/10",
  "ff00::/8",
].map((text) => {
  const block = parseBlock(text);
  if (block === undefined) throw new Error(`invariant: ${text}`);
  return block;
});

/** How the bits of one byte are changed, of all addresses that begin alike. */
interface ByteNode {
  /** A bit for each beginning of the byte. */
  readonly flips: Uint8Array;
  /** Special ranges below. */
  readonly special: readonly Block[];
}

/**
 * Replaces addresses, never two by the same: addresses that begin alike for some bits begin alike for as many afterwards,
 * so that what lies in a block lies in the block's replacement, and nothing else does.
 */
export class Addresses {
  readonly #hash: KeyedHash;
  readonly #nodes = new Map<string, ByteNode>();

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  /** The text of another address or block; undefined for text that is neither. */
  replace(text: string): string | undefined {
    if (!/^[0-9a-fA-F.:]+(?:\/[0-9]+)?$/.test(text)) return undefined;
    return text.includes("/") ? this.#replaceBlock(text) : this.#replaceAddress(text);
  }

  #replaceAddress(text: string): string | undefined {
    const address = parseAddress(text);
    return address === undefined ? undefined : formatAddress(this.#mapped(address));
  }

  #replaceBlock(text: string): string | undefined {
    const block = parseBlock(text);
    if (block !== undefined) {
      const written = addressIn(text, block.family);
      const mapped = this.#mapped(written);
      // A block that is written with its first address stays one.
      return written.value === block.first
        ? masked(mapped, block.prefix)
        : `${formatAddress(mapped)}/${block.prefix}`;
    }
    const sloppy = parseSloppyBlock(text);
    if (sloppy === undefined) return undefined;
    // Leading zeros, which not everybody reads, stay.
    return `0${masked(this.#mapped({ family: sloppy.family, value: sloppy.first }), sloppy.prefix)}`;
  }

  #mapped({ family, value }: Address): Address {
    if (family === "IPv6" && value >> 32n === 0xffffn) {
      const embedded = this.#mapped({ family: "IPv4", value: value & 0xffffffffn });
      return { family, value: (0xffffn << 32n) | embedded.value };
    }
    const bits = bitsOf(family);
    let result = 0n;
    for (let start = 0; start < bits; start += 8) {
      const before = value >> BigInt(bits - start);
      const byte = Number((value >> BigInt(bits - start - 8)) & 255n);
      result = (result << 8n) | BigInt(this.#mappedByte(family, start, before, byte));
    }
    return { family, value: result };
  }

  #mappedByte(family: Family, start: number, before: bigint, byte: number): number {
    const { flips, special } = this.#nodeAt(family, start, before);
    let result = byte;
    for (let bit = 0; bit < 8; bit++) {
      const known = byte >> (8 - bit);
      const beginning = (before << BigInt(bit)) | BigInt(known);
      const isFixed = special.some((block) => isBelow(block, beginning, start + bit));
      const node = (1 << bit) | known;
      const isFlipped = !isFixed && ((flips[node >> 3] ?? 0) & (1 << (node & 7))) !== 0;
      if (isFlipped) result ^= 0x80 >> bit;
    }
    return result;
  }

  #nodeAt(family: Family, start: number, before: bigint): ByteNode {
    const key = `${family}/${start}/${before}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const special = SPECIAL.filter((block) => block.family === family && isBelow(block, before, start));
    const node = { flips: this.#hash(JSON.stringify(["address", key])), special };
    this.#nodes.set(key, node);
    return node;
  }
}

/** True for a block that is narrower than a beginning of so many bits, and begins with them. */
function isBelow({ family, first, prefix }: Block, beginning: bigint, length: number): boolean {
  return prefix > length && first >> BigInt(bitsOf(family) - length) === beginning;
}

/** The address in front of a block's slash, in the block's family. */
function addressIn(text: string, family: Family): Address {
  const [written = ""] = text.split("/");
  const whole = parseBlock(`${written}/${bitsOf(family)}`);
  if (whole === undefined) throw new Error(`invariant: ${text} is a block`);
  return { family, value: whole.first };
}

function masked(address: Address, prefix: number): string {
  const block = blockOf(address, prefix);
  if (block === undefined) throw new Error("invariant: the prefix fits the family");
  return formatBlock(block);
}
