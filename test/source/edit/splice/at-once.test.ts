import * as fc from "fast-check";
import { expect, it } from "vitest";
import { applyTo, type TextEdit } from "./edit-text.js";
import { check } from "../../../properties/run.js";
import { policy, spelled, spelling, type JsonMapping } from "../spelled.js";
import type { Json } from "../../../../src/source/edit/edit.js";

type Path = readonly (string | number)[];

/** Every scalar of a value, by its path. */
function scalarsOf(value: Json, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, i) => scalarsOf(item, [...path, i]));
  if (typeof value !== "object" || value === null) return value === null || path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, field]) => scalarsOf(field, [...path, key]));
}

/** Sets to values of one line, and renamed keys, in any order. */
const cases = fc
  .record({
    value: policy,
    how: spelling,
    picks: fc.array(
      fc.record({ place: fc.nat(), renames: fc.boolean(), to: fc.oneof(fc.nat(70_000), fc.string()) }),
      {
        minLength: 2,
        maxLength: 12,
      },
    ),
  })
  .map(({ value, how, picks }) => {
    const scalars = scalarsOf(value as JsonMapping);
    const edits = picks.map(({ place, renames, to }, i): TextEdit => {
      const path = scalars[place % scalars.length] as Path;
      return renames && typeof path.at(-1) === "string"
        ? { rename: path, to: `renamed${i}` }
        : { set: path, to };
    });
    return { text: spelled(value, how), edits };
  });

/** The text with one edit behind the other, each read again by itself. */
function oneByOne(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce((before, edit) => {
    const result = applyTo({ name: "policy.yaml", text: before }, [edit]);
    if (result.refused !== undefined) throw new Error(result.refused);
    return result.text;
  }, text);
}

it("edits that are made at once give the text of one behind the other", async () => {
  await check({
    name: "edits at once",
    arbitrary: cases,
    runs: 300,
    holds: ({ text, edits }) => {
      let wanted: string;
      try {
        wanted = oneByOne(text, edits);
      } catch {
        // A place that was renamed is not there any more: refused at once too.
        expect(applyTo({ name: "policy.yaml", text }, edits).refused).toBeDefined();
        return;
      }
      const result = applyTo({ name: "policy.yaml", text }, edits);
      expect(result.refused ?? result.text).toBe(wanted);
    },
    show: ({ text, edits }) => `${JSON.stringify(edits)}\n${text}`,
  });
});
