import { AddressSet } from "../../base/net/address-set.js";
import { bitsOf, blockOf, formatBlock, type Block } from "../../base/net/address.js";

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

function listed(blocks: readonly Block[]): string {
  const first = blocks.slice(0, LISTED).map(formatBlock).join(", ");
  return blocks.length > LISTED ? `${first} and ${blocks.length - LISTED} more` : first;
}

/** The smallest block that holds all of some blocks. */
export function blockAround(blocks: readonly Block[]): Block | undefined {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return undefined;
  for (let prefix = bitsOf(first.family); prefix >= 0; prefix--) {
    const block = blockOf({ family: first.family, value: first.first }, prefix);
    if (block !== undefined && block.last >= last.last) return block;
  }
  return undefined;
}
