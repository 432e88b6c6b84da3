import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { readFileSync } from "node:fs";
import { runAnp, type Run } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { SHOP } from "./manifests.js";

const HEAD = "apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\nsources: [a.yaml]\n";
const isValid = schemaOf("test");
const cwd = folderWith({
  "a.yaml": SHOP,
  "half.anp-test.yaml": `${HEAD}tests: [{ name: "it, 1", from: shop/web, allowed: ["shop/cart:7070"] }]\n`,
  "whole.anp-test.yaml": `${HEAD}tests: [{ name: it, to: shop/cart, port: 7070, only: [shop/web] }]\n`,
});
const HALF = "half.anp-test.yaml";
/** Where the policy of the shop stands in the file. */
const POLICY = SHOP.slice(0, SHOP.indexOf("kind: NetworkPolicy")).split("\n").length;

describe("coverage", () => {
  it("names what no test is decided by", async () => {
    expect(await runAnp(["test", HALF, "--coverage"], { cwd })).toMatchObject({
      code: 0,
      stdout: `1 rule entry without a test:
  NetworkPolicy shop/cart-from-web isolation for ingress matches, but never decides  a.yaml:${POLICY + 4}:17
coverage: 1 of 2 rule entries (50 %)
1 test: 1 passed
`,
    });
  });

  it.each([
    ["50", 0],
    ["50.1", 1],
  ])("of 1 of 2 entries with %s %% wanted ends with %i", async (min, code) => {
    const run = await runAnp(["test", HALF, "--min-coverage", min], { cwd });
    expect(run.code).toBe(code);
    expect(run.stdout.includes(`at least ${min} % wanted`)).toBe(code === 1);
  });

  it("of several files is that of their policies, once", async () => {
    expect(await runAnp(["test", "--min-coverage", "100"], { cwd })).toMatchObject({
      code: 0,
      stdout: "coverage: 2 of 2 rule entries (100 %)\n2 tests: 2 passed\n",
    });
  });

  it("leaves out what only a test with a todo asks", async () => {
    const known = folderWith({
      "a.yaml": SHOP,
      "s.anp-test.yaml": `${HEAD}tests: [{ name: it, from: shop/web, denied: ["shop/cart:7070"], todo: { why: later } }]\n`,
    });
    expect(await runAnp(["test", "--min-coverage", "1"], { cwd: known })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("coverage: 0 of 2 rule entries (0 %)"),
    });
  });

  it.each([
    ["--min-coverage", "coverage: 0 of 0 rule entries", "coverage: no rule entry to cover"],
    ["--min-score", "mutation score: 0 of 0 changes noticed", "mutation score: no change to notice"],
  ])("%s of nothing is not reached: the policies may be somewhere else", async (option, found, why) => {
    const without = folderWith({
      "a.yaml": SHOP.split("---\n")
        .filter((each) => !each.includes("NetworkPolicy"))
        .join("---\n"),
      "s.anp-test.yaml": `${HEAD}tests: [{ name: it, from: shop/web, allowed: ["shop/cart:7070"] }]\n`,
    });
    const run = (least: string): Promise<Run> => runAnp(["test", option, least], { cwd: without });
    expect(await run("1")).toMatchObject({
      code: 1,
      stdout: `${found}; at least 1 % wanted\n1 test: 1 passed\n`,
      stderr: `exit 1: ${why}\n`,
    });
    expect(await run("0")).toMatchObject({ code: 0, stdout: `${found}\n1 test: 1 passed\n` });
  });

  it("does not hide that a test fails", async () => {
    const failing = folderWith({
      "a.yaml": SHOP,
      "s.anp-test.yaml": `${HEAD}tests: [{ name: it, from: shop/web, denied: ["shop/cart:7070"] }]\n`,
    });
    const { code, stdout } = await runAnp(["test", "--coverage"], { cwd: failing });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("FAILED  it") });
  });

  it.each(["101", "-1", "x", ""])("refuses %j as a share", async (text) => {
    expect(await runAnp(["test", HALF, `--min-coverage=${text}`], { cwd })).toMatchObject({ code: 2 });
  });
});

describe("formats of coverage", () => {
  it("json: entries with their tests and places, and the gate", async () => {
    const { stdout } = await runAnp(["test", HALF, "--min-coverage", "60", "-o", "json"], { cwd });
    const json = JSON.parse(stdout) as Record<"coverage" | "gates", unknown>;
    expect(isValid(json)).toEqual([]);
    expect(json.gates).toEqual([
      {
        name: "coverage",
        met: false,
        message: "coverage: 1 of 2 rule entries (50 %); at least 60 % wanted",
      },
    ]);
    expect(json.coverage).toMatchObject({
      covered: 1,
      total: 2,
      whole: true,
      cells: [
        { type: "isolation", direction: "ingress", state: "matched", tests: [], portAt: null },
        {
          type: "rule",
          direction: "ingress",
          path: "ingress[0].from[0], ports[0]",
          state: "decided",
          tests: ["half.anp-test.yaml: it, 1"],
        },
      ],
    });
  });

  it("lcov: a record for each file", async () => {
    const { stdout } = await runAnp(["test", HALF, "-o", "lcov"], { cwd });
    expect(stdout).toBe(
      `TN:anp_test\nSF:a.yaml\nDA:${POLICY + 4},0\nDA:${POLICY + 6},1\nLF:2\nLH:1\nend_of_record\n`,
    );
  });

  it("cobertura: a class for each file", async () => {
    const file = `${cwd}/c.xml`;
    const { code } = await runAnp(["test", HALF, "-o", `cobertura=${file}`, "-o", "text"], { cwd });
    const xml = readFileSync(file, "utf8");
    expect(code).toBe(0);
    expect(xml).toContain(
      '<coverage line-rate="0.5000" branch-rate="0" complexity="0" version="1" timestamp="0" lines-covered="1" lines-valid="2"',
    );
    expect(xml).toContain('<class name="a.yaml" filename="a.yaml" line-rate="0.5000"');
    expect(
      [...xml.matchAll(/<line number="(\d+)" hits="(\d+)"/g)].map(([, line, hits]) => [line, hits]),
    ).toEqual([
      [String(POLICY + 4), "0"],
      [String(POLICY + 6), "1"],
    ]);
  });

  it.each([
    ["tap", ["1..2", "not ok 2 - coverage", "# coverage: 1 of 2 rule entries (50 %); at least 60 % wanted"]],
    ["junit", ['<testcase classname="anp test" name="coverage" time="0">', 'tests="2" failures="1"']],
    ["md", ["- coverage: 1 of 2 rule entries (50 %); at least 60 % wanted"]],
    ["github", ["::error title=anp test%3A coverage::coverage: 1 of 2 rule entries (50 %)"]],
  ])("%s: a share that is not reached is a failure", async (format, texts) => {
    const { code, stdout } = await runAnp(["test", HALF, "--min-coverage", "60", "-o", format], { cwd });
    expect(code).toBe(1);
    for (const text of texts) expect(stdout.replaceAll("%25", "%")).toContain(text);
  });
});
