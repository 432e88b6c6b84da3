import { describe, expect, it } from "vitest";
import { byteLength } from "../../../src/base/text/byte-length.js";

describe("byteLength", () => {
  it.each([
    ["abc", 3],
    ["é", 2],
    ["😀", 4],
  ])("%s", (text, length) => expect(byteLength(text)).toBe(length));
});
