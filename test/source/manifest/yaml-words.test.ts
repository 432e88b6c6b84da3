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
  ])("%j", (text, expected) => expect(said(text)).toBe(expected));
});
