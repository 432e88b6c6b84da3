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
