import { beforeAll, describe, expect, it } from "vitest";
import { expectLinear, startUpOf } from "./growth.js";
import { SHAPES } from "./shapes.js";

const explain = (path: string): string[] => ["explain", "-f", path, "10.0.0.1", "10.0.0.2", "--port", "80"];

let startUp: number;

beforeAll(async () => {
  startUp = await startUpOf(explain);
});

describe("anp explain takes about twice the time for twice the input, and says that it is incomplete", () => {
  it.each(SHAPES.filter(({ isReading }) => isReading === undefined))("$name", async (shape) => {
    const { stdout, code } = await expectLinear(shape, explain, startUp);
    if (shape.explained === undefined) expect(stdout).toMatch(/^INCOMPLETE /);
    expect(code).toBe(shape.explained ?? 3);
  });
});
