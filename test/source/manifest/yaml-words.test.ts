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
  ])("%j", (text, expected) => expect(said(text)).toBe(expected));
});
