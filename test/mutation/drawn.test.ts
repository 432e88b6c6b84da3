import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { drawnFrom, sampled } from "./drawn.mjs";
import { Worth } from "./worth.mjs";
import { judgedFate, judgedIn, type Judged } from "./judged.mjs";

const AND = { file: "a.ts", line: 7, mutator: "LogicalOperator", original: "a && b", replacement: "a || b" };
const EQUAL = {
  file: "b.ts",
  line: 20,
  mutator: "EqualityOperator",
  original: "a === b",
  replacement: "a !== b",
};

describe("a list of mutants", () => {
  it("is found where its lines have moved, at the nearest of equal texts", () => {
    const [far, near] = [
      { ...AND, id: 1, line: 40 },
      { ...AND, id: 2, line: 9 },
    ];
    expect(drawnFrom([AND], [far, near, { ...EQUAL, id: 3 }])).toEqual({ found: [near], gone: [] });
  });

  it.each([
    ["in another file", { ...AND, file: "c.ts" }],
    ["of another text", { ...AND, original: "a && c" }],
    ["with another change", { ...AND, replacement: "a" }],
  ])("says which are gone: one %s is another", (_, other) => {
    expect(drawnFrom([AND], [{ ...other, id: 1 }])).toEqual({ found: [], gone: [AND] });
  });

  it("has the hundred that are kept, each once", () => {
    const kept = JSON.parse(readFileSync(new URL("drawn.json", import.meta.url), "utf8")) as {
      readonly mutants: readonly object[];
    };
    expect(new Set(kept.mutants.map((each) => JSON.stringify(each))).size).toBe(100);
  });
});

describe("a sample", () => {
  const all = Array.from({ length: 200 }, (_, i) => i);

  it("is the same for one seed, and another for another", () => {
    expect(sampled(all, 12, 7)).toEqual(sampled(all, 12, 7));
    expect(sampled(all, 12, 7)).not.toEqual(sampled(all, 12, 8));
    expect(new Set(sampled(all, 12, 7)).size).toBe(12);
  });
});

describe("the checks that are to run first", () => {
  const beside = { name: "test/semantics/match/selector.test.ts > a", time: 4 };
  const far = { name: "test/linter/rules/dns.test.ts > b", time: 2 };
  const slow = { name: "test/truth/truth.test.ts > c", time: 40 };
  const order = (worth: Worth, file = "src/semantics/match/selector.ts"): readonly string[] =>
    [slow, far, beside]
      .toSorted((a, b) => worth.of(file)(b) - worth.of(file)(a))
      .map(({ name }) => name.slice(-1));

  it("stand beside the mutant, or are fast", () => {
    expect(order(new Worth())).toEqual(["a", "b", "c"]);
    expect(order(new Worth(), "src/cluster/load/load.ts")).toEqual(["b", "a", "c"]);
  });

  it("are called as the mutant's folder, as the tests of a rule are", () => {
    const slower = { ...far, time: 8 };
    const of = new Worth().of("src/linter/rules/dns/rule.ts");
    expect(of(slower)).toBeGreaterThan(of(beside));
  });

  it("have noticed others of the same folder", () => {
    const worth = new Worth();
    for (let i = 0; i < 30; i++) worth.note("src/semantics/match/peer.ts", slow.name);
    expect(order(worth)).toEqual(["c", "a", "b"]);
    expect(order(worth, "src/semantics/reach/reach.ts")).toEqual(["b", "a", "c"]);
  });
});

describe("mutants that were judged to change nothing", () => {
  const kept: readonly Judged[] = [
    { why: "asked again", mutants: [AND] },
    { why: "only slower", mutants: [EQUAL] },
  ];

  it("are found again by their text, each with its reason", () => {
    const found = judgedIn(kept, [
      { ...EQUAL, id: 4, line: 22 },
      { ...AND, id: 5, original: "a && c" },
    ]);
    expect([...found]).toEqual([[4, "only slower"]]);
  });

  it.each([
    ["is told apart where it survives", "survived", "why", "same"],
    ["is told where a check notices it", "killed", "why", "misjudged"],
    ["is met by no check as before", "unmet", "why", "unmet"],
    ["survives where nobody judged it", "survived", undefined, "survived"],
    ["is killed where nobody judged it", "killed", undefined, "killed"],
  ] as const)("one of them %s", (_, type, why, expected) => {
    expect(judgedFate({ type, by: "a check", checks: 1 }, why).type).toBe(expected);
  });

  it("are kept with a reason, each once", () => {
    const list = JSON.parse(
      readFileSync(new URL("judged.json", import.meta.url), "utf8"),
    ) as readonly Judged[];
    const all = list.flatMap(({ mutants }) => mutants);
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(all.length);
    expect(list.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});
