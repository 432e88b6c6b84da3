import { describe, expect, it } from "vitest";
import { marshal } from "../../../../src/cluster/admission/go-json/marshal.js";
import { quote } from "../../../../src/cluster/admission/go-json/quote.js";
import type { Value } from "../../../../src/source/manifest/value.js";

describe("quote", () => {
  it.each([
    ["plain", "a-b c", String.raw`"a-b c"`],
    ["quotation mark", 'say "x"', String.raw`"say \"x\""`],
    ["backslash", "a\\b", String.raw`"a\\b"`],
    ["line break and tab", "a\n\tb", String.raw`"a\n\tb"`],
    ["bell", "\x07", String.raw`"\a"`],
    ["other control character", "\x01\x7f", String.raw`"\x01\x7f"`],
    ["control character beyond ASCII", "\x85", String.raw`"\u0085"`],
    ["line separator", "\u2028", String.raw`"\u2028"`],
    ["zero-width space", "\u200b", String.raw`"\u200b"`],
    ["no-break space", "\u00a0", String.raw`"\u00a0"`],
    ["letters of any script", "é漢😀", `"é漢😀"`],
    ["not printable beyond U+FFFF", "\u{e0001}", String.raw`"\U000e0001"`],
    ["half a pair", "\ud800", `"\ufffd"`],
  ])("%s", (_, text, quoted) => expect(quote(text)).toBe(quoted));
});

describe("marshal", () => {
  it.each<[string, Value, string]>([
    ["null", null, "null"],
    ["sorted keys", { b: 1, a: [true, "x"] }, `{"a":[true,"x"],"b":1}`],
    ["what HTML could read", "<a>&b", String.raw`"\u003ca\u003e\u0026b"`],
    ["line separators", "\u2028", String.raw`"\u2028"`],
    ["control characters", "\u0001\n", String.raw`"\u0001\n"`],
    ["beyond 2^53", 9007199254740993n, "9007199254740993"],
  ])("%s", (_, value, text) => expect(marshal(value)).toBe(text));

  it("sorts keys by code point, as UTF-8 does", () => {
    expect(marshal({ "\u{10000}": 2, "\uffff": 1, a: 0 })).toBe(`{"a":0,"\uffff":1,"\u{10000}":2}`);
  });
});
