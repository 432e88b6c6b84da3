import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { pod, SHOP } from "./manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";

const FILE = `apiVersion: anp.dev/v1alpha1
kind: PolicyTest
sources: [a.yaml]
endpoints:
  web: shop/web
  SPARE
tests:
- { name: it reaches the cart, from: web, to: shop/cart, port: 7070, expect: allowed }
`;

async function run(spare: string, more = ""): Promise<Run> {
  const cwd = folderWith({
    "a.yaml": SHOP,
    "b.yaml": pod("ops", "agent"),
    "a.anp-test.yaml": FILE.replace("SPARE", spare).concat(more),
  });
  return runAnp(["test"], { cwd });
}

it.each([
  ["a workload", "old: shop/gone", '"gone" in namespace shop'],
  ["a namespace", "old: nowhere/*", "nowhere"],
])("an endpoint of %s that isn't there is a mistake, though no test has it", async (_what, spare, named) => {
  const { code, stdout, stderr } = await run(spare);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^anp: a\.anp-test\.yaml:6:8: /);
  expect(stderr).toContain(named);
});

it.each([
  "db: shop/cart",
  "net: 203.0.113.7",
  "name: example.com",
  'all: "*"',
  "new: { namespace: shop, labels: { app: x } }",
])("an endpoint that stands for something is none: %s", async (spare) => {
  expect(await run(spare)).toMatchObject({ code: 0 });
});

it("is there if one environment has it", async () => {
  const environments = "environments:\n  one: { sources: [a.yaml] }\n  two: { sources: [a.yaml, b.yaml] }\n";
  expect(await run("agent: ops/agent", environments)).toMatchObject({ code: 0 });
  expect(await run("agent: ops/gone", environments)).toMatchObject({ code: 2 });
});
