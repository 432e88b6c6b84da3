import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { runAnp, type Run } from "../support/run-anp.js";

type Files = Readonly<Record<string, string>>;

/** A policy of `web` that lets pods in by a label; its rules as one line. */
const policy = (label: string, name = "web"): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [Ingress]
  ingress:
  - from:
    - podSelector: # who calls it
        matchLabels: {${label}}
`;
const pods = (...labels: readonly string[]): string =>
  labels
    .map(
      (label, i) =>
        `apiVersion: v1\nkind: Pod\nmetadata: {name: p${i}, labels: {${label}}}\nspec: {containers: [{name: c, image: i}]}\n`,
    )
    .join("---\n");

/** A base with a misspelt label, and overlays that have pods of their own. */
function overlays(base: string, dev: string, prod: string, more: Files = {}): Files {
  return {
    "base/kustomization.yaml": "resources: [np.yaml]\n",
    "base/np.yaml": base,
    "dev/kustomization.yaml": "resources: [../base, pods.yaml]\nnamespace: dev\n",
    "dev/pods.yaml": dev,
    "prod/kustomization.yaml": "resources: [../base, pods.yaml]\nnamespace: prod\n",
    "prod/pods.yaml": prod,
    ...more,
  };
}

const WEB_AND_API = pods("app: web", "app: frontend");

async function fix(
  files: Files,
  ...args: readonly string[]
): Promise<Run & { readonly read: (name: string) => string; readonly again: () => Promise<Run> }> {
  const cwd = folderWith(files);
  const run = (): Promise<Run> =>
    runAnp(["lint", ".", "--fix", "--unsafe-fixes", "--fail-on", "never", ...args], { cwd });
  return { ...(await run()), read: (name) => readFileSync(`${cwd}/${name}`, "utf8"), again: run };
}

const TYPO = policy("app: frontned");
const RIGHT = policy("app: frontend");

describe("unsafe fixes in a tree of several sets", () => {
  it("change a shared base where all that build on it ask for the same, once", async () => {
    const { stderr, read, again } = await fix(overlays(TYPO, WEB_AND_API, WEB_AND_API));
    expect(stderr).toContain("fixed 1 problem in 1 file: base/np.yaml\n");
    expect(stderr).toMatch(/these fixes open \d+ flows? and close 0 in 2 sets of manifests\n/);
    expect(read("base/np.yaml")).toBe(RIGHT);
    expect((await again()).stderr).toContain("nothing to fix\n");
    expect(read("base/np.yaml")).toBe(RIGHT);
  });

  it("leave it alone where it is no mistake in one of them, and say so", async () => {
    const files = overlays(TYPO, WEB_AND_API, pods("app: web", "app: frontned"));
    const { stderr, read } = await fix(files);
    expect(stderr).toContain(
      "nothing to fix\nnot fixed: label-typo in base/np.yaml, which is not the same mistake in prod\n",
    );
    expect(read("base/np.yaml")).toBe(TYPO);
  });

  it("leave it alone where two of them would write something else", async () => {
    const files = overlays(TYPO, WEB_AND_API, pods("app: web", "app: frontnet"));
    const { stderr, read } = await fix(files);
    expect(stderr).toContain("nothing to fix\nnot fixed: label-typo in base/np.yaml");
    expect(read("base/np.yaml")).toBe(TYPO);
  });

  it("leave it alone where a kustomization that isn't built may use it", async () => {
    const files = overlays(TYPO, WEB_AND_API, WEB_AND_API, {
      "test/kustomization.yaml": "resources: [../base]\ntransformers: [t.yaml]\n",
    });
    const { stderr, read } = await fix(files);
    expect(stderr).toContain("which is not the same mistake in test\n");
    expect(read("base/np.yaml")).toBe(TYPO);
  });

  it("compose in one file, safe ones too, and change what only one set has", async () => {
    const own = policy("app: frontned", "own").replace("policyTypes", "policytypes");
    const files = overlays(`${TYPO}---\n${policy("app: fronted", "other")}`, WEB_AND_API, WEB_AND_API, {
      "prod/kustomization.yaml": "resources: [../base, pods.yaml, own.yaml]\nnamespace: prod\n",
      "prod/own.yaml": own,
    });
    const { stderr, read } = await fix(files);
    expect(stderr).toContain("fixed 4 problems in 2 files: prod/own.yaml and base/np.yaml\n");
    expect(read("base/np.yaml")).toBe(`${RIGHT}---\n${policy("app: frontend", "other")}`);
    expect(read("prod/own.yaml")).toBe(policy("app: frontend", "own"));
  });

  it("work on JSON, in folders that are sets since they clash", async () => {
    const json = (label: string, port: number): string =>
      JSON.stringify({
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: "web", namespace: "shop" },
        spec: {
          podSelector: { matchLabels: { app: "web" } },
          policyTypes: ["Ingress"],
          ingress: [{ from: [{ podSelector: { matchLabels: { app: label } } }], ports: [{ port }] }],
        },
      });
    const inShop = WEB_AND_API.replaceAll("labels:", "namespace: shop, labels:");
    const { read } = await fix({
      "dev/np.json": json("frontned", 1),
      "dev/pods.yaml": inShop,
      "prod/np.json": json("frontned", 2),
      "prod/pods.yaml": inShop.replaceAll("image: i", "image: j"),
    });
    expect([read("dev/np.json"), read("prod/np.json")]).toEqual([json("frontend", 1), json("frontend", 2)]);
  });

  it("print a patch and write nothing, and never write through a link or outside of what is named", async () => {
    const cwd = folderWith(overlays(TYPO, WEB_AND_API, WEB_AND_API));
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", ...args, "--fail-on", "never"], { cwd });
    const dry = await run(".", "--fix-dry-run", "--unsafe-fixes");
    expect(dry.stdout).toContain(
      "-        matchLabels: {app: frontned}\n+        matchLabels: {app: frontend}\n",
    );
    expect(dry.stderr).toContain("would fix 1 problem in 1 file: base/np.yaml\n");
    await run("dev", "prod", "--fix", "--unsafe-fixes");
    mkdirSync(`${cwd}/elsewhere`);
    writeFileSync(`${cwd}/elsewhere/np.yaml`, TYPO);
    symlinkSync(`${cwd}/elsewhere/np.yaml`, `${cwd}/prod/link.yaml`);
    await run("dev", "prod", "--fix", "--unsafe-fixes");
    for (const name of ["base", "elsewhere"])
      expect(readFileSync(`${cwd}/${name}/np.yaml`, "utf8")).toBe(TYPO);
  });
});

describe("any fix", () => {
  it("leaves files alone that a kustomization could not be built with, and says so", async () => {
    const base = policy("app: frontend").replace("policyTypes", "policytypes");
    const files: Files = {
      "base/kustomization.yaml": "resources: [np.yaml]\n",
      "base/np.yaml": base,
      "prod/kustomization.yaml":
        "resources: [../base]\npatches:\n- target: {kind: NetworkPolicy}\n  patch: |-\n    - {op: remove, path: /spec/policytypes}\n",
      "other.yaml": base.replace("name: web", "name: other"),
    };
    const { stderr, read } = await fix(files);
    expect(stderr).toContain("fixed 1 problem in 1 file: other.yaml\n");
    expect(stderr).toContain(
      "not fixed: base/np.yaml, because prod/kustomization.yaml couldn't be built with its fixes\n",
    );
    expect(read("base/np.yaml")).toBe(base);
    expect(read("other.yaml")).toBe(policy("app: frontend", "other"));
  });
});
