import { beforeAll, describe, expect, it } from "vitest";
import { expectLinear, MeasuredProgram } from "./growth.js";
import { FIXED_SHAPES } from "./fixed-shapes.js";
import { folderWith } from "../support/folder.js";
import { POLICY, SHAPES } from "./shapes.js";

const lint = (path: string): string[] => ["lint", path, "-o", "json"];
const explain = (path: string): string[] => ["explain", "-f", path, "10.0.0.1", "10.0.0.2", "--port", "80"];
const fix = (path: string): string[] => ["lint", path, "--fix-dry-run"];

const program = new MeasuredProgram();
let startUp: number;

beforeAll(async () => {
  const { cpu } = await program.run(lint(`${folderWith({ "small.yaml": POLICY })}/small.yaml`));
  startUp = cpu;
});

describe("anp lint takes about four times the time for four times the input, and says what is wrong", () => {
  it.each(SHAPES)("$name", async (shape) => {
    const { stdout, code } = await expectLinear(program, startUp, shape, lint);
    const found = findingLines(stdout);
    expect(found.includes(shape.says), found.slice(0, 1000)).toBe(true);
    expect(code).toBe(shape.exit);
  });
});

describe("anp explain takes about four times the time for four times the input, and says that it is incomplete", () => {
  it.each(SHAPES.filter(({ isReading }) => isReading === undefined))("$name", async (shape) => {
    const { stdout, code } = await expectLinear(program, startUp, shape, explain);
    if (shape.explained === undefined) expect(stdout).toMatch(/^INCOMPLETE /);
    expect(code).toBe(shape.explained ?? 3);
  });
});

describe("anp lint --fix-dry-run takes about four times the time for four times the mistakes", () => {
  it.each(FIXED_SHAPES)("$name", async (shape) => {
    const { stdout, code } = await expectLinear(program, startUp, shape, fix);
    expect(stdout.includes(shape.says), stdout.slice(0, 1000)).toBe(true);
    expect(code).toBe(shape.exit);
  });
});

it("anp diff takes about four times the time for four times the documents, of two files that are the same", async () => {
  const same = {
    name: "two files of many documents that are the same",
    size: 8_000,
    text: (n: number) =>
      `${POLICY}${Array.from({ length: n }, (_, i) => `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: n${i}}\n`).join("")}`,
  };
  const diff = (path: string): string[] => ["diff", path, path, "-o", "json"];
  const { stdout, code } = await expectLinear(program, startUp, same, diff);
  expect(JSON.parse(stdout)).toMatchObject({ changes: [] });
  expect(code).toBe(0);
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
