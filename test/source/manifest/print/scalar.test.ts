import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { blockLines } from "../../../../src/source/manifest/print/block.js";
import { check } from "../../../properties/run.js";
import { flowStyleText, PLAIN_FLOW } from "../../../../src/source/manifest/print/flow.js";
import { quotedText, scalarText } from "../../../../src/source/manifest/print/scalar.js";
import { readDocuments } from "../../../../src/source/manifest/read.js";
import type { Value } from "../../../../src/source/manifest/value.js";

/** A text as a value, a key and an item, in lines of their own and in brackets. */
function manifestsOf(text: string): readonly (readonly [value: Value, manifest: string])[] {
  const entry: Value = Object.fromEntries([[text, [text, 7]]]);
  const items: Value = [text, Object.fromEntries([[text, text]])];
  return [
    [entry, blockLines(entry, { step: 2, listOffset: 0 }).join("\n")],
    [items, flowStyleText(items, PLAIN_FLOW)],
    [
      items,
      flowStyleText(items, { isPadded: { mapping: true, list: true }, isJson: true, isMinified: false }),
    ],
    [[text, text], `- ${quotedText(text, "single")}\n- ${quotedText(text, "double")}`],
  ];
}

/** Characters that mean something somewhere, and texts that are numbers, words or ends of documents to some reader. */
const MARKS = "ab1.:-/#,[]{}?! &*'\"_=<~%@`|>\t\nxoeEy+\\é\u00a0\u0085\u2028\ufeff";
const WORDS =
  "y on NULL ~ 1e999 0xfffffffffffffffff 0o17 1_000 12:30:45 2026-11-22 .inf << = --- ... ::/0 fd00::/8";

const TEXT = fc.oneof(
  fc.array(fc.constantFrom(...MARKS), { maxLength: 7 }).map((characters) => characters.join("")),
  fc
    .constantFrom(...WORDS.split(" "))
    .chain((word) => fc.constantFrom(word, `${word} a`, `a ${word}`, `"${word}`)),
  fc.string({ unit: "binary", maxLength: 8 }),
);

describe("a printed text", () => {
  it("is read as itself by Kubernetes' rules and by those of YAML 1.2, wherever it stands", async () => {
    await check({
      name: "printed texts",
      arbitrary: TEXT.filter((text) => text !== "__proto__"),
      runs: 2000,
      holds: (text) => {
        for (const [value, manifest] of manifestsOf(text)) {
          const read = [...readDocuments({ name: "x.yaml", text: manifest })].map((reading) => reading.value);
          expect(JSON.stringify(read), manifest).toBe(JSON.stringify([value]));
          expect(parse(manifest), manifest).toEqual(value);
        }
      },
    });
  });

  it.each([
    ["web", "web"],
    ["a b", "a b"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["::/0", "::/0"],
    ["x-", "x-"],
    ["it's", "it's"],
    ["*.example.com", '"*.example.com"'],
    ['"a": b', `'"a": b'`],
    [`"it's": b`, `"\\"it's\\": b"`],
    ["8080", '"8080"'],
    ["on", '"on"'],
    ["", '""'],
    ["a\nb", '"a\\nb"'],
    ["a\u0085b", '"a\\u0085b"'],
  ])("%j has no quotes but where it needs them, and single ones where they save escapes", (text, printed) => {
    expect(scalarText(text, "block")).toBe(printed);
  });

  it.each([
    ["8080", "single", "'8080'"],
    ["it's", "single", "'it''s'"],
    ["a\nb", "single", '"a\\nb"'],
    ["web", "double", '"web"'],
  ] as const)("%j in the %s quotes of an older one", (text, quotes, printed) => {
    expect(quotedText(text, quotes)).toBe(printed);
  });

  it.each([[null], [true], [-7], [0.25], [1e21], [2n ** 63n]])("%s is the number or the word", (value) => {
    expect(scalarText(value, "block")).toBe(String(value));
  });
});
