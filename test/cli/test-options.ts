import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { configOptionTests, gateFromOptionTests } from "./config-options.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";
import { sourceOptionTests, type OptionTests } from "./source-options.js";
import { testQuestion, type TestedFileJson } from "./test-question.js";

/** One test that passes, and one that fails. */
const TESTS = `apiVersion: anp.dev/v1alpha1
kind: PolicyTest
sources: [a.yaml]
tests:
- { name: web reaches the cart, from: shop/web, allowed: ["shop/cart:7070"] }
- { name: web is kept from SSH, from: shop/web, allowed: ["shop/cart:22"] }
`;

async function test(args: readonly string[], text = SHOP, columns?: number): Promise<Run> {
  const cwd = folderWith({ "a.yaml": text, "shop.anp-test.yaml": TESTS });
  return runAnp(["test", ...args], { cwd, ...(columns === undefined ? {} : { columns }) });
}

async function statuses(...args: readonly string[]): Promise<string[]> {
  const { files } = JSON.parse((await test([...args, "-o", "json"])).stdout) as { files: TestedFileJson[] };
  return files.flatMap(({ tests }) => tests.map(({ name, status }) => `${name}: ${status}`));
}

export const TEST_OPTIONS: OptionTests = {
  ...sourceOptionTests("test"),
  ...configOptionTests(["test", testQuestion("shop/web", "shop/cart", "7070"), "-f", "a.yaml"]),
  ...gateFromOptionTests(["test", testQuestion("shop/web", "shop/cart", "7070"), "-f", "."]),
  "--plugin": async () => {
    const failing = "web is kept from SSH: failed";
    expect(await statuses()).toContain(failing);
    // Flannel enforces nothing: SSH is open.
    expect(await statuses("--plugin", "flannel")).toContain("web is kept from SSH: passed");
    const shares = (await test(["--plugin", "flannel", "--coverage", "--mutate"])).stdout;
    expect(shares).toContain("coverage: 0 of 0 rule entries, 2 can't decide anything");
    expect(shares).toMatch(/^mutation score: 0 of 0 changes noticed, \d+ change nothing$/m);
    expect((await test(["--plugin", "flannel", "--init", "-f", "a.yaml"], SHOP)).stderr).toContain(
      "nothing to test",
    );
    expect((await test(["--plugin", "flanel"])).stderr).toContain("did you mean flannel?");
  },
  "--run": async () => {
    expect(await statuses()).toEqual(["web reaches the cart: passed", "web is kept from SSH: failed"]);
    expect(await statuses("--run", "^web reach")).toEqual(["web reaches the cart: passed"]);
    expect((await test(["--run", "SSH$"])).code).toBe(1);
    expect(await test(["--run", "nothing"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no test\'s name matches --run "nothing"'),
    });
    expect(await test(["--run", "("])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--run "(" is not a regular expression'),
    });
  },
  "--all": async () => {
    expect((await test([])).stdout).not.toContain("web reaches the cart");
    expect((await test(["--all"])).stdout).toContain("PASSED  web reaches the cart");
  },
  "--coverage": async () => {
    expect((await test([])).stdout).not.toContain("coverage:");
    expect((await test(["--coverage"])).stdout).toContain("coverage: 2 of 2 rule entries (100 %)");
  },
  "--min-coverage": async () => {
    const run = await test(["--run", "cart", "--min-coverage", "51"]);
    expect(run).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("at least 51 % wanted"),
      stderr: "exit 1: coverage under 51 %\n",
    });
    // Once, with what was asked for.
    expect(run.stdout.match(/^coverage: /gm)).toHaveLength(1);
    expect((await test(["--run", "cart", "--min-coverage", "50"])).code).toBe(0);
  },
  "--mutate": async () => {
    expect((await test([])).stdout).not.toContain("mutation score:");
    expect((await test(["--mutate"])).stdout).toContain("mutation score: ");
  },
  "--min-score": async () => {
    const run = await test(["--run", "cart", "--min-score", "100"]);
    expect(run).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("at least 100 % wanted"),
      stderr: "exit 1: mutation score under 100 %\n",
    });
    expect(run.stdout.match(/^mutation score: /gm)).toHaveLength(1);
    expect((await test(["--run", "cart", "--min-score", "1"])).code).toBe(0);
  },
  "--init": async () => {
    const { stdout } = await test(["--init", "-f", "a.yaml"]);
    expect(stdout).toContain("  - name: who reaches shop/cart on 7070\n");
  },
  "--watch": async () => {
    // What it does is tried in test-watch.test.ts; a stream that ends can't be watched.
    expect(await test(["--watch", "-f", "-"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--watch needs files"),
    });
  },
  "--profile": async () => {
    // Whether NetworkPolicy selects pods on the network of their node is left open (S-HOST-1): the reference profile says no.
    const onHost = 'spec: { hostNetwork: true, containers: [{ name: main, image: "registry.example/cart:1"';
    const text = SHOP.replace(onHost.replace("hostNetwork: true, ", ""), onHost);
    expect((await test(["--profile", "reference"], text)).code).toBe(0);
    expect((await test(["--profile", "strict"], text)).stdout).toContain("expected allowed, got UNDEFINED");
    expect(await test(["--profile", "loose"])).toMatchObject({ code: 2 });
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "shop.anp-test.yaml": TESTS });
    const { code, stdout } = await runAnp(
      ["test", "-o", "text", "-o", "junit=out.xml", "-o", "tap=out.tap"],
      { cwd },
    );
    expect(code).toBe(1);
    expect(stdout).toContain("2 tests: 1 passed, 1 failed");
    expect(readFileSync(`${cwd}/out.xml`, "utf8")).toContain(
      '<testsuite name="shop.anp-test.yaml" tests="2" failures="1"',
    );
    expect(readFileSync(`${cwd}/out.tap`, "utf8")).toContain("1..2\nok 1 - ");
    expect((await runAnp(["test", "-o", "github"], { cwd })).stdout).toContain(
      "::error file=shop.anp-test.yaml,line=6",
    );
    expect((await runAnp(["test", "-o", "md"], { cwd })).stdout).toMatch(
      /^### anp test: 2 tests: 1 passed, 1 failed/,
    );
    expect((await test(["-o", "yaml"])).code).toBe(2);
  },
  "--color": async () => {
    expect((await test(["--color", "always"])).stdout).toContain("\u001b[");
    expect((await test(["--color", "never"], SHOP, 80)).stdout).not.toContain("\u001b[");
  },
  "--ascii": async () => {
    expect((await test([])).stdout).toContain("→");
    expect((await test(["--ascii"])).stdout).not.toMatch(/[^\p{ASCII}]/u);
  },
  "--debug": async () => expectDebug(["test"]),
  "--verbose": async () => {
    expect((await test([])).stderr).not.toContain("loaded");
    expect((await test(["-v"])).stderr).toContain("loaded 1 file, 4 objects");
  },
};
