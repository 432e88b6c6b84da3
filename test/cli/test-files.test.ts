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

  it("none that the config leaves out, and one that is named whatever it is called", async () => {
    const cwd = folderWith({
      "anp.yaml": "sources: [k8s]\nexclude: [old]\n",
      "k8s/a.yaml": SHOP,
      "old/s.anp-test.yaml": `${HEAD}tests: [{ name: old, from: shop/web, denied: ["shop/cart:7070"] }]\n`,
      "tests/flows.yaml": `${HEAD}${PASSES}`,
      "tests/s.anp-test.yaml": `${HEAD}${PASSES}`,
    });
    expect(await runAnp(["test"], { cwd })).toMatchObject({ code: 0, stdout: "1 test: 1 passed\n" });
    expect(await runAnp(["test", "./tests/flows.yaml"], { cwd })).toMatchObject({ code: 0 });
    expect(await runAnp(["test", "tests/*.yaml"], { cwd })).toMatchObject({ stdout: "1 test: 1 passed\n" });
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

describe("environments", () => {
  const closed = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } } }
`;
  const files = {
    "a.yaml": SHOP,
    "prod/more.yaml": closed,
    "s.anp-test.yaml": `${HEAD}environments: { dev: { sources: [a.yaml] }, prod: { sources: [a.yaml, prod] } }
tests:
- { name: open, from: shop/cart, allowed: ["shop/web:80"] }
- { name: prod alone, environments: [prod], from: shop/cart, denied: ["shop/web:80"] }
`,
  };

  it("each have their own cluster, and their name in what is said of them", async () => {
    const cwd = folderWith(files);
    const { code, stdout } = await runAnp(["test", "--all"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toBe(`PASSED  open  [dev]  s.anp-test.yaml:5:3
FAILED  open  [prod]  s.anp-test.yaml:5:3
  expected allowed, got DENIED: shop/cart → shop/web, TCP 80  s.anp-test.yaml:5:44
    ingress: NetworkPolicy shop/closed isolates shop/web for ingress, no rule matches
      prod/more.yaml:4:1
    anp explain -f a.yaml -f prod shop/cart shop/web --port 80

PASSED  prod alone  [prod]  s.anp-test.yaml:6:3
3 tests: 2 passed, 1 failed
`);
  });

  it("are suites of JUnit, and have a name in JSON", async () => {
    const cwd = folderWith(files);
    const { stdout: junit } = await runAnp(["test", "-o", "junit"], { cwd });
    expect(
      [...junit.matchAll(/classname="([^"]+)" name="([^"]+)" file="([^"]+)"/g)].map((each) => each.slice(1)),
    ).toEqual([
      ["s.anp-test.yaml [dev]", "open", "s.anp-test.yaml"],
      ["s.anp-test.yaml [prod]", "open", "s.anp-test.yaml"],
      ["s.anp-test.yaml [prod]", "prod alone", "s.anp-test.yaml"],
    ]);
    const { stdout } = await runAnp(["test", "-o", "json"], { cwd });
    const json = JSON.parse(stdout) as { files: { environment: string | null }[] };
    expect(isValid(json)).toEqual([]);
    expect(json.files.map(({ environment }) => environment)).toEqual(["dev", "prod"]);
  });

  it("say where pods and Services have their addresses", async () => {
    const tests = "tests: [{ name: it, from: 10.9.9.9, to: shop/cart, port: 7070, expect: denied }]\n";
    const cwd = folderWith({
      "a.yaml": SHOP,
      "s.anp-test.yaml": `${HEAD}sources: [a.yaml]
environments: { far: { cluster: { podCidrs: [10.1.0.0/16], serviceCidrs: [10.2.0.0/16], nodeCidrs: [10.3.0.0/16] } }, near: { cluster: { podCidrs: [10.9.0.0/16] } } }
${tests}`,
    });
    const { stdout } = await runAnp(["test", "--all"], { cwd });
    expect(stdout).toContain("PASSED  it  [far]");
    expect(stdout).not.toContain("PASSED  it  [near]");
  });
});

it("kustomizations are built before anything is asked", async () => {
  const cwd = folderWith({
    "k/a.yaml": SHOP,
    "k/kustomization.yaml": "namespace: other\nresources: [a.yaml]\n",
    "s.anp-test.yaml": `${HEAD}sources: [k]\ntests: [{ name: it, from: other/web, allowed: ["other/cart:7070"] }]\n`,
  });
  expect(await runAnp(["test"], { cwd })).toMatchObject({ code: 0, stdout: "1 test: 1 passed\n" });
});

it("the command for a flow to a Service that is asked about as a whole names a pod behind it, and a port of the pod", async () => {
  const service = `apiVersion: v1
kind: Service
metadata: { name: basket, namespace: shop }
spec: { clusterIP: 10.96.0.9, selector: { app: cart }, ports: [{ port: 80, targetPort: 7070 }] }
`;
  const ask = async (port: string): Promise<string> => {
    const tests = `tests: [{ name: it, to: shop/svc/basket${port}, expect: denied, from: "*" }]\n`;
    const cwd = folderWith({
      "a.yaml": `${SHOP}---\n${service}`,
      "s.anp-test.yaml": `${HEAD}sources: [a.yaml]\n${tests}`,
    });
    const { stdout } = await runAnp(["test"], { cwd });
    return stdout.split("\n").find((line) => line.includes("anp explain")) ?? stdout;
  };
  expect(await ask("")).toBe("    anp explain -f a.yaml shop/pod/web shop/pod/cart --port 7070");
  expect(await ask(", port: 80")).toBe("    anp explain -f a.yaml shop/pod/web shop/svc/basket --port 80");
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
      "sources that are not there",
      { "sub/s.anp-test.yaml": `${HEAD}sources: [none.yaml]\n${PASSES}` },
      [],
      "sub/s.anp-test.yaml: file not found: sub/none.yaml",
    ],
    [
      "what is no endpoint",
      { "s.anp-test.yaml": `${HEAD}tests: [{ name: a, from: shop/web, denied: [{ to: shop/db }] }]\n` },
      [],
      "s.anp-test.yaml:3:45: expected an endpoint",
    ],
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

it("a test that is known to fail has its reason and its last day below it", async () => {
  const text = (todo: string): string =>
    `apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\nsources: [a.yaml]\ntests:\n- { name: known, from: shop/web, denied: ["shop/cart:7070"], todo: ${todo} }\n`;
  const shown = async (todo: string): Promise<string> => {
    const cwd = folderWith({ "a.yaml": SHOP, "a.anp-test.yaml": text(todo) });
    return (await runAnp(["test"], { cwd })).stdout;
  };
  const head = "TODO  known  a.anp-test.yaml:5:3\n";
  const total = "1 test: 1 todo\n";
  expect(await shown("{ why: it moves, until: 2999-01-31 }")).toBe(
    `${head}  it moves, until 2999-01-31\n${total}`,
  );
  expect(await shown("{ until: 2999-01-31 }")).toBe(`${head}  until 2999-01-31\n${total}`);
  expect(await shown("{ why: it moves }")).toBe(`${head}  it moves\n${total}`);
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

it("a name that a runner would take for a command is broken up in the text", async () => {
  const cwd = folderWith({
    "a.yaml": SHOP,
    "x.anp-test.yaml":
      'apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\nsources: [a.yaml]\ntests: [{ name: "a ##[error]b", from: shop/web, allowed: ["shop/cart:22"] }]\n',
  });
  const { stdout } = await runAnp(["test", "-o", "text"], { cwd });
  expect(stdout).toContain("FAILED  a # #[error]b");
  expect(stdout).not.toContain("##[");
});
