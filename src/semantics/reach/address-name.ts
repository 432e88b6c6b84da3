import { AddressSet } from "../../base/net/address-set.js";
import { bitLength, bitsOf, blockOf, formatBlock, type Block } from "../../base/net/address.js";

/** How many blocks a name lists before it counts the rest. */
const LISTED = 3;

/** A set of addresses of one family as people write it: its blocks, or one block without some others, whichever is shorter. */
export function nameOfAddresses(addresses: AddressSet): string {
  const blocks = addresses.blocks();
  const around = blockAround(blocks);
  if (around === undefined || blocks.length === 1) return listed(blocks);
  const holes = AddressSet.of([around]).subtract(addresses).blocks();
  return holes.length < blocks.length ? `${formatBlock(around)} except ${listed(holes)}` : listed(blocks);
}

/** How many blocks a piece leaves out before it is called by what it has. */
const MOST_LEFT_OUT = 3;

/** A piece of some addresses that have a name: `internet`, `internet except 192.0.2.0/24`, or the piece by itself. */
export function nameOfPiece(piece: AddressSet, whole: AddressSet, shownAs: string): string {
  const holes = whole.subtract(piece).blocks();
  if (holes.length === 0) return shownAs;
  if (holes.length > MOST_LEFT_OUT || holes.length >= piece.blocks().length) return nameOfAddresses(piece);
  return `${shownAs} except ${holes.map(formatBlock).join(", ")}`;
}

function listed(blocks: readonly Block[]): string {
  const first = blocks.slice(0, LISTED).map(formatBlock).join(", ");
  return blocks.length > LISTED ? `${first} and ${blocks.length - LISTED} more` : first;
}

/** The smallest block that holds all of some blocks. */
export function blockAround(blocks: readonly Block[]): Block | undefined {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return undefined;
  // As many bits as the two ends have in common.
  const apart = first.first ^ last.last;
  const prefix = bitsOf(first.family) - bitLength(apart);
  return blockOf({ family: first.family, value: first.first }, prefix);
}
