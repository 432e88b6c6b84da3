import { describe, expect, it } from "vitest";
import { cutStream } from "../../../src/source/manifest/stream.js";
import { readDocuments } from "../../../src/source/manifest/read.js";

/** What a stream's documents are: their values, or the code of what is wrong and the `line:column` where. */
function documentsOf(text: string, utf16 = false): unknown[] {
  return [...readDocuments({ name: "a.yaml", text, utf16 })].map(({ value, problem, rest, document }) => {
    const wrong = problem ?? rest;
    if (wrong === undefined) return value === null ? null : JSON.parse(JSON.stringify(value));
    expect(document.file.text).toBe(text);
    const before = text.slice(0, wrong.at.start).split("\n");
    return `${wrong.code} ${before.length}:${(before.at(-1) ?? "").length + 1}`;
  });
}

const a = { a: 1 };
const b = { b: 2 };

describe("a stream is cut as kubectl cuts it", () => {
  it.each<readonly [what: string, text: string, documents: readonly unknown[]]>([
    ["one document", "a: 1\n", [a]],
    ["one without a line break at its end", "a: 1", [a]],
    ["two", "a: 1\n---\nb: 2\n", [a, b]],
    ["a separator in front", "---\na: 1\n", [a]],
    ["a separator behind", "a: 1\n---\n", [a, null]],
    ["blanks behind the separator", "a: 1\n---  \t\nb: 2\n", [a, b]],
    ["a comment behind the separator", "a: 1\n--- # b\nb: 2\n", [a, b]],
    ["a comment right behind the separator", "a: 1\n---# b\nb: 2\n", [a, b]],
    ["unless nothing precedes it", "---# b\nb: 2\n", ["yaml-syntax 2:2"]],
    ["separators behind one another", "a: 1\n---\n---\nb: 2\n", [a, null, b]],
    [
      "a directive behind a separator, without one of its own",
      "a: 1\n---\n%YAML 1.1\n",
      [a, "yaml-syntax 4:1"],
    ],
    ["empty documents count", "---\n---\n# c\n---\na: 1\n", [null, null, a]],
    ["CR LF", "a: 1\r\n---\r\nb: 2\r\n", [a, b]],
    [
      "text behind the separator loses the document above too",
      "a: 1\n---\nb: 2\n--- b\n",
      [a, "separator-with-text 4:5"],
    ],
    ["a separator in a block scalar cuts all the same", "a: |\n  x\n---\nb: 2\n", [{ a: "x\n" }, b]],
    ["an indented separator is none", "a: |\n  x\n  ---\n", [{ a: "x\n---\n" }]],
    ["what follows an end marker is dropped by kubectl", "a: 1\n...\nb: 2\n", ["text-after-document 3:1"]],
    ["an end marker with nothing behind it", "a: 1\n...\n---\nb: 2\n", [a, b]],
    ["an end marker alone", "a: 1\n---\n...\nb: 2\n", [a, "yaml-syntax 3:1"]],
    [
      "which is one behind two separators",
      "a: 1\n---\n---\n...\nb: 2\n",
      [a, null, "text-after-document 5:1"],
    ],
    ["a broken document leaves the others", "a: 1\n---\n[\n---\nb: 2\n", [a, "yaml-syntax 4:1", b]],
    ["a directive", "%YAML 1.1\n---\na: 1\n", ["yaml-syntax 2:1", a]],
    ["nothing", "", [null]],
    ["nothing but comments", "# a\n\n# b\n", [null]],
  ])("%s", (_, text, documents) => expect(documentsOf(text)).toEqual(documents));
});

describe("a text that begins with a brace is JSON", () => {
  it.each<readonly [what: string, text: string, documents: readonly unknown[]]>([
    ["one value", '{"a": 1}', [a]],
    ["several, with or without line breaks", '{"a": 1}{"b": 2}\n {"a": 1}', [a, b, a]],
    ["a separator between", '{"a": 1}\n---\n{"b": 2}\n', [a, b]],
    ["blanks in front", ' \n\t{"a": 1}', [a]],
    ["a slash and a pair that YAML refuses", '{"a": "\\/\\ud83d\\ude00"}', [{ a: "/😀" }]],
    ["YAML behind JSON", '{"a": 1}\n---\nb: 2\n', [a, b]],
    ["a flow mapping that is no JSON is YAML", "{a: 1}\n", [a]],
    ["but none that is shorter than what kubectl looks at", "{a}", ["json-syntax 1:2"]],
    ["a number that is cut off", '{"a": 1} 5.\n---\nb: 2\n', [a, 5, b]],
    ["a character that stands for none", '{"a": 1}\ufffd: b\n', [a, "json-syntax 1:9"]],
    ["but not behind a line break", '{"a": 1}\n\ufffd: 2\n', [a, { "\ufffd": 2 }]],
    ["a number that no float holds", '{"a": 1}\n{"b": [1e400]}\n{"b": 2}', [a, "number-not-finite 2:8", b]],
    ["such a number as a document", '{"a": 1}\n-1e400 {"b": 2}', [a, "number-not-finite 2:1", b]],
    [
      "JSON that nests too deep, which YAML would refuse for its line break",
      `{"a": 1,"b"\r:${"[".repeat(64)}${"]".repeat(64)}}`,
      ["depth 1:77"],
    ],
    ["a third value that is broken", '{"a": 1}{"b": 2}{', [a, b, "json-syntax 1:18"]],
    ["text that follows a flow root", "{a: 1}\nb: 2\n", ["text-after-document 2:1"]],
    // What follows a first value is looked at from the last line break on, four bytes of it.
    ["two bytes behind it", '{"a": 1} a:', [a, "json-syntax 1:10"]],
    ["three", '{"a": 1} a: ', [a, "json-syntax 1:10"]],
    ["four, which are YAML", '{"a": 1} b: 2', [a, b]],
    ["three, of two characters", '{"a": 1} é:', [a, "json-syntax 1:10"]],
    ["four, of three characters", '{"a": 1} é: ', [a, { é: null }]],
    ["three, with the line break", '{"a": 1}\na:', [a, "json-syntax 2:1"]],
    ["four, with the line break", '{"a": 1}\na: ', [a, { a: null }]],
    ["four, with a blank", '{"a": 1}\n a:', [a, { a: null }]],
    ["a separator behind a value on its line", '{"a": 1}---\nb: 2\n', [a, b]],
    ["a separator behind a blank line", '{"a": 1}\n\n---\nb: 2\n', [a, null, b]],
    ["as far in as is looked", `${" ".repeat(4095)}{"a": "\\/"}`, [{ a: "/" }]],
    ["but no farther", `${" ".repeat(4096)}{"a": "\\/"}`, ["surrogate-escape 1:4104"]],
  ])("%s", (_, text, documents) => expect(documentsOf(text)).toEqual(documents));
});

describe("a last line that fills what kubectl reads at a time is dropped", () => {
  /** The values of a stream's documents, and in front of the last one the line that is dropped. */
  function valuesOf(text: string): unknown[] {
    return [...readDocuments({ name: "a.yaml", text })].flatMap(({ value, problem, rest }) => {
      if (problem !== undefined) return [problem.code];
      if (value === null && rest === undefined) return [];
      const line = text.slice(0, rest?.at.start ?? 0).split("\n").length;
      return rest === undefined ? [value] : [`${rest.code}: ${line}`, value];
    });
  }
  const filled = (start: string, bytes: number, by = "v"): string => start + by.repeat(bytes - start.length);
  const dropped = (line: number): string => `last-line-dropped: ${line}`;

  it.each<readonly [what: string, text: string, documents: readonly unknown[]]>([
    ["alone", filled("a: ", 4096), [dropped(1), null]],
    ["behind others", `a: 1\n${filled("# ", 8192)}`, [dropped(2), a]],
    ["of a block scalar", `a: |\n  x\n${filled("  ", 4096, "y")}`, [dropped(3), { a: "x\n" }]],
    ["counted in bytes", `a: 1\n${"é".repeat(2046)}b: 2`, [dropped(2), a]],
    ["behind JSON", `{"a": 1}\n${filled("b: ", 4096)}`, [dropped(2), a]],
    ["in the last of several documents", `a: 1\n---\nb: 2\n${filled("c: ", 12_288)}`, [a, dropped(4), b]],
    ["which may be broken", `a: 1\n${filled("[}", 4096)}`, [dropped(2), a]],
    ["of a list that is no plain one", `items: []\n${filled("kind: A", 4096)}`, [dropped(2), { items: [] }]],
    [
      "chunks move with a carriage return",
      `a: 1\n${filled("# ", 4095)}\r${"v".repeat(4095)}`,
      [dropped(2), a],
    ],
    ["which may be the last character", `a: 1\n${filled("# ", 4095)}\r`, [a]],
    ["with a line break", `a: 1\n${filled("# ", 4096)}\n`, [a]],
    ["a byte more", `a: 1\n${filled("# ", 4097)}`, [a]],
    ["a byte less", `a: 1\n${filled("# ", 4095)}`, [a]],
    ["a separator", `a: 1\n${filled("---", 4096, " ")}`, [a]],
    ["a separator with a comment, alone", filled("---#", 4096), []],
    ["a separator with a comment, behind JSON", `{"a": 1}\n${filled("--- # ", 8192)}`, [a]],
    ["a separator with text", `b: 2\n---\na: 1\n${filled("--- ", 4096)}`, [b, "separator-with-text"]],
  ])("%s", (_, text, documents) => expect(valuesOf(text)).toEqual(documents));
});

it("of UTF-16 kubectl reads every document", () => {
  const text = "a: 1\n---\nb: 2\n";
  expect(documentsOf(text, true)).toEqual([a, b]);
});

describe("a document lies, behind the separator that is in front of its text", () => {
  it.each<readonly [what: string, text: string, pieces: readonly string[]]>([
    ["behind it", "a: 1\n---\nb: 2\n", ["|a: 1\n", "---\n|b: 2\n"]],
    ["with it, where nothing precedes that", "---\nb: 2\n", ["|---\nb: 2\n"]],
    ["with the second of two", "a: 1\n---\n---\nb: 2\n", ["|a: 1\n", "---\n|", "|---\nb: 2\n"]],
    ["in one value of JSON", ' {"a": 1} {"b": 2}\n', ['|{"a": 1}', '|{"b": 2}']],
    ["in the rest, where that is broken JSON", '{"a": 1}{"b": 2} {b}', ['|{"a": 1}', '|{"b": 2}', "|{b}"]],
    ["behind JSON on its line", '{"a": 1}  b: 2\n', ['|{"a": 1}', "|b: 2\n"]],
    ["behind the line of JSON", '{"a": 1} \n b: 2\n', ['|{"a": 1}', "| b: 2\n"]],
  ])("%s", (_, text, pieces) => {
    const cuts = cutStream({ name: "a.yaml", text });
    expect(cuts.map(({ start, end, body }) => `${text.slice(start, body)}|${text.slice(body, end)}`)).toEqual(
      pieces,
    );
  });
});
