import { expect, it } from "vitest";
import { joinStreams } from "../../../src/source/manifest/join-streams.js";

it.each<readonly [what: string, texts: readonly string[], joined: string | undefined]>([
  ["none", [], ""],
  ["one, as it is", ["a: 1"], "a: 1"],
  ["one of JSON", ['{"a": 1}'], '{"a": 1}'],
  ["two, with a separator between them", ["a: 1\n", "b: 2\n"], "a: 1\n---\nb: 2\n"],
  ["two that do not end their lines", ["a: 1", "b: 2"], "a: 1\n---\nb: 2\n"],
  ["two, of which one begins with a separator", ["---\na: 1\n", "---\nb: 2\n"], "---\na: 1\n---\nb: 2\n"],
  ["a separator with a comment", ["a: 1\n", "--- # b\nb: 2\n"], "a: 1\n--- # b\nb: 2\n"],
  ["a separator alone", ["a: 1\n", "---"], "a: 1\n---\n"],
  ["what only begins like one", ["a: 1\n", "---b: 2\n"], "a: 1\n---\n---b: 2\n"],
  ["nothing and something", ["", "a: 1\n"], "---\na: 1\n"],
  ["JSON among others", ["a: 1\n", ' {"b": 2}'], undefined],
  ["JSON before others", ['{"a": 1}', "b: 2\n"], undefined],
])("streams as one: %s", (_, texts, joined) => expect(joinStreams(texts)).toBe(joined));
