import { describe, expect, it } from "vitest";
import { keyText, resolvePlain, resolveTagged } from "../../../src/source/manifest/scalar.js";

const ONES = "1".repeat(64);
const ZEROS = "0".repeat(63);

describe("an unquoted number", () => {
  it.each<readonly [text: string, type: "int" | "float" | "string", value: bigint | number | string]>([
    // 64 bits with a sign, or without one.
    ["9223372036854775808", "int", 9223372036854775808n],
    ["18446744073709551615", "int", 18446744073709551615n],
    ["18446744073709551616", "float", 18446744073709551616],
    ["-9223372036854775808", "int", -9223372036854775808n],
    ["-9223372036854775809", "float", -9223372036854775808],
    // What is written with a plus is read with a sign.
    ["+9223372036854775807", "int", 9223372036854775807n],
    ["+9223372036854775808", "float", 9223372036854775808],
    ["+18446744073709551615", "float", 18446744073709551616],
    [`0b${ONES}`, "int", 18446744073709551615n],
    [`0b1${ONES}`, "string", `0b1${ONES}`],
    ["0xffffffffffffffff", "int", 18446744073709551615n],
    ["0x1ffffffffffffffff", "string", "0x1ffffffffffffffff"],
    // A binary one may have its sign behind what says so.
    ["0b-101", "int", -5n],
    ["0b+101", "int", 5n],
    [`0b-1${ZEROS}`, "int", -9223372036854775808n],
    [`0b-${ONES}`, "string", `0b-${ONES}`],
    [`0b+1${ZEROS}`, "string", `0b+1${ZEROS}`],
    [`0b+0${ONES.slice(1)}`, "int", 9223372036854775807n],
    // Underscores are dropped behind a digit or a sign, and between the digits of a fraction.
    ["1_0", "int", 10n],
    ["-_1", "int", -1n],
    [".1_0", "float", 0.1],
    ["._1", "string", "._1"],
    [".x", "string", ".x"],
  ])("%s is of the type %s", (text, type, value) => {
    expect(resolvePlain(text)).toEqual({ type, value });
  });
});

const TAG = "tag:yaml.org,2002:";

describe("a scalar with a tag", () => {
  it.each<readonly [tag: string, text: string, value: unknown]>([
    ["float", "5", 5],
    ["float", "9223372036854775807", 9223372036854775808],
    ["float", "-9223372036854775808", -9223372036854775808],
    ["int", "5", 5n],
    ["bool", "yes", true],
    ["null", "~", undefined],
    ["str", "5", "5"],
    ["timestamp", "2001-01-31", "2001-01-31"],
    ["timestamp", "2001-12-31", "2001-12-31"],
    ["timestamp", "2000-02-29", "2000-02-29"],
    ["timestamp", "0400-02-29", "0400-02-29"],
    ["timestamp", "0004-02-29", "0004-02-29"],
    ["timestamp", "2001-01-01T23:59:59Z", "2001-01-01T23:59:59Z"],
    ["binary", "d2Vi", "web"],
    // Characters of one to four bytes, at both ends of each length.
    ["binary", "YX8=", "a\x7f"],
    ["binary", "YcKA", "a\x80"],
    ["binary", "w6nfvw==", "é\u07ff"],
    ["binary", "4KCAYQ==", "\u0800a"],
    ["binary", "77+/YQ==", "\uffffa"],
    ["binary", "8JCAgGE=", "\u{10000}a"],
    ["binary", "9I+/v2E=", "\u{10ffff}a"],
    // Each byte of what is no character is one by itself.
    ["binary", "YcM=", "a\ufffd"],
    ["binary", "gGE=", "\ufffda"],
    ["binary", "4KBh", "\ufffd\ufffda"],
    ["binary", "7/9h", "\ufffd\ufffda"],
  ])("%s %s", (tag, text, value) => {
    const scalar = resolveTagged(TAG + tag, text);
    expect(scalar?.type === "null" ? undefined : scalar?.value).toEqual(value);
    expect(scalar).toBeDefined();
  });

  it.each<readonly [tag: string, text: string]>([
    ["float", "yes"],
    ["float", "~"],
    ["float", "web"],
    ["float", "9223372036854775808"],
    ["bool", "1"],
    ["null", "0"],
    ["int", "1.5"],
    ["int", "2001-01-01"],
    ["timestamp", "5"],
    ["timestamp", "yes"],
    ["timestamp", "web"],
    ["timestamp", "2001-00-01"],
    ["timestamp", "2001-13-01"],
    ["timestamp", "2001-01-00"],
    ["timestamp", "2001-02-29"],
    ["timestamp", "2001-04-31"],
    ["timestamp", "2001-01-01x"],
    ["timestamp", "2001-01-01T24:00:00Z"],
    ["binary", "d2V"],
    ["binary", "d2V?"],
  ])("%s is not %s", (tag, text) => expect(resolveTagged(TAG + tag, text)).toBeUndefined());

  it("that Kubernetes does not know is a text", () => {
    expect(resolveTagged("x", "5")).toEqual({ type: "string", value: "5" });
    expect(resolveTagged(`${TAG}set`, "5")).toEqual({ type: "string", value: "5" });
  });
});

describe("a number as a key is stored with the digits of 32 bits", () => {
  it.each<readonly [value: number, text: string]>([
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [0.000012, "1.2e-05"],
    [-0.00001, "-1e-05"],
    [999999, "999999"],
    [1000000, "1e+06"],
    [1.5, "1.5"],
    [100, "100"],
    [1e20, "1e+20"],
    [1e-20, "1e-20"],
    [16777217, "1.6777216e+07"],
    [1e39, ".inf"],
    [-1e39, "-.inf"],
    [1e-46, "0"],
    [-1e-46, "-0"],
    [Number.NaN, ".nan"],
  ])("%d", (value, text) => expect(keyText({ type: "float", value })).toBe(text));

  it("and a whole one with all of them, up to 63 bits", () => {
    expect(keyText({ type: "int", value: 9223372036854775807n })).toBe("9223372036854775807");
    expect(keyText({ type: "int", value: 9223372036854775808n })).toBeUndefined();
    expect(keyText({ type: "int", value: -9223372036854775808n })).toBe("-9223372036854775808");
  });
});
