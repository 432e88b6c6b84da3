import { AddressSet } from "../../../src/base/net/address-set.js";
import { expect, it } from "vitest";
import { formatBlock, parseBlock } from "../../../src/base/net/address.js";

function setOf(...texts: readonly string[]): AddressSet {
  return AddressSet.of(texts.map((text) => parseBlock(text) ?? expect.fail(`no CIDR: ${text}`)));
}

it.each<[string, AddressSet[], string[]]>([
  ["none", [], []],
  ["one", [setOf("10.0.7.0/24")], ["10.0.7.0/24"]],
  ["two that are one run", [setOf("10.0.0.128/25"), setOf("10.0.0.0/25")], ["10.0.0.0/24"]],
  [
    "three, of which two overlap, in no order",
    [setOf("192.168.4.0/23"), setOf("10.9.0.0/16"), setOf("192.168.5.0/24", "10.8.0.0/16")],
    ["10.8.0.0/15", "192.168.4.0/23"],
  ],
  [
    "three of both families",
    [setOf("10.1.0.0/16", "2001:db8::/48"), setOf("2001:db8:1::/48"), setOf("10.3.0.0/16")],
    ["10.1.0.0/16", "10.3.0.0/16", "2001:db8::/47"],
  ],
])("several sets are put together at once: %s", (_, sets, blocks) => {
  const all = AddressSet.unionOf(sets);
  expect(all.blocks().map(formatBlock)).toEqual(blocks);
  expect(all.key).toBe(sets.reduce((one, other) => one.union(other), AddressSet.EMPTY).key);
});

it.each<[string, AddressSet, AddressSet, string[]]>([
  ["apart", setOf("10.0.0.0/24"), setOf("10.0.1.0/24", "2001:db8::/64"), []],
  [
    "that overlap",
    setOf("10.0.0.0/23", "10.9.0.0/16"),
    setOf("10.0.1.0/24", "10.9.7.0/24", "10.11.0.0/16"),
    ["10.0.1.0/24", "10.9.7.0/24"],
  ],
  [
    "that begin alike",
    setOf("10.0.0.0/23", "2001:db8::/64"),
    setOf("10.0.0.0/24", "2001:db8::/48"),
    ["10.0.0.0/24", "2001:db8::/64"],
  ],
  [
    "of which one cuts the other",
    AddressSet.of([{ family: "IPv4", first: 5n, last: 9n }]),
    AddressSet.of([{ family: "IPv4", first: 7n, last: 12n }]),
    ["0.0.0.7/32", "0.0.0.8/31"],
  ],
  ["of two families", setOf("10.0.0.0/8"), setOf("2001:db8::/32"), []],
])("what two sets share: %s", (_, one, other, blocks) => {
  expect(one.intersect(other).blocks().map(formatBlock)).toEqual(blocks);
  expect(other.intersect(one).blocks().map(formatBlock)).toEqual(blocks);
});

it.each<[string, AddressSet, AddressSet]>([
  ["a block in a wider one", setOf("10.1.0.0/16"), setOf("10.0.0.0/8", "192.168.0.0/16")],
  [
    "several in one, the other one of both families",
    setOf("10.1.0.0/16", "10.3.0.0/24"),
    setOf("10.0.0.0/8", "2001:db8::/32"),
  ],
  ["both families", setOf("10.1.0.0/16", "2001:db8::/48"), setOf("10.0.0.0/8", "2001:db8::/32")],
])("a set that another one holds is what they share: %s", (_, part, whole) => {
  expect(part.intersect(whole)).toBe(part);
  expect(whole.intersect(part)).toBe(part);
});
