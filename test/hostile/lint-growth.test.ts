import { beforeAll, describe, expect, it } from "vitest";
import { expectLinear, startUpOf } from "./growth.js";
import { SHAPES } from "./shapes.js";

const lint = (path: string): string[] => ["lint", path, "-o", "json"];

let startUp: number;

beforeAll(async () => {
  startUp = await startUpOf(lint);
});

describe("anp lint takes about twice the time for twice the input, and says what is wrong", () => {
  it.each(SHAPES)("$name", async (shape) => {
    const { stdout, code } = await expectLinear(shape, lint, startUp);
    const found = findingLines(stdout);
    expect(found.includes(shape.says), found.slice(0, 1000)).toBe(true);
    expect(code).toBe(shape.exit);
  });
});

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly level: string;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number; readonly column: number } };
  }[];
}

/** The findings of a JSON report as `line:column: level[rule]: message`. */
function findingLines(stdout: string): string {
  const { findings } = JSON.parse(stdout) as Report;
  return findings
    .map(
      ({ rule, level, message, range: { start } }) =>
        `${start.line}:${start.column}: ${level}[${rule}]: ${message}`,
    )
    .join("\n");
}
