import { describe, expect, it } from "vitest";
import { decodeBytes } from "../../../src/source/manifest/bytes.js";

const utf16 = (text: string, mark: readonly number[], swaps: boolean): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return Buffer.concat([Buffer.from(mark), swaps ? bytes.swap16() : bytes]);
};

describe("bytes are texts", () => {
  it.each<readonly [what: string, bytes: Uint8Array, text: string, is16: boolean]>([
    ["UTF-8", Buffer.from("a: é😀"), "a: é😀", false],
    ["UTF-8 with a byte-order mark", Buffer.from("\ufeffa: b"), "a: b", false],
    ["of two marks, one", Buffer.from("\ufeff\ufeffa"), "\ufeffa", false],
    ["UTF-16, little-endian", utf16("a: é😀", [0xff, 0xfe], false), "a: é😀", true],
    ["UTF-16, big-endian", utf16("a: é😀", [0xfe, 0xff], true), "a: é😀", true],
    ["nothing", Buffer.from(""), "", false],
    ["a replacement character that is written", Buffer.from("a: \ufffd"), "a: \ufffd", false],
  ])("%s", (_, bytes, text, is16) => {
    const { file } = decodeBytes("a.yaml", bytes);
    expect(file).toEqual({ name: "a.yaml", text, ...(is16 ? { utf16: true } : {}) });
  });

  it.each<readonly [what: string, bytes: readonly number[], offset: number, at: number]>([
    ["a byte that begins nothing", [0x61, 0xff, 0x62], 1, 1],
    ["behind characters of several bytes", [0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0x80], 6, 3],
    ["a character that is cut off", [0x61, 0xc3], 1, 1],
    ["an overlong form", [0x61, 0xc0, 0xaf], 1, 1],
    ["half a surrogate pair", [0x61, 0xed, 0xa0, 0x80], 1, 1],
    ["beyond Unicode", [0xf4, 0x90, 0x80, 0x80], 0, 0],
    ["Latin-1", [0x63, 0x61, 0x66, 0xe9, 0x0a, 0x61], 3, 3],
    [
      "a byte behind a byte-order mark, which is no character of the text",
      [0xef, 0xbb, 0xbf, 0x61, 0xff],
      4,
      1,
    ],
    ["the first half of one mark of UTF-16", [0xff, 0x00], 0, 0],
    ["the first half of the other", [0xfe, 0x00], 0, 0],
    ["the second half of one", [0x61, 0xfe], 1, 1],
    ["the second half of the other", [0x61, 0xff], 1, 1],
    ["two first halves", [0xff, 0xff], 0, 0],
    ["two second halves", [0xfe, 0xfe], 0, 0],
  ])("but not %s", (_, bytes, offset, at) => {
    const { problem } = decodeBytes("a.yaml", Uint8Array.from(bytes));
    expect(problem).toMatchObject({ code: "invalid-utf-8", offset, at });
    expect(problem?.text[at]).toBe("\ufffd");
  });

  it.each<readonly [what: string, bytes: readonly number[], offset: number, text: string]>([
    ["a lone half", [0xff, 0xfe, 0x61, 0x00, 0x3d, 0xd8, 0x62, 0x00], 4, "a\ufffdb"],
    ["a lone half, big-endian", [0xfe, 0xff, 0x00, 0x61, 0x00, 0x63, 0xd8, 0x3d, 0x00, 0x62], 6, "ac\ufffdb"],
    ["an odd number of bytes", [0xff, 0xfe, 0x61, 0x00, 0x62], 4, "a\ufffd"],
    ["an odd number, big-endian", [0xfe, 0xff, 0x00, 0x61, 0x62], 4, "a\ufffd"],
  ])("nor UTF-16 with %s", (_, bytes, offset, text) => {
    const at = text.indexOf("\ufffd");
    expect(decodeBytes("a.yaml", Uint8Array.from(bytes)).problem).toEqual({
      code: "invalid-utf-16",
      offset,
      at,
      text,
    });
  });
});
