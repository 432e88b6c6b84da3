import { describe, expect, it } from "vitest";
import { contains, isPrivate, parseAddress, parseBlock, pieces } from "./addresses.js";
import { covers, coversAll } from "./domains.js";
import { canBeBuilt } from "./selectors.js";

describe("addresses", () => {
  it.each([
    ["10.0.0.7", { family: "IPv4", value: 0x0a000007n }],
    ["010.0.0.7", { family: "IPv4", value: 0x0a000007n }],
    ["::", { family: "IPv6", value: 0n }],
    ["fd00::1:2", { family: "IPv6", value: (0xfd00n << 112n) + 0x10002n }],
    ["1:2:3:4:5:6:7:8", { family: "IPv6", value: 0x00010002000300040005000600070008n }],
    ["::ffff:10.0.0.7", { family: "IPv4", value: 0x0a000007n }],
    ["64:ff9b::10.0.0.7", { family: "IPv6", value: (0x64n << 112n) + (0xff9bn << 96n) + 0x0a000007n }],
    ["256.0.0.1", undefined],
    ["1.2.3", undefined],
    ["1:2:3:4:5:6:7::8", undefined],
    ["1:2:3:4:5:6:7:8::", undefined],
    ["1::2::3", undefined],
    ["fe80::1%eth0", undefined],
    ["a.example", undefined],
  ])("%s", (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it.each([
    ["10.0.0.9/8", "10.255.255.255", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["0.0.0.0/0", "::1", false],
    ["::/0", "ffff::", true],
    ["::ffff:10.0.0.0/104", "10.9.9.9", true],
    ["192.0.2.1/32", "192.0.2.1", true],
  ])("%s and %s", (cidr, address, expected) => {
    expect(contains(parseBlock(cidr), parseAddress(address)!)).toBe(expected);
  });

  it.each([
    ["172.31.255.255", true],
    ["172.32.0.0", false],
    ["fdff::1", true],
    ["fe80::1", false],
    ["100.64.0.1", false],
  ])("%s is private: %s", (address, expected) => {
    expect(isPrivate(parseAddress(address)!)).toBe(expected);
  });

  it("takes one address of each piece", () => {
    const cuts = ["10.0.0.0/8", "10.1.0.0/16", "::/0"].map(parseBlock);
    const texts = ["0.0.0.0", "10.0.0.0", "11.0.0.0", "10.1.0.0", "10.2.0.0"];
    const values = texts.map((text) => parseAddress(text)!.value);
    expect(new Set(pieces("IPv4", cuts, []))).toEqual(new Set(values));
    expect(pieces("IPv4", cuts, [parseBlock("10.1.0.0/16")])).toEqual([parseAddress("10.1.0.0")!.value]);
  });
});

describe("domain names", () => {
  it.each([
    ["a.example", "A.Example.", true],
    ["*.a.example", "x.y.a.example", true],
    ["*.a.example", "a.example", false],
    ["*.a.example", "xa.example", false],
  ])("%s covers %s: %s", (pattern, name, expected) => {
    expect(covers(pattern, name)).toBe(expected);
  });

  it.each([
    ["*.a.example", "*.b.a.example", true],
    ["*.a.example", "x.a.example", true],
    ["*.b.a.example", "*.a.example", false],
    ["x.a.example", "*.a.example", false],
    ["b.a.example", "*.b.a.example", false],
  ])("%s covers all of %s: %s", (outer, inner, expected) => {
    expect(coversAll(outer, inner)).toBe(expected);
  });
});

describe("selectors that cannot be built (V-LS-1 to V-LS-9)", () => {
  it.each([
    [{ matchLabels: { "example.com/a": "" } }, true],
    [{ matchLabels: { "a b": "x" } }, false],
    [{ matchLabels: { "a/b/c": "x" } }, false],
    [{ matchLabels: { "/a": "x" } }, false],
    [{ matchLabels: { a: "bad value" } }, false],
    [{ matchLabels: { a: "x".repeat(64) } }, false],
    [{ matchLabels: { "a b": null } }, true],
    [{ matchExpressions: [{ key: "a", operator: "In" }] }, false],
    [{ matchExpressions: [{ key: "a", operator: "Exists", values: ["x"] }] }, false],
    [{ matchExpressions: [{ key: "a", operator: "notIn", values: ["x"] }] }, false],
    [{ matchExpressions: [{ key: "", operator: "Exists" }] }, false],
    [{ matchExpressions: [{ key: "a", operator: "NotIn", values: ["x", ""] }] }, true],
  ])("%j: %s", (selector, expected) => {
    expect(canBeBuilt(selector)).toBe(expected);
  });
});
