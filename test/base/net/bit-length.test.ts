import { describe, expect, it } from "vitest";
import { bitLength } from "../../../src/base/net/address.js";

describe("the bits of a number", () => {
  it.each([
    [0n, 0],
    [1n, 1],
    [7n, 3],
    [8n, 4],
    [2n ** 128n - 1n, 128],
  ])("%s has %s", (value, bits) => {
    expect(bitLength(value)).toBe(bits);
  });
});
