import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../properties/run.js";
import { defuse, encode, encodeJson } from "../../src/report/encode.js";

describe("encode shows what would hide or command", () => {
  it.each([
    ["line breaks and tabs", "a\nb\tc\r", "a\\nb\\tc\\r"],
    ["escape sequences", "\x1b[31mred\x1b]0;title\x07", "\\x1b[31mred\\x1b]0;title\\x07"],
    ["C1 controls", "\x9b2J\x85", "\\x9b2J\\x85"],
    ["delete", "\x7f", "\\x7f"],
    [
      "bidi overrides and isolates",
      "\u202egpj\u202c\u2066x\u2069\u061c",
      "\\u{202e}gpj\\u{202c}\\u{2066}x\\u{2069}\\u{61c}",
    ],
    ["zero-width characters", "pay\u200bpal\u2060\ufeff\u00ad", "pay\\u{200b}pal\\u{2060}\\u{feff}\\xad"],
    ["line and paragraph separators", "a\u2028b\u2029c", "a\\u{2028}b\\u{2029}c"],
    ["tags and variation selectors", "a\u{e0041}\ufe0f\u{e0100}", "a\\u{e0041}\\u{fe0f}\\u{e0100}"],
    ["letters that look like nothing", "\u3164\u115f\u2800", "\\u{3164}\\u{115f}\\u{2800}"],
    ["lone halves of a pair", "a\ud83db\ude00", "a\\u{d83d}b\\u{de00}"],
    ["invisible format characters beyond the first plane", "\u{1d173}\u{1bca0}", "\\u{1d173}\\u{1bca0}"],
  ])("%s", (_, text, shown) => expect(encode(text)).toBe(shown));

  it.each(["plain text", "größer 漢字 한글 עברית العربية", "😀", "e\u0301", "a\\nb", "→ ✓ │"])(
    "leaves %s alone",
    (text) => expect(encode(text)).toBe(text),
  );

  it("leaves nothing behind, whatever the text", () =>
    check({
      name: "encoded text is safe",
      arbitrary: fc.string({ unit: "binary", maxLength: 40 }),
      runs: 3000,
      holds: (text) => {
        const encoded = encode(text);
        expect(encoded).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
        if (encoded.length === text.length) expect(encoded).toBe(text);
        expect(encode(encoded)).toBe(encoded);
      },
    }));
});

describe("defuse breaks up what a runner would execute", () => {
  it.each([
    ["::error::x", ": :error::x"],
    ["  ::stop-commands::x", "  : :stop-commands::x"],
    ["##[add-path]/tmp", "# #[add-path]/tmp"],
    ["a ##[group]x", "a # #[group]x"],
    ["##VSO[task.setvariable]x", "# #VSO[task.setvariable]x"],
    ["###[x]", "## #[x]"],
  ])("%s", (line, shown) => expect(defuse(line)).toBe(shown));

  it.each(["a::b", "fe80::1", "## heading", "x: y", "#[a]"])("leaves %s alone", (line) =>
    expect(defuse(line)).toBe(line),
  );
});

describe("encodeJson", () => {
  it("escapes the same characters, and commands, as JSON does", () => {
    const json = encodeJson({ "\u202ek": "a\u2028\x9b\u200b", b: ["##[x]", "##vso[y]", "\u{e0041}"] });
    expect(json).toBe(
      '{\n  "\\u202ek": "a\\u2028\\u009b\\u200b",\n  "b": [\n    "\\u0023#[x]",\n    "\\u0023#vso[y]",\n    "\\udb40\\udc41"\n  ]\n}\n',
    );
  });

  it("gives the same value back, whatever is in it", () =>
    check({
      name: "encoded JSON is the same value",
      arbitrary: fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary", maxLength: 20 })),
      runs: 2000,
      holds: (value) => {
        const json = encodeJson(value);
        expect(JSON.parse(json)).toEqual(value);
        expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      },
    }));
});
