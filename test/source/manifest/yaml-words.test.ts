import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/source/manifest/read.js";

/** What a text is: its value as JSON, or what the server's reader says of it. */
function said(text: string): string {
  const [reading] = readDocuments({ name: "a.yaml", text });
  if (reading === undefined) throw new Error("no document");
  const { value, problem } = reading;
  return problem === undefined ? JSON.stringify(value) : (problem.detail ?? problem.code);
}

describe("rare YAML is read, and refused in the words of Kubernetes' reader", () => {
  it.each<readonly [text: string, said: string]>([
    // Keys that look like a merge or a mark.
    ["<a: b\n", '{"<a":"b"}'],
    ["!!merge a: b\n", '{"a":"b"}'],
    ["'<<': {a: b}\n", '{"<<":{"a":"b"}}'],
    ["!!merge <<: {a: b}\n", '{"a":"b"}'],
    ["! <<: {a: b}\n", '{"a":"b"}'],
    ["!!str <<: {a: b}\n", '{"<<":{"a":"b"}}'],
    ["aaa : b\n", '{"aaa":"b"}'],
    ["a: &x b\nfff : c\n", '{"a":"b","fff":"c"}'],
    // Headers of block scalars.
    ["a: |1\n   b\n  c\n", '{"a":"  b\\n c\\n"}'],
    ["a: |12\n b\n", "did not find expected comment or line break"],
    ["a: |1-2\n b\n", "did not find expected comment or line break"],
    ["a: |-+\n b\n", "did not find expected comment or line break"],
    ["a: |0\n b\n", "found an indentation indicator equal to 0"],
    // Directives.
    ["%YAML\n", "did not find expected version number"],
    ["%YAML 1.1 # c\n", "did not find expected <document start>"],
    ["%TAG ! tag:x,2000:\n", "did not find expected <document start>"],
    ["%FOO 1\n", "found unknown directive name"],
    ["%YAML1.1\n", "found unexpected non-alphabetical character"],
    ["%TAG !a b\n", "did not find expected '!'"],
    ["% a\n", "could not find expected directive name"],
    ["%YAML 2.0\n", "2.0"],
    ["%YAML 2.1\n", "2.1"],
    ["%YAML 1.2\n", "1.2"],
    // Tags.
    ["a: !<tag:yaml.org,2002:str> 5\n", '{"a":"5"}'],
    ["a: !<x\n", "did not find the expected '>'"],
    ["a: !!%73tr 5\n", '{"a":"5"}'],
    ["a: !!%7 5\n", "did not find URI escaped octet"],
    // Escapes.
    ['a: "\\U0010ffff"\n', '{"a":"\u{10ffff}"}'],
    ['a: "\\x4"\n', "did not find expected hexdecimal number"],
    ['a: "\\U00110000"\n', "\\U00110000"],
    // Keys behind question marks.
    ["? a\n: b\n? c\n", '{"a":"b","c":null}'],
    ["? a\n? b\n: c\n", '{"a":null,"b":"c"}'],
    ["- ? a\n  : b\n- : c\n", "did not find expected key"],
    ["{a, ? b, ? c : d}\n", '{"a":null,"b":null,"c":"d"}'],
    ["[a: b, ? c, : d]\n", "did not find expected node content"],
    // What may stand where, and what it is.
    ["[a: : b]\n", "did not find expected node content"],
    ["a: {b: ,c: }\n", '{"a":{"b":null,"c":null}}'],
    ["? : b\n", "did not find expected key"],
    ["a: : b\n", "mapping values are not allowed in this context"],
    ["- a\n-b\n", "could not find expected ':'"],
    ["a: - b\n", "block sequence entries are not allowed in this context"],
    ["[a, b\n", "did not find expected ',' or ']'"],
    ["a: [b]c\n", "did not find expected key"],
    ["a: b: c\n", "mapping values are not allowed in this context"],
    ["a:\n  ? b\n  : - c\n    - d\n", '{"a":{"b":["c","d"]}}'],
    ["&x a: b\n", '{"a":"b"}'],
    ["a: &x\nb: *x\n", '{"a":null,"b":null}'],
    ["a: |\n\tb\n", "found a tab character where an indentation space is expected"],
    ["a: |\n  \tb\n", "found a tab character where an indentation space is expected"],
    ["a:\n\t- b\n", "found character that cannot start any token"],
    ["a: 'b\n", "found unexpected end of stream"],
    ['a: "b\\q"\n', "found unknown escape character"],
    ['a: "b\\\n   c"\n', '{"a":"bc"}'],
    ["a: 'b\n\n  c'\n", '{"a":"b\\nc"}'],
    ["a: >\n  b\n  c\n\n   d\n  e\n", '{"a":"b c\\n\\n d\\ne\\n"}'],
    ["a: >+\n  b\n\n\n", '{"a":"b\\n\\n\\n"}'],
    ["a: |-\n  b\n\n", '{"a":"b"}'],
    ["a: |\n\n   \n  b\n", "did not find expected key"],
    ["a: |\n    \n  b\n", "did not find expected key"],
    ["@a\n", "found character that cannot start any token"],
    ["`a\n", "found character that cannot start any token"],
    ["%a\n", "found unknown directive name"],
    ["a: %b\n", "found character that cannot start any token"],
    ["a: b %c\n", '{"a":"b %c"}'],
    ["a: b,c]d\n", '{"a":"b,c]d"}'],
    ["{a b}\n", '{"a b":null}'],
    ["{a b: c}\n", '{"a b":"c"}'],
    ['{"a":b}\n', '{"a":"b"}'],
    ["[a\n,b]\n", '["a","b"]'],
    ["{a: b\n, c: d}\n", '{"a":"b","c":"d"}'],
    ["a: {\n}\nb: [\n]\n", '{"a":{},"b":[]}'],
    ["? |\n  a\n: b\n", '{"a\\n":"b"}'],
    ["'a\n b': c\n", "mapping values are not allowed in this context"],
    ["a\n b: c\n", "mapping values are not allowed in this context"],
    ["a: !!set {b}\n", '{"a":{"b":null}}'],
    ["a: !!omap [b: c]\n", '{"a":[{"b":"c"}]}'],
    ["<<: [{a: b}, {a: c}]\n", '{"a":"b"}'],
    ["a: b\n<<: {a: c}\n", '{"a":"c"}'],
    // Tags with escapes: whole characters of UTF-8.
    ["a: !x%C3%A9 b\n", '{"a":"b"}'],
    ["a: !x%E2%82%AC b\n", '{"a":"b"}'],
    ["a: !x%F0%9F%98%80 b\n", '{"a":"b"}'],
    ["a: !x%80 b\n", "found an incorrect leading UTF-8 octet"],
    ["a: !x%F8%80%80%80 b\n", "found an incorrect leading UTF-8 octet"],
    ["a: !x%C3%41 b\n", "found an incorrect trailing UTF-8 octet"],
    ["a: !x%F4%8F%BF%BF b\n", '{"a":"b"}'],
    ["a: !x%E2%82 b\n", "did not find URI escaped octet"],
    ["a: !x%7F b\n", '{"a":"b"}'],
    ["a: !x%C2%80 b\n", '{"a":"b"}'],
    ["a: !x%zz b\n", "did not find URI escaped octet"],
    ["a: !x%4 b\n", "did not find URI escaped octet"],
    ["a: !<%21x> b\n", '{"a":"b"}'],
    ["a: !a-b!c d\n", "found undefined tag handle"],
    ["%TAG !e! tag:yaml.org,2002:\n", "did not find expected <document start>"],
    ["a: !x, b\n", '{"a":"b"}'],
    ["a: [!x b, !!str 5]\n", '{"a":["b","5"]}'],
    ["a: !!int 5\n", '{"a":5}'],
    ["a: !!float 5\n", '{"a":5}'],
    ["a: !<> b\n", "did not find expected tag URI"],
    ["a: ! 5\n", '{"a":"5"}'],
    // Line breaks of two and three characters.
    ["a: 'b\r\n\r\n  c'\r\n", '{"a":"b\\nc"}'],
    ["a: 'b\r\n  c'\r\n", '{"a":"b c"}'],
    ['a: "b\r\n\r\n\r\n c"\r\n', '{"a":"b\\n\\nc"}'],
    ["a: >\r\n b\r\n c\r\n", '{"a":"b c\\n"}'],
    // Zones.
    ["a: !!timestamp 2001-01-01T00:00:00+24:60\n", '{"a":"2001-01-01T00:00:00+24:60"}'],
    ["a: !!timestamp 2001-01-01T00:00:00+25:00\n", "tag:yaml.org,2002:timestamp"],
    ["a: !!timestamp 2001-01-01T00:00:00+00:61\n", "tag:yaml.org,2002:timestamp"],
  ])("%j", (text, expected) => expect(said(text)).toBe(expected));

  it.each<readonly [what: string, key: string, isKey: boolean]>([
    ["letters", "k".repeat(1024), true],
    ["one more", "k".repeat(1025), false],
    ["with its quotes", `"${"k".repeat(1022)}"`, true],
    ["one more in quotes", `"${"k".repeat(1023)}"`, false],
    ["letters of two bytes", "é".repeat(1024), true],
    ["of four bytes", "😀".repeat(1024), true],
    ["one more of those", "😀".repeat(1025), false],
  ])("a key that no question mark announces has at most 1,024 characters: %s", (_, key, isKey) => {
    const answer = said(`a: &x b\n${key}: c\n`);
    expect(answer.startsWith("{")).toBe(isKey);
  });
});
