import { describe, expect, it } from "vitest";
import { locatePath } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { DocumentReading } from "../../../src/source/manifest/document.js";
import type { Value } from "../../../src/source/manifest/value.js";

const KEEP = {
  apiVersion: true,
  kind: true,
  metadata: { name: true, labels: true, owners: { kind: true, inner: { kind: true } } },
} as const;

function read(text: string): DocumentReading {
  const [reading] = readDocuments({ name: "a.json", text }, { parts: () => KEEP });
  if (reading === undefined) throw new Error("no document");
  return reading;
}

function listOf(items: readonly string[]): string {
  return `{"apiVersion":"v1","kind":"List","items":[\n${items.join(",\n")}\n]}`;
}

const itemWith = (metadata: string): string => `{"apiVersion":"v1","kind":"Pod","metadata":${metadata}}`;

const LONG = "x".repeat(300);

/** Objects whose fields begin alike, or are one value in two spellings. */
const ITEMS: readonly string[] = [
  `{"name":"a","labels":{"app":"web"},"owners":[{"kind":"A"}]}`,
  `{"name":"b","labels":{"app":"web"},"owners":[{"kind":"A"}]}`,
  `{"name":"c","labels":{"app":"web","x":"}"},"owners":[{"kind":"A"},{"kind":"B"}]}`,
  `{"name":"d","labels":{"app":"web" },"owners":[{"kind":"A","other":{"kind":"A"}}]}`,
  `{"name":"e","labels":{"\\u0061pp":"web"},"owners":{"kind":"A"}}`,
  `{"name":"f","labels":{"app":1},"owners":[[{"kind":"A"}]]}`,
  `{"name":"g","labels":{"app":1.0},"owners":null}`,
  `{"name":"h","labels":["app"],"owners":[]}`,
  `{"name":"i","labels":[],"owners":{}}`,
  `{"name":"j","labels":{"app":"${LONG}1"},"owners":[{"kind":"${LONG}"}]}`,
  `{"name":"k","labels":{"app":"${LONG}2"},"owners":[{"kind":"${LONG}","x":1}]}`,
  `{"name":"l","labels":{"app":"web\\ud800"},"owners":[{"inner":{"kind":"A"}}]}`,
  `{"name":"m","labels":{"app":"web"},"labels":{"app":"db"}}`,
  `{"name":"n","labels":{"app":"web","app":"db"}}`,
  `{"name":"o","owners":[{"kind":"A","kind":"B"}]}`,
  `{"name":"p","unread":{"labels":{"app":"web"}},"Labels":{"app":"web"}}`,
  `{"name":"q","labels":{"constructor":"web","__proto__":"x"}}`,
].map(itemWith);

function itemsOf({ value }: DocumentReading): readonly Value[] {
  return (value as { readonly items: readonly Value[] }).items;
}

describe("what objects of a list share, letter by letter, reads as if each stood alone", () => {
  const repeated = [...ITEMS, ...ITEMS.toReversed(), ...ITEMS];

  it("values", () => {
    const together = itemsOf(read(listOf(repeated)));
    expect(together).toEqual(repeated.map((each) => itemsOf(read(listOf([each])))[0]));
  });

  it("keys that are written twice, each at its own place", () => {
    const text = listOf(repeated);
    const told = read(text).duplicates.map(({ key, first, second }) => [
      key,
      text.slice(first.start, first.end),
      text.slice(second.start, second.end),
    ]);
    const alone = repeated.flatMap((each) => read(listOf([each])).duplicates.map(({ key }) => key));
    expect(told).toEqual(alone.map((key) => [key, `"${key}"`, `"${key}"`]));
    expect(alone).toHaveLength(9);
    const places = read(text).duplicates.map(({ second }) => second.start);
    expect(new Set(places).size).toBe(alone.length);
  });

  it("numbers that are none, though the same text was met before", () => {
    const item = itemWith(`{"name":"a","labels":{"app":1e999}}`);
    const { problem } = read(listOf([...repeated.slice(0, 3), item, item]));
    expect(problem?.code).toBe("number-not-finite");
  });

  it("places", () => {
    const text = listOf(repeated);
    const { document } = read(text);
    for (const [i, item] of repeated.entries()) {
      const start = text.indexOf(item, locatePath(document, ["items", i]).start);
      expect(locatePath(document, ["items", i]).start).toBe(start);
      const { start: name } = locatePath(document, ["items", i, "metadata", "name"]);
      expect(name).toBe(start + item.indexOf('"name":') + '"name":'.length);
    }
    // What is not there lies where its list does.
    expect(locatePath(document, ["items", repeated.length])).toEqual(locatePath(document, ["items", "x"]));
  });

  it("where hardly any is alike, too", () => {
    const different = Array.from({ length: 2_000 }, (_, i) =>
      itemWith(`{"name":"a${i}","labels":{"app":"a${i % 1_900}"}}`),
    );
    expect(itemsOf(read(listOf(different)))).toEqual(
      different.map((_, i) => ({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: `a${i}`, labels: { app: `a${i % 1_900}` } },
      })),
    );
  });
});
