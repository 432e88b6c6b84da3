import * as fc from "fast-check";
import { expect, it } from "vitest";
import { check } from "../../../properties/run.js";
import { fresh, rewriteFile, type Old, type TextRewrite } from "./rewrite-text.js";
import { commentsOf, policy, spelled, spelling, written, type JsonMapping } from "../spelled.js";
import { cutStream } from "../../../../src/source/manifest/stream.js";
import { isList, isMapping, type Value } from "../../../../src/source/manifest/value.js";
import { isSameValue } from "../../../../src/source/edit/same-value.js";
import { readDocuments } from "../../../../src/source/manifest/read.js";
import {
  rewrittenValue,
  type RewrittenEntry,
  type Rewriting,
} from "../../../../src/source/edit/rewrite/rewriting.js";
import type { Json } from "../../../../src/source/edit/edit.js";

/** What decides how a value is rewritten: numbers that are used up one by one, and new values. */
interface Choices {
  readonly numbers: readonly number[];
  readonly values: readonly Json[];
  /** How many of ten parts stay as they are. */
  readonly kept: number;
}

/** Rewrites values by chance, the same way for the same choices. */
class Rewriter {
  readonly #choices: Choices;
  readonly #root: Old;
  #next = 0;

  constructor(choices: Choices, root: Old) {
    this.#choices = choices;
    this.#root = root;
  }

  value(old: Old, depth = 0): Rewriting {
    if (this.#below(10) < this.#choices.kept || depth > 6) return old.kept;
    const isCollection = old.keys().length + old.items().length > 0;
    switch (this.#below(isCollection ? 8 : 6)) {
      case 0:
        return fresh(this.#fresh());
      case 1:
        return { type: "mapping", entries: [{ key: "wrapped", value: this.value(old, depth + 1) }] };
      case 2:
        return { type: "list", items: [old.kept, this.#somewhere().kept] };
      case 3:
        return this.#somewhere().kept;
      case 4:
        return this.#shallower(old, depth);
      default:
        return this.collection(old, depth);
    }
  }

  collection(old: Old, depth: number): Rewriting {
    if (isMapping(old.value)) return this.#mapping(old, depth);
    return isList(old.value) ? this.#list(old, depth) : old.kept;
  }

  #mapping(old: Old, depth: number): Rewriting {
    const names = new Set<string>();
    const entries = this.#mixed(
      old.keys().map((key) => old.field(key)),
      (child, i): RewrittenEntry[] => {
        const key = String(child.at.step);
        switch (this.#below(12)) {
          case 0:
            return [];
          case 1:
            return [{ key: `new-${i}`, was: child.at, value: this.value(child, depth + 1) }];
          case 2:
            return [
              { key: `before-${i}`, value: fresh(this.#fresh()) },
              { key, was: child.at, value: child.kept },
            ];
          case 3:
            return [
              { key, was: child.at, value: child.kept },
              { key: `copy-${i}`, was: child.at, value: child.kept },
            ];
          case 4:
            return [{ key, value: child.kept }];
          case 5: {
            const other = this.#somewhere();
            return [
              { key, was: child.at, value: this.value(child, depth + 1) },
              { key: `other-${i}`, was: other.at, value: other.kept },
            ];
          }
          default:
            return [{ key, was: child.at, value: this.value(child, depth + 1) }];
        }
      },
    ).filter(({ key }) => !names.has(key) && names.add(key));
    const isNew = this.#below(8) === 0;
    return isNew ? { type: "mapping", entries } : old.mapping(...entries);
  }

  #list(old: Old, depth: number): Rewriting {
    const items = this.#mixed(old.items(), (item): Rewriting[] => {
      switch (this.#below(8)) {
        case 0:
          return [];
        case 1:
          return [fresh(this.#fresh()), item.kept];
        case 2:
          return [item.kept, this.value(item, depth + 1)];
        default:
          return [this.value(item, depth + 1)];
      }
    });
    return old.list(...items);
  }

  #mixed<T>(olds: readonly Old[], make: (old: Old, i: number) => T[]): T[] {
    const made = olds.flatMap(make);
    return this.#below(4) === 0 ? made.toReversed() : made;
  }

  #shallower(old: Old, depth: number): Rewriting {
    const below = [...old.keys().map((key) => old.field(key)), ...old.items()];
    const child = below[this.#below(below.length || 1)];
    return child === undefined ? old.kept : this.value(child, depth + 1);
  }

  #somewhere(): Old {
    let old = this.#root;
    for (let steps = this.#below(5) + 1; steps > 0; steps--) {
      const below = [...old.keys().map((key) => old.field(key)), ...old.items()];
      const child = below[this.#below(below.length || 1)];
      if (child === undefined) break;
      old = child;
    }
    return old;
  }

  #fresh(): Json {
    const { values } = this.#choices;
    return values[this.#below(values.length)] ?? null;
  }

  #below(limit: number): number {
    const { numbers } = this.#choices;
    return (numbers[this.#next++ % numbers.length] ?? 0) % limit;
  }
}

interface Case {
  readonly text: string;
  readonly values: readonly JsonMapping[];
  readonly document: number;
  readonly choices: Choices;
  readonly also: readonly Json[];
}

/**
 * A YAML text with more comments, and blank lines, in front of some lines: as far in as numbers say, and the last one
 * below the text. Texts of several lines stay as they are.
 */
function scribbled(text: string, numbers: readonly number[]): string {
  if (/^\s*\{\s*"/.test(text) || numbers.length === 0) return text;
  let textColumn: number | undefined;
  const lines = text.split("\n").flatMap((line, i) => {
    const blanks = /^ */.exec(line)?.[0].length ?? 0;
    const isText = textColumn !== undefined;
    if (textColumn !== undefined && (line.trim() === "" || blanks > textColumn)) return [line];
    textColumn = /[|>][-+]?\r?$/.test(line) ? blanks : undefined;
    const number = numbers[i % numbers.length] ?? 0;
    const carriage = text.includes("\r") ? "\r" : "";
    const comment = `${" ".repeat([0, blanks, blanks, blanks + 1, blanks + 2][number % 5] ?? 0)}# above ${1000 + i}.`;
    const above = [[], [comment], [comment, ""], ["", comment], [""]][number % 7] ?? [];
    const isEnd = i > 0 && line === "" && !text.endsWith("\n");
    return isEnd || isText ? [line] : [...above.map((each) => each + carriage), line];
  });
  return lines.join("\n");
}

const several = fc
  .record({
    values: fc.array(policy, { minLength: 1, maxLength: 3 }),
    note: fc.constantFrom(undefined, "one\n# no comment\ntwo\n", "one\n\n  two", "# no comment: {"),
    how: spelling,
    numbers: fc.array(fc.nat(100), { maxLength: 20 }),
  })
  .map(({ values: plain, note, how: anyhow, numbers }) => {
    const how =
      note === undefined ? anyhow : { ...anyhow, commentEvery: 0, flowEvery: 0, quotes: "PLAIN" as const };
    const values = note === undefined ? plain : plain.map((value) => ({ ...value, note, x: 1 }));
    const isOne = values.length === 1;
    const texts = values.map((value) =>
      scribbled(spelled(value, isOne ? how : { ...how, json: undefined, endsWithBreak: true }), numbers),
    );
    return { values, text: texts.join(`---${how.lineBreak}`) };
  });

const choices: fc.Arbitrary<Choices> = fc.record({
  numbers: fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 }),
  values: fc.array(written, { minLength: 1, maxLength: 4 }),
  kept: fc.constantFrom(0, 2, 5, 8),
});

const cases: fc.Arbitrary<Case> = fc
  .record({ stream: several, choices, index: fc.nat(), also: fc.array(policy, { maxLength: 2 }) })
  .map(({ stream, index, ...rest }) => ({ ...stream, ...rest, document: index % stream.values.length }));

/** The texts of the documents. */
function textsOf(text: string): readonly string[] {
  return cutStream({ name: "policy.yaml", text }).map(({ start, end }) => text.slice(start, end));
}

function holds({ text, values, document, choices: how, also }: Case): void {
  let wanted: Value = null;
  const rewrite: TextRewrite = {
    document,
    to: (old) => {
      const to = new Rewriter(how, old).collection(old, 0);
      wanted = rewrittenValue(to);
      return to;
    },
    also: also.map((value) => ({ value, comment: ["made"] })),
  };
  const result = rewriteFile({ name: "policy.yaml", text }, rewrite);
  expect(result.refused).toEqual([]);
  const said = [...readDocuments({ name: "policy.yaml", text: result.text })].map(
    ({ value }) => value ?? null,
  );
  const expected = values.flatMap((value, i): Value[] => (i === document ? [wanted, ...also] : [value]));
  expect(said.length).toBe(expected.length);
  for (const [i, value] of expected.entries())
    if (!isSameValue(said[i], value)) expect(said[i]).toEqual(value);
  const kept = textsOf(text).filter((_, i) => i !== document);
  const texts = textsOf(result.text);
  expect(texts.filter((_, i) => i < document || i > document + also.length)).toEqual(kept);
  expect(commentsOf(result.text).toSorted()).toEqual(commentsOf(text).toSorted());
  if (text.includes("\r\n")) expect(result.text).not.toMatch(/(?<!\r)\n/);
  else if (text.includes("\n")) expect(result.text).not.toContain("\r");
}

it("a rewritten object says what it should, and has every comment once", async () => {
  await check({
    name: "rewriting",
    arbitrary: cases,
    runs: 400,
    holds,
    show: ({ text, document, choices: how }) => `${document} ${JSON.stringify(how)}\n${text}`,
  });
});

/** A value taken apart, and put together as it was. */
function apart(old: Old): Rewriting {
  if (isList(old.value)) return old.list(...old.items().map(apart));
  if (!isMapping(old.value)) return old.kept;
  return old.mapping(...old.keys().map((key) => old.entry(key, key, apart(old.field(key)))));
}

it("an object that is rewritten as it was is the same text", async () => {
  await check({
    name: "rewriting nothing",
    arbitrary: several,
    runs: 200,
    holds: ({ text, values }) => {
      const rewrites = values.map((_, document) => ({ document, to: apart }));
      expect(rewriteFile({ name: "policy.yaml", text }, ...rewrites)).toEqual({ text, refused: [] });
    },
    show: ({ text }) => text,
  });
});
