import { describe, expect, it } from "vitest";
import { AddressSet } from "../../../src/base/net/address-set.js";
import { nameOfAddresses, nameOfPiece } from "../../../src/semantics/reach/address-name.js";
import { parseBlock } from "../../../src/base/net/address.js";

const blocks = (text: string): AddressSet =>
  AddressSet.of(
    text
      .split(" ")
      .filter((each) => each !== "")
      .map((each) => parseBlock(each)!),
  );

/** `10.0.0.0/8 except 10.1.0.0/16 10.3.0.0/16`: a set of addresses. */
function setOf(text: string): AddressSet {
  const [whole = "", holes = ""] = text.split(" except ");
  return blocks(whole).subtract(blocks(holes));
}

describe("the name of some addresses", () => {
  it.each([
    ["one block", "10.0.0.0/8", "10.0.0.0/8"],
    ["two blocks, where leaving out takes as many", "10.0.0.0/30 10.0.0.8/30", "10.0.0.0/30, 10.0.0.8/30"],
    [
      "three blocks, each by itself",
      "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16",
      "10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16",
    ],
    [
      "more than three blocks, of which the others are counted",
      "10.0.0.1/32 10.0.0.9/32 10.0.0.17/32 10.0.0.25/32 10.0.0.33/32",
      "10.0.0.1/32, 10.0.0.9/32, 10.0.0.17/32 and 2 more",
    ],
    ["a block without a part of it", "10.0.0.0/8 except 10.1.0.0/16", "10.0.0.0/8 except 10.1.0.0/16"],
    ["none", "", ""],
  ])("%s", (_name, addresses, expected) => {
    expect(nameOfAddresses(setOf(addresses))).toBe(expected);
  });
});

describe("the name of a piece of named addresses", () => {
  it.each([
    ["all of them", "0.0.0.0/0", "internet"],
    [
      "all but a few blocks",
      "0.0.0.0/0 except 10.0.0.0/8 192.0.2.0/24",
      "internet except 10.0.0.0/8, 192.0.2.0/24",
    ],
    ["one block, though only one is left out", "0.0.0.0/1", "0.0.0.0/1"],
    ["two blocks, of which less is said by themselves", "0.0.0.0/2 128.0.0.0/2", "0.0.0.0/2, 128.0.0.0/2"],
    [
      "all but many, which are not called by the whole",
      "0.0.0.0/0 except 10.0.0.0/8 172.16.0.0/12 192.0.2.0/24 198.51.100.0/24",
      "0.0.0.0/0 except 10.0.0.0/8, 172.16.0.0/12, 192.0.2.0/24 and 1 more",
    ],
  ])("%s", (_name, piece, expected) => {
    expect(nameOfPiece(setOf(piece), setOf("0.0.0.0/0"), "internet")).toBe(expected);
  });
});
