import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/source/manifest/read.js";
import { TwinItems } from "../../../src/source/manifest/twin-items.js";
import type { DocumentReading, Keeping } from "../../../src/source/manifest/document.js";
import type { Value } from "../../../src/source/manifest/value.js";

const KEEP = { apiVersion: true, kind: true, metadata: { name: true, labels: true } } as const;
const OTHER = { ...KEEP, metadata: { name: true } } as const;
const ofPods = (keep: typeof KEEP | typeof OTHER): Keeping["parts"] => {
  return (_, kind) => (kind === "Pod" ? keep : true);
};

function read(items: readonly string[], keeping: Keeping): DocumentReading {
  const text = `{"apiVersion":"v1","kind":"List","items":[\n${items.join(",\n")}\n]}`;
  const [reading] = readDocuments({ name: "a.json", text }, keeping);
  if (reading === undefined) throw new Error("no document");
  return reading;
}

const itemsOf = ({ value }: DocumentReading): readonly Value[] =>
  (value as { readonly items: readonly Value[] }).items;

const pod = (name: string, labels = `{"app":"web"}`): string =>
  `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}","labels":${labels},"x":1},"status":{"a":[]}}`;

const PODS = Array.from({ length: 60 }, (_, i) => pod(`web-${i}`));

/** Reads one state and then another one with it. */
function second(
  before: readonly string[],
  after: readonly string[],
  parts: readonly [Keeping["parts"], Keeping["parts"]] = [ofPods(KEEP), ofPods(KEEP)],
): { readonly first: DocumentReading; readonly reading: DocumentReading; readonly alone: DocumentReading } {
  const twins = new TwinItems();
  const first = read(before, { parts: parts[0], twins });
  twins.nextState();
  const reading = read(after, { parts: parts[1], twins });
  return { first, reading, alone: read(after, { parts: parts[1] }) };
}

/** How many objects of the second state are those of the first one. */
function shared(before: DocumentReading, after: DocumentReading): number {
  const known = new Set(itemsOf(before));
  return itemsOf(after).filter((each) => known.has(each)).length;
}

describe("another state of a cluster takes the objects that are the same text, and reads as if it stood alone", () => {
  it.each<readonly [what: string, after: readonly string[], taken: number]>([
    ["nothing changed", PODS, 60],
    ["one changed", PODS.with(30, pod("web-30", `{"app":"db"}`)), 59],
    ["one is new", PODS.toSpliced(10, 0, pod("web-x")), 60],
    ["one is there twice", [...PODS.slice(0, 20), PODS[19] as string, ...PODS.slice(20)], 60],
    ["one is gone", PODS.toSpliced(10, 1), 59],
    ["twenty are gone, and one changed", PODS.toSpliced(10, 20, pod("web-29", "{}")), 40],
    ["the last one is cut to a number", [...PODS.slice(0, 59), "1"], 59],
    ["no object among them", PODS.with(5, "[]"), 59],
    ["blanks are others", PODS.map((each) => each.replace(",", ", ")), 0],
    [
      "a field that is not read is another one",
      PODS.with(7, (PODS[7] as string).replace('"x":1', '"x":2')),
      59,
    ],
  ])("%s", (_, after, taken) => {
    const { first, reading, alone } = second(PODS, after);
    expect(itemsOf(reading)).toEqual(itemsOf(alone));
    expect(reading.document.objects).toEqual(alone.document.objects);
    expect(shared(first, reading)).toBe(taken);
  });

  it("keys that are written twice are told in both states", () => {
    const twice = PODS.with(3, pod("web-3", `{"app":"a","app":"b"}`));
    const { first, reading, alone } = second(twice, twice);
    expect(reading.duplicates).toEqual(alone.duplicates);
    expect(reading.duplicates).toHaveLength(1);
    expect(shared(first, reading)).toBe(0);
  });

  it("a number that is none is found in the second state", () => {
    const broken = PODS.with(3, pod("web-3", `{"app":1e999}`));
    expect(second(broken, broken).reading.problem?.code).toBe("number-not-finite");
  });

  it("objects of which less was built are built again", () => {
    const { first, reading, alone } = second(PODS, PODS, [ofPods(OTHER), ofPods(KEEP)]);
    expect(itemsOf(reading)).toEqual(itemsOf(alone));
    expect(shared(first, reading)).toBe(0);
  });

  it("nothing is shared within one state", () => {
    const twins = new TwinItems();
    const keeping = { parts: ofPods(KEEP), twins };
    expect(shared(read(PODS, keeping), read(PODS, keeping))).toBe(0);
  });
});
