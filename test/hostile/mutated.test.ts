import * as fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check } from "../properties/run.js";
import { FIXTURES } from "./program.js";
import { lint } from "../../src/linter/lint/lint.js";
import { load } from "../../src/cluster/load/load.js";
import { locatePath } from "../../src/source/manifest/locate.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { TOKENS } from "./tokens.js";
import { isList, isMapping, type Value } from "../../src/source/manifest/value.js";
import type { Document } from "../../src/source/manifest/document.js";
import type { PathStep } from "../../src/source/manifest/origin.js";

const TEXTS: readonly string[] = readdirSync(FIXTURES)
  .filter((name) => /\.(?:yaml|json)$/.test(name))
  .map((name) => readFileSync(`${FIXTURES}/${name}`, "utf8"))
  .filter((text) => text.length < 1500);

interface Edit {
  readonly at: number;
  readonly removes: number;
  readonly inserts: string;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removes: fc.nat(12),
    inserts: fc.array(fc.constantFrom(...TOKENS), { maxLength: 3 }).map((parts) => parts.join("")),
  }),
  { minLength: 1, maxLength: 5 },
);

const mutated: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...TEXTS), edits)
  .map(([text, all]) => all.reduce(edited, text));

function edited(text: string, { at, removes, inserts }: Edit): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + inserts + text.slice(start + removes);
}

/** The paths of everything in a value. */
function* pathsIn(value: Value, path: readonly PathStep[] = []): Generator<readonly PathStep[]> {
  yield path;
  if (isList(value)) for (const [i, item] of value.entries()) yield* pathsIn(item, [...path, i]);
  else if (isMapping(value))
    for (const key of Object.keys(value)) yield* pathsIn(value[key] as Value, [...path, key]);
}

function expectInside(
  document: Document,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  expect(start).toBeGreaterThanOrEqual(0);
  expect(start).toBeLessThanOrEqual(document.file.text.length);
  expect(end).toBeGreaterThanOrEqual(start);
}

describe("whatever the text", () => {
  it("it is read or refused, with places that are in it", () =>
    check({
      name: "mutated texts are read or refused",
      arbitrary: mutated,
      runs: 4000,
      holds: (text) => {
        for (const { document, value, problem, rest, duplicates } of readDocuments({
          name: "a.yaml",
          text,
        })) {
          expect(value === undefined).toBe(problem !== undefined);
          for (const each of [problem, rest]) if (each !== undefined) expectInside(document, each.at);
          for (const { first, second } of duplicates) {
            expectInside(document, first);
            expectInside(document, second);
          }
          for (const path of pathsIn(value ?? null)) {
            expectInside(document, locatePath(document, path));
            expectInside(document, locatePath(document, path, "key"));
          }
        }
      },
    }));

  it("it is linted without an error of ours", () =>
    check({
      name: "mutated texts are linted",
      arbitrary: mutated,
      runs: 1500,
      holds: async (text) => {
        const file = { name: "a.yaml", text };
        for (const purpose of ["lint", "flows"] as const) {
          const loaded = await load([{ type: "file", file, isNamed: true }], { ...READ_OPTIONS, purpose });
          expect(lint(loaded).diagnostics).toBeDefined();
        }
      },
    }));
});
