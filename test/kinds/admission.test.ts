import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { admitText, serverLines } from "../support/api-object.js";

interface Case {
  readonly yaml: string;
  readonly server: readonly string[];
}

const CASES = readFileSync(new URL("../../fixtures/admission/cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

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
