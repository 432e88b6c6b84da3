import { describe, expect, it } from "vitest";
import { floatText, integerOf } from "../../../../src/cluster/admission/go-json/number.js";

describe("integerOf", () => {
  it.each<[number | bigint, 32 | 64, bigint | undefined]>([
    [80, 32, 80n],
    [80.5, 32, undefined],
    [2147483647, 32, 2147483647n],
    [2147483648, 32, undefined],
    [-2147483648, 32, -2147483648n],
    [2147483648, 64, 2147483648n],
    [9223372036854775807n, 64, 9223372036854775807n],
    [9223372036854775808n, 64, undefined],
    [-9223372036854775808n, 64, -9223372036854775808n],
    [-9223372036854775809n, 64, undefined],
    [-2147483649, 32, undefined],
    // The server reads the shortest digits of a float, which are not its exact value.
    [2 ** 60, 64, 1152921504606847000n],
    [1e21, 64, undefined],
  ])("%s in %i bits", (value, bits, integer) => expect(integerOf(value, bits)).toBe(integer));
});

describe("floatText", () => {
  it.each([
    [1.5, "1.5"],
    [-0.5, "-0.5"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [999999.5, "999999.5"],
    [1234567.5, "1.2345675e+06"],
    [1e21, "1e+21"],
  ])("%s", (value, text) => expect(floatText(value)).toBe(text));
});
