import { describe, expect, it } from "vitest";
import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import { change, commitAll, ENV, git, repositoryWith } from "../input/git-repository.js";
import { folderWith } from "../support/folder.js";
import { REVERSED_PORTS, SHOP } from "./manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";

const RULE = "invalid-port-range";
const ONLY = [
  "--only",
  RULE,
  "--only",
  "gate-loosened",
  "--only",
  "unused-suppression",
  "--only",
  "stale-baseline-entry",
];
const OTHER = REVERSED_PORTS.replace("cart-from-web", "other");
const SUPPRESSED = REVERSED_PORTS.replace(
  "ports: [",
  "# anp: ignore[invalid-port-range] an old proxy\n    ports: [",
);

/** A policy on one line, with a value of another key at its end. */
const onOneLine = (last: string, behind = ""): string =>
  `# anp: ignore[${RULE}] an old proxy
{ apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: { name: a, namespace: shop, annotations: { a: "no #1" } }, spec: { podSelector: {}, ingress: [{ ports: [{ port: 9, endPort: 1 }], from: [{ podSelector: { matchLabels: { a: ${last} } } }] }] } }${behind}
`;

const lint = (cwd: string, ...args: readonly string[]): Promise<Run> =>
  runAnp(["lint", ...ONLY, ...args], { cwd, env: ENV });

/** The findings as `level rule file`. */
async function findings(cwd: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await lint(cwd, ...args, "-o", "json", "--fail-on", "never");
  if (stdout === "") throw new Error(stderr);
  const json = JSON.parse(stdout) as { findings: readonly { rule: string; level: string; file: string }[] };
  return json.findings.map(({ rule, level, file }) => `${level} ${rule} ${file}`);
}

/** A repository with a commit on `main`, on a branch for a change. */
function branchOf(files: Readonly<Record<string, string>>): string {
  const cwd = repositoryWith(files);
  git(cwd, ["checkout", "-q", "-b", "change"]);
  return cwd;
}

it("takes no manifest for the config that a revision has, whatever it is called", async () => {
  const cwd = branchOf({ "anp.yaml": REVERSED_PORTS, "a.yaml": SHOP });
  expect(await findings(cwd, "--gate-from", "main")).toEqual([`error ${RULE} anp.yaml`]);
});

it("takes no tag for the branch that a gate is named by", async () => {
  const cwd = branchOf({ "a.yaml": REVERSED_PORTS });
  change(cwd, { "a.yaml": SUPPRESSED });
  commitAll(cwd);
  git(cwd, ["tag", "main"]);
  const run = await lint(cwd, "--gate-from", "main");
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("several branches or tags") });
  expect(await findings(cwd, "--gate-from", "refs/heads/main")).toContain(`error ${RULE} a.yaml`);
});

describe("--changed", () => {
  it("reports what the merge base does not have, wherever it stands now", async () => {
    const cwd = branchOf({ "k8s/a.yaml": REVERSED_PORTS });
    expect(await findings(cwd, "k8s")).toEqual([`error ${RULE} k8s/a.yaml`]);
    expect(await findings(cwd, "k8s", "--changed")).toEqual([]);
    renameSync(`${cwd}/k8s/a.yaml`, `${cwd}/k8s/renamed.yaml`);
    change(cwd, { "k8s/renamed.yaml": `# moved\n${REVERSED_PORTS}`, "k8s/b.yaml": OTHER });
    commitAll(cwd);
    const run = await lint(cwd, "k8s", "--changed", "-o", "json");
    expect(JSON.parse(run.stdout)).toMatchObject({
      findings: [{ file: "k8s/b.yaml" }],
      baselined: [{ file: "k8s/renamed.yaml" }],
    });
    expect(await findings(cwd, "k8s", "--changed-since", "HEAD")).toEqual([]);
    expect(await findings(cwd, "k8s", "--changed-since", "first")).toEqual([`error ${RULE} k8s/b.yaml`]);
    expect((await lint(cwd, "k8s", "--changed-since", "nowhere")).code).toBe(2);
    expect((await lint(cwd, "k8s", "--changed", "--changed-since", "HEAD")).code).toBe(2);
  });

  it("reports what another set of manifests had, where a set that was there has it now", async () => {
    const pod = (label: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { app: ${label} } }\nspec: { containers: [{ name: a }] }\n`;
    const overlay = (label: string): Readonly<Record<string, string>> => ({
      "pod.yaml": pod(label),
      "kustomization.yaml": "namespace: shop\nresources: [../base, pod.yaml]\n",
    });
    const named = (name: string, label: string): Readonly<Record<string, string>> =>
      Object.fromEntries(Object.entries(overlay(label)).map(([file, text]) => [`${name}/${file}`, text]));
    const cwd = branchOf({
      "base/np.yaml":
        "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web }\nspec: { podSelector: { matchLabels: { app: web } } }\n",
      "base/kustomization.yaml": "resources: [np.yaml]\n",
      ...named("dev", "webb"),
      ...named("prod", "web"),
    });
    const changed = async (): Promise<unknown> => {
      const run = await lint(cwd, ".", "--only", "label-typo", "--changed", "-o", "json");
      const { findings: fresh, fixed } = JSON.parse(run.stdout) as {
        readonly findings: readonly { readonly roots: unknown }[];
        readonly fixed: unknown;
      };
      return { roots: fresh.map(({ roots }) => roots), fixed };
    };
    change(cwd, named("staging", "webb"));
    commitAll(cwd);
    expect(await changed()).toEqual({ roots: [], fixed: [] });
    change(cwd, named("prod", "webb"));
    commitAll(cwd);
    expect(await changed()).toEqual({ roots: [["dev", "prod", "staging"]], fixed: [] });
  });

  it("says what is fixed since, and not of what is suppressed now", async () => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS, "b.yaml": OTHER });
    const fixed = { "a.yaml": SHOP, "b.yaml": SUPPRESSED.replace("cart-from-web", "other") };
    change(cwd, fixed);
    commitAll(cwd);
    const { stdout } = await lint(cwd, ".", "--changed-since", "main", "--gate-from", "HEAD");
    const [head, , line] = stdout.replaceAll("\n  ", " ").split("\n");
    expect(head).toBe("no new findings since main; 1 fixed; 0 known");
    expect(line).toMatch(/^fixed: a\.yaml:\d+:\d+: error\[invalid-port-range\]: /);
    expect(stdout).toContain("1 finding suppressed");
    const run = await lint(cwd, ".", "--changed-since", "main", "-o", "json");
    expect(JSON.parse(run.stdout)).toMatchObject({ since: "main", fixed: [{ rule: RULE }] });
  });

  it("counts what main has got since as not there", async () => {
    const cwd = branchOf({ "a.yaml": SHOP });
    git(cwd, ["checkout", "-q", "main"]);
    change(cwd, { "b.yaml": REVERSED_PORTS });
    commitAll(cwd);
    git(cwd, ["checkout", "-q", "change"]);
    change(cwd, { "b.yaml": REVERSED_PORTS });
    expect(await findings(cwd, ".", "--changed")).toEqual([`error ${RULE} b.yaml`]);
  });

  it("takes the gate of the merge base", async () => {
    const cwd = branchOf({ "a.yaml": SHOP });
    change(cwd, { "anp.yaml": `rules: { ${RULE}: off }\n`, "b.yaml": SUPPRESSED });
    expect(await findings(cwd, "--changed")).toEqual(["info gate-loosened b.yaml", `error ${RULE} b.yaml`]);
  });

  it("ends with 2 where there is no merge base", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    expect((await lint(cwd, "--changed")).code).toBe(2);
    const origin = branchOf({ "a.yaml": SHOP });
    change(origin, { "b.yaml": SHOP });
    commitAll(origin);
    git(origin, ["checkout", "-q", "main"]);
    const clone = folderWith({});
    execFileSync(
      "git",
      ["clone", "-q", "--depth", "1", "--branch", "change", `file://${origin}`, `${clone}/it`],
      {
        env: ENV,
        stdio: "ignore",
      },
    );
    expect(await lint(`${clone}/it`, "--changed")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("fetch"),
    });
    // Where something loosens the gate, nobody can tell whether it did before: that is no pass either.
    expect((await lint(`${clone}/it`, ".")).code).toBe(0);
    change(`${clone}/it`, { "b.yaml": SUPPRESSED });
    expect(await lint(`${clone}/it`, ".")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--gate-from"),
    });
    expect((await lint(`${clone}/it`, ".", "--no-inline-suppressions")).code).toBe(1);
    expect((await lint(`${clone}/it`, ".", "--gate-from", "HEAD")).code).toBe(1);
  });

  it("compares with the branch that a CI system names", async () => {
    const cwd = branchOf({ "a.yaml": SHOP });
    git(cwd, ["checkout", "-q", "-b", "release"]);
    change(cwd, { "b.yaml": REVERSED_PORTS });
    commitAll(cwd);
    git(cwd, ["checkout", "-q", "-b", "fix"]);
    change(cwd, { "c.yaml": OTHER });
    const run = (env: Readonly<Record<string, string>>): Promise<Run> =>
      runAnp(["lint", ...ONLY, ".", "--changed", "-o", "compact"], { cwd, env: { ...ENV, ...env } });
    expect((await run({})).stdout.split("\n")).toHaveLength(3);
    expect((await run({ GITHUB_BASE_REF: "release" })).stdout).toMatch(/^c\.yaml[^\n]*\n$/);
    expect((await run({ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "release" })).stdout).toMatch(
      /^c\.yaml[^\n]*\n$/,
    );
  });

  it("takes no other branch for one that a CI system names", async () => {
    // What is to be merged from main into another branch is all new there, and nothing of it since main.
    const cwd = branchOf({ "a.yaml": SHOP, "b.yaml": REVERSED_PORTS });
    const words = "this clone has no branch production, which GITHUB_BASE_REF names";
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", ...ONLY, ".", ...args], { cwd, env: { ...ENV, GITHUB_BASE_REF: "production" } });
    expect((await lint(cwd, "--changed")).code).toBe(0);
    expect(await run("--changed")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(`no merge base: ${words}`),
    });
    expect((await run("--changed-since", "main")).code).toBe(0);
    expect((await run()).code).toBe(1);
    change(cwd, { "b.yaml": SUPPRESSED });
    expect((await lint(cwd, ".")).code).toBe(1);
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`can't be compared with the target branch: ${words}`),
    });
  });
});

describe("--gate-from", () => {
  it("takes config, baseline and suppressions from a revision", async () => {
    const cwd = branchOf({ "anp.yaml": "exclude: [old/]\n", "a.yaml": SHOP, "old/b.yaml": OTHER });
    change(cwd, { "anp.yaml": "exclude: ['*.yaml']\n", "c.yaml": REVERSED_PORTS });
    expect(await findings(cwd, "--gate-from", "main")).toEqual([`error ${RULE} c.yaml`]);
    expect(await findings(cwd, "--gate-from", "main", "--config", "none")).toHaveLength(2);
    await lint(cwd, "c.yaml", "--baseline", "known.json", "--update-baseline", "--config", "none");
    expect(await findings(cwd, "c.yaml", "--baseline", "known.json", "--gate-from", "main")).toEqual([
      `error ${RULE} c.yaml`,
    ]);
    commitAll(cwd);
    expect(await findings(cwd, "c.yaml", "--baseline", "known.json", "--gate-from", "HEAD")).toEqual([]);
    expect((await lint(cwd, "--gate-from", "main", "--baseline", "x.json", "--update-baseline")).code).toBe(
      2,
    );
  });

  it("knows a suppression in what overlays share, whichever of them there are", async () => {
    const overlay = (namespace: string): string => `namespace: ${namespace}\nresources: [../base]\n`;
    const base = SUPPRESSED.replace(", namespace: shop }", " }");
    const annotated = OTHER.replace(
      ", namespace: shop }",
      ', annotations: { anp/ignore: "[invalid-port-range] an old proxy" } }',
    );
    const cwd = branchOf({
      "base/kustomization.yaml": "resources: [a.yaml, b.yaml]\n",
      "base/a.yaml": base,
      "base/b.yaml": annotated,
      "dev/kustomization.yaml": overlay("dev"),
      "prod/kustomization.yaml": overlay("prod"),
    });
    expect(await findings(cwd, ".", "--gate-from", "main")).toEqual([]);
    renameSync(`${cwd}/dev`, `${cwd}/test`);
    change(cwd, {
      "test/kustomization.yaml": overlay("test"),
      "stage/kustomization.yaml": overlay("a-stage"),
    });
    expect(await findings(cwd, ".", "--gate-from", "main")).toEqual([]);
    expect(await findings(cwd, ".")).toEqual([]);
  });

  it("keeps suppressions that were there, also where they moved, and shows the others", async () => {
    const cwd = branchOf({ "a.yaml": SUPPRESSED });
    expect(await findings(cwd, "--gate-from", "main")).toEqual([]);
    renameSync(`${cwd}/a.yaml`, `${cwd}/b.yaml`);
    change(cwd, {
      "b.yaml": `# moved\n${SUPPRESSED.replace("an old proxy", "an old proxy, until it goes")}`,
    });
    expect(await findings(cwd, "--gate-from", "main")).toEqual([]);
    change(cwd, { "b.yaml": SUPPRESSED.replace("cart-from-web", "another") });
    const shown = ["info gate-loosened b.yaml", `error ${RULE} b.yaml`];
    expect(await findings(cwd, "--gate-from", "main")).toEqual(shown);
    change(cwd, { "b.yaml": SUPPRESSED.replace("endPort: 80", "endPort: 81") });
    expect(await findings(cwd, "--gate-from", "main")).toEqual(shown);
    // Once more beside the one that was there: one of them is new.
    change(cwd, { "b.yaml": SUPPRESSED, "c.yaml": SUPPRESSED });
    expect(await findings(cwd, "--gate-from", "main", "--rule", "duplicate-object=off")).toHaveLength(2);
  });
});

describe("gate-loosened", () => {
  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string | undefined]>([
    [
      "a suppression",
      { "a.yaml": REVERSED_PORTS },
      { "a.yaml": SUPPRESSED },
      "suppresses `invalid-port-range`",
    ],
    [
      "a reason for a suppression that had none, and so no effect",
      { "a.yaml": SUPPRESSED.replace(" an old proxy", "") },
      { "a.yaml": SUPPRESSED },
      "suppresses `invalid-port-range`",
    ],
    [
      "a suppression of a line that goes on otherwise behind what looks like a comment",
      { "a.yaml": onOneLine("a") },
      { "a.yaml": onOneLine("b") },
      "suppresses `invalid-port-range`",
    ],
    [
      "a suppression of a long line of which the end differs",
      { "a.yaml": onOneLine(`${"a".repeat(600)}.a`) },
      { "a.yaml": onOneLine(`${"a".repeat(600)}.b`) },
      "suppresses `invalid-port-range`",
    ],
    [
      "a suppression of a line with a comment that changes",
      { "a.yaml": onOneLine("a", " # x") },
      { "a.yaml": onOneLine("a", " # y") },
      undefined,
    ],
    ["a suppression that was there", { "a.yaml": SUPPRESSED }, { "a.yaml": `# x\n${SUPPRESSED}` }, undefined],
    ["a level", {}, { "anp.yaml": `rules: { ${RULE}: info }\n` }, "is `info` instead of `error`"],
    ["a level that rises", {}, { "anp.yaml": "rules: { unnamed-rule: error }\n" }, undefined],
    [
      "levels for paths",
      {},
      { "anp.yaml": `overrides: [{ paths: ['*'], rules: { ${RULE}: off } }]\n` },
      "levels for some paths",
    ],
    [
      "a pattern",
      { "anp.yaml": "exclude: [x/]\n" },
      { "anp.yaml": "exclude: [x/, y/]\n" },
      "files that match `y/`",
    ],
    [
      "patterns in another order",
      { "anp.yaml": "exclude: ['!y/', y/]\n" },
      { "anp.yaml": "exclude: [y/, '!y/']\n" },
      "other files",
    ],
    ["a pattern less", { "anp.yaml": "exclude: [x/, y/]\n" }, { "anp.yaml": "exclude: [y/]\n" }, undefined],
    ["sources", { "k8s/b.yaml": SHOP }, { "anp.yaml": "sources: [k8s]\n" }, "`.` is not read"],
    [
      "more sources",
      { "k8s/b.yaml": SHOP, "anp.yaml": "sources: [k8s]\n" },
      { "anp.yaml": "sources: [k8s, a.yaml]\n" },
      undefined,
    ],
    [
      "other sets of manifests",
      {},
      { "anp.yaml": "roots: [[.]]\n" },
      "other folders count as one set of manifests",
    ],
    [
      "no complete",
      { "anp.yaml": "complete: true\n" },
      { "anp.yaml": "complete: false\n" },
      "no longer hold",
    ],
    [
      "an exception",
      {},
      { "anp.yaml": `ignore: [{ rule: ${RULE}, path: a.yaml, reason: old }]\n` },
      "are ignored",
    ],
    [
      "a longer exception",
      { "anp.yaml": `ignore: [{ rule: ${RULE}, path: a.yaml, reason: old, until: 2090-01-31 }]\n` },
      { "anp.yaml": `ignore: [{ rule: ${RULE}, path: a.yaml, reason: old, until: 2091-01-31 }]\n` },
      "are ignored",
    ],
    [
      "a shorter exception",
      { "anp.yaml": `ignore: [{ rule: ${RULE}, path: a.yaml, reason: old, until: 2091-01-31 }]\n` },
      { "anp.yaml": `ignore: [{ rule: ${RULE}, path: a.yaml, reason: older, until: 2090-01-31 }]\n` },
      undefined,
    ],
    ["facts", {}, { "anp.yaml": "cluster: { podCidrs: [10.0.0.0/8] }\n" }, "`cluster` differs"],
    ["the network plugin", {}, { "anp.yaml": "plugin: kube-network-policies\n" }, "`plugin` differs"],
    ["a config that says nothing", {}, { "anp.yaml": "sources: [.]\ncomplete: false\n" }, undefined],
  ])("tells %s", async (_what, before, after, words) => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS, ...before });
    change(cwd, after);
    const { stdout } = await lint(cwd, "-o", "compact");
    const told = stdout.split("\n").filter((line) => line.includes("[gate-loosened]"));
    expect(told).toHaveLength(words === undefined ? 0 : 1);
    if (words !== undefined) expect(told[0]).toMatch(/^(a|anp)\.yaml:\d+:\d+: (error|warning)/);
    if (words !== undefined) expect(told[0]).toContain(words);
  });

  it.each<[string, string]>([
    ["exclude: [/x/]", "files that match `/x/`"],
    [`ignore: [{ rule: ${RULE}, path: /x/, reason: old }]`, "are ignored"],
    [`overrides: [{ paths: [/x/], rules: { ${RULE}: off } }]`, "levels for some paths"],
    ["roots: [x]", "other folders count as one set of manifests"],
    ["sources: [x]", "`x` is not read"],
  ])("tells paths that mean others in another folder: %s", async (text, words) => {
    const cwd = branchOf({
      "k8s/x/a.yaml": REVERSED_PORTS,
      "k8s/b.yaml": SHOP,
      "x/c.yaml": SHOP,
      "anp.yaml": `${text}\n`,
    });
    change(cwd, { "k8s/anp.yaml": `${text}\n` });
    const { stdout } = await lint(`${cwd}/k8s`, "-o", "compact");
    const told = stdout.split("\n").filter((line) => line.includes("[gate-loosened]"));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(words);
  });

  it("tells a level where it is written, or where the others are", async () => {
    const placesOf = async (before: string, after: string): Promise<(string | undefined)[]> => {
      const cwd = branchOf({ "a.yaml": REVERSED_PORTS, "anp.yaml": before });
      change(cwd, { "anp.yaml": after });
      const { stdout } = await lint(cwd, "-o", "compact");
      const told = stdout.split("\n").filter((line) => line.includes("[gate-loosened]"));
      return told.map((line) => /^anp\.yaml:\d+:\d+/.exec(line)?.[0]);
    };
    const raised = "complete: true\nrules:\n  unnamed-rule: error\n";
    expect(await placesOf(raised, `${raised}  ${RULE}: off\n`)).toEqual(["anp.yaml:4:3"]);
    expect(await placesOf(raised, raised.replace("unnamed-rule", "empty-policy"))).toEqual(["anp.yaml:2:1"]);
    expect(await placesOf(raised, "complete: true\n")).toEqual(["anp.yaml:1:1"]);
  });

  it("tells what a baseline knows now", async () => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS });
    await lint(cwd, ".", "--baseline", "known.json", "--update-baseline");
    expect(await findings(cwd, ".", "--baseline", "known.json")).toEqual(["error gate-loosened known.json"]);
    commitAll(cwd);
    git(cwd, ["branch", "-f", "main", "HEAD"]);
    expect(await findings(cwd, ".", "--baseline", "known.json")).toEqual([]);
    change(cwd, { "b.yaml": OTHER });
    await lint(cwd, ".", "--baseline", "known.json", "--update-baseline");
    expect(await findings(cwd, ".", "--baseline", "known.json")).toEqual(["error gate-loosened known.json"]);
  });

  it("is not switched off by the config that loosens", async () => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS });
    change(cwd, { "anp.yaml": "rules: { gate-loosened: off }\n" });
    expect((await lint(cwd)).code).toBe(2);
    change(cwd, {
      "anp.yaml": `rules: { ${RULE}: off }\nignore: [{ rule: gate-loosened, path: '*', reason: x }]\n`,
    });
    expect((await lint(cwd)).code).toBe(2);
    change(cwd, { "anp.yaml": `rules: { ${RULE}: off }\n` });
    expect(await findings(cwd, "--rule", "gate-loosened=warning")).toEqual([
      "warning gate-loosened anp.yaml",
    ]);
    expect(await findings(cwd)).toEqual(["error gate-loosened anp.yaml"]);
  });

  it("has nothing to compare with outside of a repository, and says so without a default branch", async () => {
    const plain = folderWith({ "a.yaml": SUPPRESSED });
    expect(await lint(plain, ".")).toMatchObject({ code: 0, stderr: "" });
    const cwd = branchOf({ "a.yaml": SUPPRESSED });
    git(cwd, ["branch", "-D", "-q", "main"]);
    expect(await lint(cwd, ".")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("not compared with a default branch: there is none"),
    });
    // In a pull request somebody must name what it is held to.
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", ".", ...args], { cwd, env: { ...ENV, CIRCLE_PULL_REQUEST: "https://git.example/7" } });
    expect(await run()).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "this clone has no main or master branch, and nothing names another one",
      ),
    });
    expect((await run("--gate-from", "HEAD")).code).toBe(0);
  });

  it("is silent about what has no effect anyhow", async () => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS });
    change(cwd, { "a.yaml": SUPPRESSED.replace(" an old proxy", "") });
    expect(await findings(cwd, "--only", "suppression-without-reason")).toEqual([
      "warning suppression-without-reason a.yaml",
      `error ${RULE} a.yaml`,
    ]);
    expect(await findings(cwd, "--gate-from", "main", "--only", "suppression-without-reason")).toHaveLength(
      2,
    );
  });

  it("says where it cannot compare, because it is run elsewhere", async () => {
    const cwd = branchOf({ "a.yaml": SUPPRESSED });
    expect(await lint(folderWith({}), cwd)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("inside of the repository"),
    });
    const env = { ...ENV, GITHUB_BASE_REF: "main" };
    expect(await runAnp(["lint", cwd], { cwd: folderWith({}), env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "can't be compared with the target branch: run it inside of the repository",
      ),
    });
  });

  it("lets nobody pass where a pull request is checked and git can't be asked; at a desk it says so", async () => {
    const cwd = branchOf({ "a.yaml": SUPPRESSED });
    const run = (env: Readonly<Record<string, string>>): Promise<Run> =>
      runAnp(["lint", "."], { cwd, env: { ...ENV, PATH: "/nowhere", ...env } });
    expect(await run({ CI_DEFAULT_BRANCH: "main" })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("not compared with a default branch: git is not on PATH"),
    });
    expect(await run({ GITHUB_BASE_REF: "main" })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("can't be compared with the target branch: git is not on PATH"),
    });
  });

  it("runs no git where nothing could be loosened", async () => {
    const cwd = branchOf({ "a.yaml": SHOP });
    const run = await runAnp(["lint", ".", ...ONLY], { cwd, env: { ...ENV, PATH: "/nowhere" } });
    expect(run).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("an annotation that a kustomization puts on all of its objects", () => {
  const ANNOTATION = `commonAnnotations: { anp/ignore: "[${RULE}] an old proxy" }\n`;
  const kustomized = (...files: readonly string[]): string =>
    `resources: [${files.join(", ")}]\n${ANNOTATION}`;

  it("covers each of them, and is told once", async () => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS, "b.yaml": OTHER });
    change(cwd, { "kustomization.yaml": kustomized("a.yaml", "b.yaml") });
    expect(await findings(cwd)).toEqual(["error gate-loosened kustomization.yaml"]);
    commitAll(cwd);
    expect(await findings(cwd, "--gate-from", "HEAD")).toEqual([]);
    const without = (text: string): string => text.replace(/ports: \[.*\]/, "ports: []");
    change(cwd, { "a.yaml": without(REVERSED_PORTS), "b.yaml": without(OTHER) });
    commitAll(cwd);
    expect(await findings(cwd, "--gate-from", "HEAD")).toEqual([
      "warning unused-suppression kustomization.yaml",
    ]);
  });

  it("is new for an object that comes", async () => {
    const cwd = branchOf({ "a.yaml": REVERSED_PORTS, "kustomization.yaml": kustomized("a.yaml") });
    change(cwd, { "b.yaml": OTHER, "kustomization.yaml": kustomized("a.yaml", "b.yaml") });
    expect(await findings(cwd, "--gate-from", "main")).toEqual([
      `error ${RULE} b.yaml`,
      "info gate-loosened kustomization.yaml",
    ]);
  });
});
