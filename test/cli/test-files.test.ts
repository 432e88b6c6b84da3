import { describe, expect, it } from "vitest";
import { symlinkSync } from "node:fs";
import { folderWith } from "../support/folder.js";
import { git } from "../input/git-repository.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { SHOP } from "./manifests.js";
import type { TestedFileJson } from "./test-question.js";

const HEAD = "apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\n";
const PASSES = 'tests: [{ name: it, from: shop/web, allowed: ["shop/cart:7070"] }]\n';
const isValid = schemaOf("test");

describe("anp test finds", () => {
  it("test files below folders, and what they are about beside them", async () => {
    const cwd = folderWith({
      "k8s/a.yaml": SHOP,
      "tests/shop.anp-test.yaml": `${HEAD}sources: [../k8s]\n${PASSES}`,
      "tests/more/x.anp-test.yml": `${HEAD}sources: [../../k8s/a.yaml]\n${PASSES}`,
    });
    const { code, stdout } = await runAnp(["test", "--all"], { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "PASSED  it  tests/more/x.anp-test.yml:4:9\nPASSED  it  tests/shop.anp-test.yaml:4:9\n2 tests: 2 passed\n",
    });
  });

  it("the sources of anp.yaml where a file names none", async () => {
    const cwd = folderWith({
      "anp.yaml": "sources: [k8s]\n",
      "k8s/a.yaml": SHOP,
      "s.anp-test.yaml": `${HEAD}${PASSES}`,
    });
    expect((await runAnp(["test"], { cwd })).code).toBe(0);
  });

  it("what options name instead of a file's own sources", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "s.anp-test.yaml": `${HEAD}sources: [nowhere]\n${PASSES}` });
    expect((await runAnp(["test"], { cwd })).code).toBe(2);
    expect((await runAnp(["test", "-f", "a.yaml"], { cwd })).code).toBe(0);
  });

  it("objects and namespaces that exist in the tests alone", async () => {
    const tests = `tests:
- { name: overlaid, from: shop/mail, denied: ["shop/cart:7070"] }
- { name: new, from: guest, denied: ["shop/cart:7070"], allowed: ["shop/web:80"] }
`;
    const guest =
      "endpoints: { guest: { namespace: { name: guests, labels: { team: x } }, labels: { app: any } } }\n";
    const cwd = folderWith({
      "a.yaml": SHOP,
      "extra/mail.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: { name: mail, namespace: shop, labels: { app: mail } }\nspec: { containers: [{ name: a, image: b }] }\n",
      "s.anp-test.yaml": `${HEAD}sources: [a.yaml]\noverlay: [extra]\n${guest}${tests}`,
    });
    expect(await runAnp(["test"], { cwd })).toMatchObject({ code: 0, stdout: "2 tests: 2 passed\n" });
  });
});

describe("anp test refuses", () => {
  it.each([
    ["a run without test files", { "a.yaml": SHOP }, [], "no test files in ."],
    [
      "a file without sources",
      { "s.anp-test.yaml": `${HEAD}${PASSES}` },
      [],
      "s.anp-test.yaml: names no sources",
    ],
    ["a path that is not there", {}, ["none.anp-test.yaml"], "file not found: none.anp-test.yaml"],
    [
      "a file that says what it must not",
      { "s.anp-test.yaml": `${HEAD}tests: [{ nam: it }]\n` },
      [],
      's.anp-test.yaml:3:11: unknown key "nam": did you mean name?',
    ],
    [
      "sources out of the folder",
      { "s.anp-test.yaml": `${HEAD}sources: [../../etc]\n${PASSES}` },
      [],
      "s.anp-test.yaml:3:11: ../../etc leads out of the work tree",
    ],
    [
      "a namespace that exists",
      {
        "a.yaml": SHOP,
        "s.anp-test.yaml": `${HEAD}sources: [a.yaml]\nendpoints: { x: { namespace: { name: shop }, labels: { a: b } } }\n${PASSES}`,
      },
      [],
      "namespace shop exists",
    ],
  ])("%s", async (_, files, args, message) => {
    const { code, stdout, stderr } = await runAnp(["test", ...args], { cwd: folderWith(files) });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });

  it("sources that a link leads to", async () => {
    const cwd = folderWith({ "real/a.yaml": SHOP, "s.anp-test.yaml": `${HEAD}sources: [linked]\n${PASSES}` });
    symlinkSync("real", `${cwd}/linked`);
    expect(await runAnp(["test"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("linked is reached through a symbolic link"),
    });
  });

  it("no path inside of the work tree, from wherever it is run", async () => {
    const cwd = folderWith({
      "k8s/a.yaml": SHOP,
      "tests/s.anp-test.yaml": `${HEAD}sources: [../k8s]\n${PASSES}`,
    });
    git(cwd, ["init", "-q"]);
    expect((await runAnp(["test"], { cwd: `${cwd}/tests` })).code).toBe(0);
  });
});

it("what is not read keeps a run from being green", async () => {
  const cwd = folderWith({
    "k/a.yaml": SHOP,
    "k/b.yaml": "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec: [\n",
    "s.anp-test.yaml": `${HEAD}sources: [k]\n${PASSES}`,
  });
  const { code, stderr } = await runAnp(["test"], { cwd });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("exit 3") });
});

it("what a limit leaves undecided could not be tried, and the report is written all the same", async () => {
  const tests = "tests: [{ name: it, to: shop/cart, port: 7070, only: [shop/web] }]\n";
  const cwd = folderWith({ "a.yaml": SHOP, "s.anp-test.yaml": `${HEAD}sources: [a.yaml]\n${tests}` });
  expect((await runAnp(["test"], { cwd })).code).toBe(0);
  const { code, stdout } = await runAnp(["test", "--max-work", "100"], { cwd });
  expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining("1 test: 1 error") });
  expect(stdout).toContain("not decided within the limits of the run");
});

it("the JSON is as its schema says, with a flow, a todo, an error and another policy", async () => {
  const tests = `tests:
- { name: met, from: shop/web, allowed: ["shop/cart:7070"] }
- { name: unmet, to: shop/cart, only: [shop/web], todo: { why: w, until: 2030-01-01 } }
- { name: nobody, from: shop/nobody, denied: [shop/cart] }
- { name: other, from: shop/web, to: shop/cart, port: 22, expect: denied, by: netpol/shop/cart-from-web }
- { name: open, from: shop/web, to: internet, expect: denied }
`;
  const cwd = folderWith({ "a.yaml": SHOP, "s.anp-test.yaml": `${HEAD}sources: [a.yaml]\n${tests}` });
  const { code, stdout } = await runAnp(["test", "-o", "json"], { cwd });
  const json = JSON.parse(stdout) as { files: TestedFileJson[] };
  expect(code).toBe(1);
  expect(isValid(json)).toEqual([]);
  expect(json.files[0]!.tests.map(({ status }) => status)).toEqual([
    "passed",
    "todo",
    "error",
    "passed",
    "failed",
  ]);
  const [flow] = json.files[0]!.tests[4]!.expectations[0]!.flows!;
  expect(flow).toMatchObject({ verdict: "allowed", explain: "anp explain -f a.yaml shop/web internet" });
});
