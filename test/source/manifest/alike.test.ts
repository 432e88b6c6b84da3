import { describe, expect, it } from "vitest";
import { locatePath } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { DocumentReading, Keeping } from "../../../src/source/manifest/document.js";
import type { Value } from "../../../src/source/manifest/value.js";

const KEEP = {
  apiVersion: true,
  kind: true,
  metadata: { name: true, labels: true, owners: { kind: true, inner: { kind: true } } },
} as const;

/** A list of which not all is built is read once more, and then whole. */
const KEEPING: Keeping = { parts: (_, kind) => (kind === "List" ? true : KEEP) };

function read(text: string): DocumentReading {
  const [reading] = readDocuments({ name: "a.json", text }, KEEPING);
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

  it("and is one value, which is built once", () => {
    const [a, b, c] = metadataOf([
      `{"name":"a","labels":{"app":"web"},"owners":[{"kind":"A"}]}`,
      `{"name":"b","owners":[{"kind":"A"}],"labels":{"app":"web"}}`,
      `{"name":"c","labels":{"app":"web" },"owners":[{"kind":"A"},{"kind":"B"}]}`,
    ]);
    expect(b?.["labels"]).toBe(a?.["labels"]);
    expect(b?.["owners"]).toBe(a?.["owners"]);
    expect(c?.["labels"]).not.toBe(a?.["labels"]);
    expect(c?.["owners"]).not.toBe(a?.["owners"]);
  });

  it("of what begins alike, four of each beginning are kept", () => {
    const labels = [1, 2, 3, 4, 5, 6].map((i) => `{"name":"a","labels":{"app":"${LONG}${i}"}}`);
    const read = metadataOf([...labels, ...labels]);
    const isShared = labels.map((_, i) => read[i]?.["labels"] === read[i + labels.length]?.["labels"]);
    expect(isShared).toEqual([true, true, true, true, false, false]);
  });

  it.each<readonly [what: string, labels: (i: number) => string, isSought: boolean]>([
    ["is sought on where many are alike", (i) => (i % 2 === 0 ? "same" : `a${i}`), true],
    ["is not sought any more where hardly any is alike", (i) => `a${i}`, false],
    ["is sought for long enough to know", (i) => `a${i % 200}`, false],
  ])("%s", (_, labels, isSought) => {
    const texts = Array.from({ length: 300 }, (_, i) => `{"labels":{"app":"${labels(i)}"}}`);
    const read = metadataOf([...texts, `{"labels":{"app":"last"}}`, `{"labels":{"app":"last"}}`]);
    expect(read[300]?.["labels"] === read[301]?.["labels"]).toBe(isSought);
  });

  it("but not deeper than may be nested where it stands", () => {
    // The list, its items, the object, its metadata and owners, and what bears the field: six levels.
    const full = `{"inner":${"[".repeat(58)}${"]".repeat(58)}}`;
    const item = (owners: string): string => itemWith(`{"name":"a","owners":${owners}}`);
    expect(read(listOf([item(`[${full}]`), item(`[${full}]`)])).problem).toBeUndefined();
    expect(read(listOf([item(`[${full}]`), item(`[[${full}]]`)])).problem?.code).toBe("depth");
  });
});

/** The metadata of objects that are read together. */
function metadataOf(metadata: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  return itemsOf(read(listOf(metadata.map(itemWith)))).map(
    (each) => (each as unknown as { readonly metadata: Readonly<Record<string, unknown>> }).metadata,
  );
}
