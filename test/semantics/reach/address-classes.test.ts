import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressClasses } from "../../../src/semantics/reach/address-classes.js";
import { AddressSet } from "../../../src/base/net/address-set.js";
import { formatBlock, parseAddress, parseBlock, type Block } from "../../../src/base/net/address.js";

const block = (text: string): Block => parseBlock(text)!;
const setOf = (...texts: readonly string[]): AddressSet => AddressSet.of(texts.map(block));

/** Ranges by text: a block, without others behind an exclamation mark. */
function classesOf(...ranges: readonly string[]): AddressClasses {
  return new AddressClasses(
    ranges.map((range) => {
      const [whole = "", ...holes] = range.split(" !");
      return setOf(whole).subtract(setOf(...holes));
    }),
  );
}

function textsOf(classes: AddressClasses, family: "IPv4" | "IPv6"): string[] {
  return classes.of(family).map((each) => each.blocks().map(formatBlock).join(" "));
}

describe("classes of addresses", () => {
  it("are one where no range is in use", () => {
    expect(textsOf(classesOf(), "IPv4")).toEqual(["0.0.0.0/0"]);
    expect(textsOf(classesOf(), "IPv6")).toEqual(["::/0"]);
  });

  it("join what lies on both sides of a hole, and tell holes of different ranges apart", () => {
    const classes = classesOf("10.0.0.0/8 !10.64.0.0/10", "10.0.0.0/8 !10.192.0.0/10");
    expect(textsOf(classes, "IPv4").toSorted()).toEqual([
      "0.0.0.0/5 8.0.0.0/7 11.0.0.0/8 12.0.0.0/6 16.0.0.0/4 32.0.0.0/3 64.0.0.0/2 128.0.0.0/1",
      "10.0.0.0/10 10.128.0.0/10",
      "10.192.0.0/10",
      "10.64.0.0/10",
    ]);
  });

  it("cut each family by its own ranges", () => {
    const classes = classesOf("0.0.0.0/1", "2001:db8::/32");
    expect(textsOf(classes, "IPv4").toSorted()).toEqual(["0.0.0.0/1", "128.0.0.0/1"]);
    expect(classes.of("IPv6")).toHaveLength(2);
    expect(classes.classOf(parseAddress("2001:db8::9")!)).not.toBe(
      classes.classOf(parseAddress("2001:db9::9")!),
    );
  });

  it("cut a set into pieces of one class each", () => {
    const pieces = classesOf("10.1.0.0/16").cut(setOf("10.0.0.0/15", "2001:db8::/48"));
    expect(pieces.map((each) => each.blocks().map(formatBlock))).toEqual([
      ["10.0.0.0/16"],
      ["10.1.0.0/16"],
      ["2001:db8::/48"],
    ]);
  });

  it("are equal exactly for addresses that are in the same ranges", () => {
    const octet = fc.nat(15);
    const range = fc
      .tuple(octet, fc.integer({ min: 26, max: 32 }), fc.array(octet, { maxLength: 3 }))
      .map(([last, prefix, holes]) =>
        setOf(`10.0.0.${last}/${prefix}`).subtract(setOf(...holes.map((each) => `10.0.0.${each}/32`))),
      );
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        const classes = new AddressClasses(ranges);
        const all = Array.from({ length: 17 }, (_, i) => parseAddress(`10.0.0.${i}`)!);
        for (const a of all)
          for (const b of all) {
            const isAlike = ranges.every((each) => each.has(a) === each.has(b));
            expect(classes.classOf(a) === classes.classOf(b)).toBe(isAlike);
          }
      }),
      { seed: 20_261_121, numRuns: 200 },
    );
  });
});
