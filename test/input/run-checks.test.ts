import { checksInWorker } from "../../src/input/run-checks.js";
import { describe, expect, it } from "vitest";
import type { ForeignCheck } from "../../src/cluster/admission/structural/foreign-checks.js";

const rule = (text: string, self: unknown = {}): ForeignCheck => ({ type: "rule", rule: text, self });
const SLOW: ForeignCheck = { type: "pattern", pattern: "^(a+)+$", text: `${"a".repeat(60)}!` };
const LIMITS = { time: 400, totalTime: 60_000, megabytes: 64 };

/** Adds a list to itself until no memory is left. */
const LARGE = rule(
  `cel.bind(a0, [1, 2, 3, 4], ${Array.from(
    { length: 16 },
    (_, i) => `cel.bind(a${i + 1}, a${i} + a${i} + a${i} + a${i}, `,
  ).join("")}a16.size() > 0${")".repeat(17)}`,
);

describe("checks in a worker", () => {
  it("give their results in their order", async () => {
    const results = await checksInWorker()([
      rule("self.b == 3", { b: 3n }),
      rule("self.b == 4", { b: 3n }),
      { type: "pattern", pattern: "^b", text: "abc" },
      rule("self.c == 3", { b: 3n }),
      rule("self.nowhere()"),
    ]);
    expect(results).toEqual([
      { holds: true },
      { holds: false },
      { holds: false },
      { error: "no such key: c" },
      { unevaluated: "unsupported" },
    ]);
  });

  it("see labels that are called as what every object of JavaScript has", async () => {
    const labels = new Map([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
    const asked = [
      "'__proto__' in self.labels",
      "self.labels.constructor == 'y'",
      "'toString' in self.labels",
    ];
    expect(await checksInWorker()(asked.map((text) => rule(text, { labels })))).toEqual([
      { holds: true },
      { holds: true },
      { holds: false },
    ]);
  });

  it("are stopped, one alone, and never run again", async () => {
    const run = checksInWorker(LIMITS);
    const other = rule("true");
    expect(await run([other, SLOW, other])).toEqual([
      { holds: true },
      { unevaluated: "too-slow" },
      { unevaluated: "not-run" },
    ]);
    expect(await run([other, SLOW, other])).toEqual([
      { holds: true },
      { unevaluated: "too-slow" },
      { holds: true },
    ]);
  });

  it("are stopped where they take too much memory", async () => {
    const run = checksInWorker({ time: 100_000, totalTime: 100_000, megabytes: 16 });
    expect(await run([rule("true"), LARGE])).toEqual([{ holds: true }, { unevaluated: "too-large" }]);
    expect(await run([LARGE, rule("true")])).toEqual([{ unevaluated: "too-large" }, { holds: true }]);
  }, 120_000);

  it("have a time for all of them", async () => {
    const run = checksInWorker({ ...LIMITS, totalTime: 300 });
    expect(await run([SLOW])).toEqual([{ unevaluated: "too-slow" }]);
    expect(await run([rule("true")])).toEqual([{ unevaluated: "not-run" }]);
  });
});
