import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { admitText, serverLines } from "../../support/api-object.js";

interface Case {
  readonly yaml: string;
  readonly server: readonly string[];
}

function casesIn<C>(name: string): C[] {
  return readFileSync(new URL(`../../../fixtures/admission/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as C);
}

const CASES = casesIn<Case>("cases.jsonl");
const OLDER = casesIn<Case & { readonly bundle: string }>("older-shapes.jsonl");

const sorted = (lines: readonly string[]): string[] => lines.toSorted();

describe("every manifest that a real server has judged", () => {
  it("has all of them", () => {
    expect(CASES).toHaveLength(1715);
    expect(CASES.filter(({ server }) => server.length === 0)).toHaveLength(287);
  });

  it.each(CASES.map(({ yaml, server }, i) => ({ i, yaml, server })))("case $i", ({ yaml, server }) => {
    const admission = admitText(yaml);
    expect(serverLines(admission)).toEqual(sorted(server));
    expect(admission.stored === undefined).toBe(server.length > 0);
  });
});

describe("what releases before v0.1.3 say, by the tables of their fields", () => {
  it("has cases that are taken and cases that are refused, of each of them", () => {
    for (const bundle of ["v0.1.1", "v0.1.2/standard", "v0.1.2/experimental", "kep"]) {
      const own = OLDER.filter((each) => each.bundle === bundle);
      expect(own.filter(({ server }) => server.length === 0).length).toBeGreaterThan(5);
      expect(own.filter(({ server }) => server.length > 0).length).toBeGreaterThan(15);
    }
  });

  it.each(OLDER.map((each, i) => ({ i, ...each })))("case $i, $bundle", ({ yaml, server, bundle }) => {
    const admission = admitText(yaml, { bundles: [bundle] });
    expect(serverLines(admission)).toEqual(sorted(server));
    expect(admission.stored === undefined).toBe(server.length > 0);
  });
});
