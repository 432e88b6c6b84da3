import { AddressSet } from "../../../src/base/net/address-set.js";
import { describe, expect, it } from "vitest";
import { blockAround } from "../../../src/semantics/reach/address-name.js";
import { formatBlock, parseBlock } from "../../../src/base/net/address.js";

function setOf(...texts: readonly string[]): AddressSet {
  return AddressSet.of(texts.map((text) => parseBlock(text) ?? expect.fail(`no CIDR: ${text}`)));
}

const NO_FIRST = setOf("0.0.0.0/0").subtract(setOf("0.0.0.0/32"));

describe("a set of addresses", () => {
  it.each([
    ["all of a family", setOf("0.0.0.0/0"), ["0.0.0.0/0"]],
    ["all of the other", setOf("::/0"), ["::/0"]],
    ["the last address", setOf("255.255.255.255/32"), ["255.255.255.255/32"]],
    ["two halves", setOf("10.0.0.0/25", "10.0.0.128/25"), ["10.0.0.0/24"]],
    [
      "a run that begins and ends between blocks",
      setOf("10.0.0.0/29").subtract(setOf("10.0.0.0/32", "10.0.0.7/32")),
      ["10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/31", "10.0.0.6/32"],
    ],
    [
      "a run that is longer than it is aligned",
      setOf("10.0.0.128/25", "10.0.1.0/24"),
      ["10.0.0.128/25", "10.0.1.0/24"],
    ],
  ])("is made up of the fewest blocks: %s", (_, addresses, blocks) => {
    expect(addresses.blocks().map(formatBlock)).toEqual(blocks);
  });

  it("takes a block of each size for all but the first address", () => {
    expect(NO_FIRST.blocks().map(({ prefix }) => prefix)).toEqual(
      Array.from({ length: 32 }, (_, i) => 32 - i),
    );
  });
});

it.each([
  [["10.0.0.4/32"], "10.0.0.4/32"],
  [["10.0.0.4/32", "10.0.0.5/32"], "10.0.0.4/31"],
  [["10.0.0.127/32", "10.0.0.128/32"], "10.0.0.0/24"],
  [["0.0.0.0/32", "255.255.255.255/32"], "0.0.0.0/0"],
  [["2001:db8::/48", "2001:db8:1::/48"], "2001:db8::/47"],
] as const)("the smallest block around %j is %s", (texts, around) => {
  const found = blockAround(setOf(...texts).blocks());
  expect(found === undefined ? undefined : formatBlock(found)).toBe(around);
});
