import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { applyTo, type TextEdit } from "./edit-text.js";
import { check } from "../../../properties/run.js";
import { commentsOf, policy, spelled, spelling, written, type JsonMapping } from "../spelled.js";
import { folderWith } from "../../../support/folder.js";
import { readDocuments } from "../../../../src/source/manifest/read.js";
import { unifiedDiff } from "../../../../src/source/edit/unified-diff.js";
import type { Json } from "../../../../src/source/edit/edit.js";

interface Case {
  readonly text: string;
  /** The documents of the text. */
  readonly values: readonly JsonMapping[];
  readonly document: number;
  readonly edit: TextEdit;
  /** What the edited document must say. */
  readonly wanted: Json;
  /** Lines of the old text that may go. */
  readonly mostRemoved: number;
  readonly keepsComments: boolean;
}

/** A place in a value: the steps to it, and what is there. */
interface At {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** Every place of a value, and fields that it does not have. */
function placesOf(value: Json, path: readonly (string | number)[] = []): At[] {
  const here = { path, value };
  if (Array.isArray(value)) return [here, ...value.flatMap((item: Json, i) => placesOf(item, [...path, i]))];
  if (typeof value !== "object" || value === null) return [here];
  const entries = Object.entries(value).flatMap(([key, field]) => placesOf(field, [...path, key]));
  return [
    here,
    { path: [...path, "added"], value: undefined },
    { path: [...path, "added", "deeper"], value: undefined },
    ...entries,
  ];
}

/** The value with a change of the collection that holds a place, which is made where it is missing. */
function withChange(
  value: JsonMapping,
  path: readonly (string | number)[],
  change: (container: never, step: never) => void,
): Json {
  const result = JSON.parse(JSON.stringify(value)) as JsonMapping;
  let container = result as Record<string | number, unknown>;
  for (const step of path.slice(0, -1))
    container = (container[step] ??= {}) as Record<string | number, unknown>;
  change(container as never, path.at(-1) as never);
  return result;
}

function setTo(value: JsonMapping, { path }: At, to: Json): Json {
  return withChange(value, path, (container: Record<string, Json>, step: string) => {
    container[step] = to;
  });
}

function without(value: JsonMapping, { path }: At): Json {
  return withChange(value, path, (container: Record<string, Json> | Json[], step: string | number) => {
    if (Array.isArray(container)) container.splice(Number(step), 1);
    else delete container[step];
  });
}

function isScalar(value: Json | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== "object";
}

const single = fc
  .record({ value: policy, how: spelling })
  .map(({ value, how }) => ({ values: [value], text: spelled(value, how) }));
const several = fc
  .record({ values: fc.array(policy, { minLength: 2, maxLength: 3 }), how: spelling })
  .map(({ values, how }) => ({
    values,
    text: values
      .map((value) => spelled(value, { ...how, json: undefined, endsWithBreak: true }))
      .join(`---${how.lineBreak}`),
  }));

const editing: fc.Arbitrary<Case> = fc
  .record({
    stream: fc.oneof(single, several),
    type: fc.constantFrom("set", "insert", "remove"),
    pick: fc.nat(),
    index: fc.nat(),
    put: written,
  })
  .map(({ stream: { text, values }, type, pick, index, put }) => {
    const document = index % values.length;
    const value = values[document] as JsonMapping;
    const places = placesOf(value).filter(({ path }) => path.length > 0);
    const common = { text, values, document };
    const choose = (from: readonly At[]): At => from[pick % from.length] as At;
    if (type === "insert") {
      const at = choose(
        places.filter((each) => Array.isArray(each.value) || each.value === null || each.value === undefined),
      );
      const list = (at.value ?? []) as readonly Json[];
      const before = index % (list.length + 1);
      const wanted = setTo(value, at, list.toSpliced(before, 0, put));
      const edit = { insert: put, into: at.path, index: before, document };
      return { ...common, edit, wanted, mostRemoved: 1, keepsComments: true };
    }
    if (type === "remove") {
      const at = choose(places.filter((each) => each.value !== undefined));
      const edit = { remove: at.path, document };
      return { ...common, edit, wanted: without(value, at), mostRemoved: Infinity, keepsComments: false };
    }
    const at = choose(places);
    const isOneLine = isScalar(at.value) || at.value === undefined || at.value === null;
    const mostRemoved = isOneLine ? 1 : Infinity;
    const edit = { set: at.path, to: put, document };
    return { ...common, edit, wanted: setTo(value, at, put), mostRemoved, keepsComments: isOneLine };
  });

const folder = folderWith({});

function holds({ text, values, document, edit, wanted, mostRemoved, keepsComments }: Case): void {
  const result = applyTo({ name: "policy.yaml", text }, [edit]);
  if (result.refused !== undefined) throw new Error(`refused: ${result.refused}`);
  const readings = [...readDocuments({ name: "policy.yaml", text: result.text })];
  expect(readings.map(({ value }) => JSON.stringify(sorted(value as Json)))).toEqual(
    values.map((value, i) => JSON.stringify(sorted(i === document ? wanted : value))),
  );

  const diff = unifiedDiff("policy.yaml", text, result.text);
  const body = diff.text.split("\n").slice(2);
  expect(body.filter((line) => line.startsWith("-")).length).toBeLessThanOrEqual(mostRemoved);
  if (keepsComments) {
    expect(commentsOf(result.text)).toEqual(commentsOf(text));
    expect(result.text.endsWith("\n")).toBe(text.endsWith("\n"));
  }
  if (text.includes("\r\n")) expect(result.text).not.toMatch(/(?<!\r)\n/);
  else if (text.includes("\n")) expect(result.text).not.toContain("\r");

  writeFileSync(join(folder, "policy.yaml"), text);
  if (result.text !== text)
    execFileSync("git", ["apply", "--whitespace=nowarn"], { cwd: folder, input: diff.text });
  expect(readFileSync(join(folder, "policy.yaml"), "utf8")).toBe(result.text);
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  );
}

it("an edited text says what it should, in few lines, and git makes it of the old one", async () => {
  await check({
    name: "edits",
    arbitrary: editing,
    runs: 400,
    holds,
    show: ({ text, edit }) => `${JSON.stringify(edit)}\n${JSON.stringify(text)}\n${text}`,
  });
});
