import { asJavascriptPattern } from "../../../../src/cluster/admission/structural/re2.js";
import { describe, expect, it } from "vitest";

function matches(pattern: string, text: string): boolean | undefined {
  const written = asJavascriptPattern(pattern);
  return written === undefined ? undefined : new RegExp(written, "u").test(text);
}

describe("patterns of Go's regexp", () => {
  it.each([
    ["^a.c$", ["abc", "a😀c", "a\u2028c", "a\rc"], ["a\nc", "ac"]],
    ["^[[:alpha:]_]+$", ["az_AZ"], ["a1", ":", "é"]],
    ["^[^[:space:]]$", ["a"], ["\v", " "]],
    ["^\\s$", [" ", "\t", "\f"], ["\v", "\u00a0", "\u2028"]],
    ["^\\S$", ["\v", "\u00a0"], [" "]],
    ["^[\\s-]$", ["-", " "], ["\v"]],
    ["\\Aab\\z", ["ab"], ["ab\n", "xab"]],
    ["^(?P<first>a|b)(?:c|d)+?$", ["acd", "bd"], ["c", "ab"]],
    ["^\\w+\\W\\d\\D$", ["a-1x"], ["é-1x"]],
    ["^a{2,3}b{1}c{0,}$", ["aab", "aaabcc"], ["ab"]],
    ["^a{,3}b{x}$", ["a{,3}b{x}"], ["aab"]],
    ["^}]$", ["}]"], ["}"]],
    ["^[]a]$", ["]", "a"], ["b"]],
    ["^[a\\-z.*]$", ["-", ".", "*"], ["m"]],
    ["^[+--]$", ["+", ",", "-"], ["."]],
    ["^\\x41\\x{1F600}\\.\\_$", ["A😀._"], ["B😀._"]],
    ["^\\t\\a\\v$", ["\t\u0007\v"], ["\t"]],
    ["a\\b", ["a b"], ["ab"]],
    ["", ["", "anything"], []],
  ])("%s", (pattern, texts, others) => {
    for (const text of texts) expect([text, matches(pattern, text)]).toEqual([text, true]);
    for (const text of others) expect([text, matches(pattern, text)]).toEqual([text, false]);
  });

  it.each([
    ["flags", "(?i)a"],
    ["what looks ahead, which Go does not have", "a(?=b)"],
    ["what looks back, which Go does not have", "(?<=a)b"],
    ["what refers back, which Go does not have", "(a)\\1"],
    ["classes of Unicode", "\\pL"],
    ["a literal text", "\\Q.\\E"],
    ["a negated class in brackets", "[\\D]"],
    ["an unknown class", "[[:blue:]]"],
    ["brackets without an end", "[a"],
    ["an escape without an end", "a\\"],
    ["a character beyond Unicode", "\\x{110000}"],
    ["more repetitions than Go takes", "a{1001}"],
  ])("refuses %s", (_, pattern) => {
    expect(asJavascriptPattern(pattern)).toBeUndefined();
  });
});
