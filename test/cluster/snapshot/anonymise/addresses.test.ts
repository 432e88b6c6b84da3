import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Addresses } from "../../../../src/cluster/snapshot/anonymise/addresses.js";
import {
  bitsOf,
  formatAddress,
  parseAddress,
  parseBlock,
  parseSloppyBlock,
} from "../../../../src/base/net/address.js";
import { check, Mismatch } from "../../../properties/run.js";

const ADDRESSES = new Addresses((text) => createHmac("sha256", "a key").update(text).digest());

function replaced(text: string): string {
  return ADDRESSES.replace(text) ?? "none";
}

describe("addresses", () => {
  it.each([
    ["203.0.113.7", /^\d+\.\d+\.\d+\.\d+$/],
    ["10.20.30.40", /^10\.\d+\.\d+\.\d+$/],
    ["172.20.30.40", /^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$/],
    ["192.168.30.40", /^192\.168\.\d+\.\d+$/],
    ["100.100.30.40", /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/],
    ["169.254.20.10", /^169\.254\.\d+\.\d+$/],
    ["127.0.0.53", /^127\.\d+\.\d+\.\d+$/],
    ["224.0.0.251", /^2(?:2[4-9]|3\d)\.\d+\.\d+\.\d+$/],
    ["2001:db8::7", /^[23][0-9a-f]{3}:/],
    ["fd12:3456::7", /^f[cd][0-9a-f]{2}:/],
    ["fe80::7", /^fe[89ab][0-9a-f]:/],
    ["ff02::fb", /^ff[0-9a-f]{2}:/],
  ])("%s becomes another one of its kind", (text, form) => {
    expect(replaced(text)).toMatch(form);
    expect(replaced(text)).not.toBe(text);
  });

  it.each(["0.0.0.0", "169.254.169.254", "255.255.255.255", "::", "::1", "fd00:ec2::254"])(
    "%s stays what it is",
    (text) => {
      expect(replaced(text)).toBe(text);
    },
  );

  it.each([
    "0.0.0.0/0",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.169.254/32",
    "::/0",
    "fc00::/7",
  ])("the block %s stays what it is", (text) => {
    expect(replaced(text)).toBe(text);
  });

  it.each(["10.0.0.0/33", "10.0.0", "010.0.0.1", "example.com", "1:2", "2024.01.01", "80/tcp", ""])(
    "%j is no address",
    (text) => {
      expect(replaced(text)).toBe("none");
    },
  );

  it("are read in every form in which the program reads them", () => {
    expect(replaced("::ffff:10.1.2.3")).toBe(replaced("10.1.2.3"));
    expect(replaced("2001:DB8:0::7")).toBe(replaced("2001:db8::7"));
    const sloppy = replaced("010.1.2.0/24");
    expect(parseBlock(sloppy)).toBeUndefined();
    expect(parseSloppyBlock(sloppy)).toEqual(parseBlock(replaced("10.1.2.0/24")));
    const mapped = parseSloppyBlock(replaced("::ffff:10.1.2.0/120"));
    expect(mapped).toEqual(parseBlock(replaced("10.1.2.0/24")));
  });

  it("of a block that is written with other bits leave it so", () => {
    const block = replaced("203.0.113.77/24");
    expect(parseBlock(block)).toEqual(parseBlock(replaced("203.0.113.0/24")));
    expect(block).toBe(`${replaced("203.0.113.77")}/24`);
  });

  const address = fc.oneof(fc.ipV4(), fc.ipV6());

  it("begin alike for as many bits as before", async () => {
    await check({
      name: "common beginnings",
      arbitrary: fc.tuple(address, address),
      runs: 500,
      holds: ([a, b]) => {
        const before = commonBits(a, b);
        const after = commonBits(replaced(a), replaced(b));
        if (before !== after) throw new Mismatch(`${a} ${b}: ${before}, then ${after}`);
      },
    });
  });

  it("lie in the replacement of a block as they lay in it", async () => {
    const within = fc
      .tuple(address, fc.nat(128), fc.bigInt(0n, (1n << 128n) - 1n))
      .map(([text, length, noise]) => {
        const base = parseAddress(text)!;
        const bits = bitsOf(base.family);
        const prefix = Math.min(length, bits);
        const host = (1n << BigInt(bits - prefix)) - 1n;
        const other = { family: base.family, value: (base.value & ~host) | (noise & host) };
        return { block: `${formatAddress(base)}/${prefix}`, inside: formatAddress(other) };
      });
    await check({
      name: "blocks hold their addresses",
      arbitrary: within,
      runs: 500,
      holds: ({ block, inside }) => {
        const { first, last } = parseBlock(replaced(block))!;
        const { value } = parseAddress(replaced(inside))!;
        if (value < first || value > last) throw new Mismatch(`${inside} in ${block}`);
      },
    });
  });
});

/** How many bits two addresses begin alike for; -1 where they are of two families. */
function commonBits(a: string, b: string): number {
  const [left, right] = [parseAddress(a)!, parseAddress(b)!];
  if (left.family !== right.family) return -1;
  const different = left.value ^ right.value;
  return bitsOf(left.family) - different.toString(2).replace(/^0$/, "").length;
}
