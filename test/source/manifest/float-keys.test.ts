import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/source/manifest/read.js";

/** What a text's keys are written twice, and what of them Kubernetes keeps in no order. */
function twice(text: string): readonly [duplicates: string[], collisions: string[]] {
  const written = ({
    first,
    second,
  }: {
    first: { start: number; end: number };
    second: typeof first;
  }): string => [first, second].map(({ start, end }) => text.slice(start, end)).join(" ");
  const [reading] = [...readDocuments({ name: "a.yaml", text })];
  return [reading?.duplicates.map(written) ?? [], reading?.collisions.map(written) ?? []];
}

describe("keys that are floats", () => {
  it.each<
    readonly [what: string, text: string, duplicates: readonly string[], collisions: readonly string[]]
  >([
    ["one number twice", "0.5: a\n.5: b\n", ["0.5 .5"], []],
    ["both zeros", "0.0: a\n-0.0: b\n", ["0.0 -0.0"], []],
    ["a zero and what is stored as one", "-0.0: a\n-1e-300: b\n", [], ["-0.0 -1e-300"]],
    ["a float and a whole number", "0.0: a\n0: b\n", [], ["0.0 0"]],
    ["a minus zero and a whole number", "-0.0: a\n0: b\n", [], []],
    ["numbers that are stored alike", "1.23456789: a\n1.234567891: b\n", [], ["1.23456789 1.234567891"]],
    ["numbers that are not", "1.2345: a\n1.2346: b\n", [], []],
    ["no number, which is not like itself", ".nan: a\n.NaN: b\n", [".nan .NaN"], [".nan .NaN"]],
    ["no number that a merge brings", ".nan: a\n<<: {.nan: b}\n", [".nan <<"], [".nan <<"]],
    ["no number and its text", ".nan: a\n'.nan': b\n", [".nan '.nan'"], [".nan '.nan'"]],
  ])("%s", (_, text, duplicates, collisions) => expect(twice(text)).toEqual([duplicates, collisions]));
});
