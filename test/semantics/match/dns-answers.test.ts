import { describe, expect, it } from "vitest";
import { possibleWorld, splitByAnswer } from "../../../src/semantics/match/dns-answers.js";
import { World } from "../../../src/semantics/match/world.js";
import type { Fact } from "../../../src/semantics/match/unsettled.js";
import type { FactEnd } from "../../../src/semantics/match/fact-end.js";

const ADDRESS: FactEnd = { type: "addresses", name: "192.0.2.7", isOneAddress: true };
const OTHER: FactEnd = { type: "addresses", name: "192.0.2.8", isOneAddress: true };

const answer = (domain: string, address: FactEnd): Fact => ({
  type: "fact",
  code: "dns-answer",
  domain,
  address,
});

/** A name and a pattern: whether every answer of the first is one of the second (S-FQ-3). */
const ROWS: readonly (readonly [narrow: string, wide: string, isIn: boolean])[] = [
  ["www.example.com", "*.example.com", true],
  ["a.b.example.com", "*.example.com", true],
  ["*.b.example.com", "*.example.com", true],
  ["WWW.example.com.", "*.EXAMPLE.com", true],
  ["Example.com", "example.com.", true],
  ["example.com", "*.example.com", false],
  ["*.example.com", "www.example.com", false],
  ["*.example.com", "*.b.example.com", false],
  ["wwwexample.com", "*.example.com", false],
  ["www.example.org", "*.example.com", false],
];

describe("a name that resolves to an address", () => {
  it.each(ROWS)("%s resolves where %s does not: impossible is %s", (narrow, wide, isIn) => {
    const [resolves] = World.ANY.ask(answer(narrow, ADDRESS)).yes;
    const [contradicting] = resolves!.ask(answer(wide, ADDRESS)).no;
    expect(possibleWorld(contradicting!) === undefined).toBe(isIn);
    // The same where the second question is about to be asked.
    expect(splitByAnswer(resolves!, wide, ADDRESS).no).toHaveLength(isIn ? 0 : 1);
    expect(splitByAnswer(resolves!, wide, ADDRESS).yes).toHaveLength(1);
    // What one address is the answer of says nothing of another one.
    expect(splitByAnswer(resolves!, wide, OTHER).no).toHaveLength(1);
  });

  it("leaves what a world may hold besides its contradictions", () => {
    const narrow = answer("www.example.com", ADDRESS);
    const wide = answer("*.example.com", ADDRESS);
    const [contradiction] = World.ANY.ask(narrow).yes[0]!.ask(wide).no;
    const unsettled = World.ANY.ask(narrow).yes[0]!.unite(World.ANY.ask(wide).no[0]!);
    const expected = unsettled.subtract(contradiction!)!;
    expect(possibleWorld(unsettled)!.equals(expected)).toBe(true);
  });
});
