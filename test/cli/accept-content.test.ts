import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { mkdirSync, symlinkSync } from "node:fs";
import { change, commitAll, ENV, repositoryWith } from "../input/git-repository.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";

type Files = Readonly<Record<string, string>>;

const lint = (cwd: string, ...args: readonly string[]): Promise<Run> =>
  runAnp(["lint", ...args], { cwd, env: ENV });

/** What is offered: a path and a hash each. */
function offered({ stderr }: Run): readonly string[] {
  return [...stderr.matchAll(/ {2}- path: (.+)\n {4}sha256: ([0-9a-f]{64})/g)].map(
    ([, path = "", hash = ""]) => `${path}=${hash}`,
  );
}

const accepting = (offers: readonly string[]): readonly string[] =>
  offers.flatMap((each) => ["--accept", each]);

const kustomization = (text: string): Files => ({ "app/kustomization.yaml": `${text}\n` });
const PLUGIN = "apiVersion: example.com/v1\nkind: PolicyGenerator\nmetadata: { name: g }\n";
const BASE: Files = {
  "base/kustomization.yaml": "resources: [a.yaml]\n",
  "base/a.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: { name: b }\n",
};
const LIBRARY: Files = {
  "charts/app/Chart.yaml":
    "apiVersion: v2\nname: app\nversion: 0.1.0\ndependencies: [{ name: lib, version: 0.1.0, repository: 'file://../../lib' }]\n",
  "charts/app/templates/all.yaml": '{{ include "lib.all" . }}\n',
  "lib/Chart.yaml": "apiVersion: v2\nname: lib\nversion: 0.1.0\ntype: library\n",
  "lib/templates/_all.tpl": '{{ define "lib.all" }}{{ end }}\n',
};
const VALUES: Files = {
  ...kustomization("helmCharts: [{ name: x, valuesFile: ../common/values.yaml }]"),
  "common/values.yaml": "a: b\n",
};

describe("the content that is accepted is all that it is made of", () => {
  it.each<readonly [string, Files, string]>([
    [
      "a generator",
      { ...kustomization("generators: [../common/gen.yaml]"), "common/gen.yaml": PLUGIN },
      "common/gen.yaml",
    ],
    [
      "a generator that is named in a long file",
      {
        ...kustomization(`generators: [../common/gen.yaml]\n${"# more\n".repeat(200_000)}`),
        "common/gen.yaml": PLUGIN,
      },
      "common/gen.yaml",
    ],
    [
      "what a generator reads",
      {
        ...kustomization("generators: [gen.yaml]"),
        "app/gen.yaml": `${PLUGIN}manifests: [{ path: ../common }]\n`,
        "common/any.txt": "a\n",
      },
      "common/any.txt",
    ],
    [
      "what a generator reads that a kustomization of generators lists",
      {
        ...kustomization("generators: [gen]"),
        "app/gen/kustomization.yaml": "resources: [gen.yaml]\n",
        "app/gen/gen.yaml": `${PLUGIN}manifests: [{ path: ../common }]\n`,
        "common/any.txt": "a\n",
      },
      "common/any.txt",
    ],
    [
      "what a generator reads that is written in place",
      {
        ...kustomization(
          "generators:\n  - |-\n    kind: PolicyGenerator\n    manifests: [{ path: ../common }]",
        ),
        "common/any.txt": "a\n",
      },
      "common/any.txt",
    ],
    ["values of a chart", VALUES, "common/values.yaml"],
    [
      "a file of a ConfigMap",
      {
        ...kustomization(
          "generators: [x.yaml]\nconfigMapGenerator: [{ name: a, files: [k=../common/a.txt] }]",
        ),
        "app/x.yaml": PLUGIN,
        "common/a.txt": "a\n",
      },
      "common/a.txt",
    ],
    [
      "a base whose key is in another case",
      { ...kustomization("Resources: [../base]"), ...BASE },
      "base/a.yaml",
    ],
    [
      "a base that the config leaves out",
      { ...kustomization("resources: [../base]"), ...BASE, "anp.yaml": "exclude: [base/]\n" },
      "base/a.yaml",
    ],
    ["a chart that a chart names by its path", LIBRARY, "lib/templates/_all.tpl"],
  ])("%s", async (_what, files, changed) => {
    const cwd = repositoryWith({ "a.yaml": SHOP, ...files });
    const offers = offered(await lint(cwd));
    expect(offers).toHaveLength(1);
    expect((await lint(cwd, ...accepting(offers))).code).toBe(0);
    change(cwd, { [changed]: `${files[changed]}# more\n` });
    const { code, stdout } = await lint(cwd, ...accepting(offers));
    expect(code).toBe(3);
    expect(stdout).toContain("has changed since it was accepted");
  });

  it("also where a folder is a chart and a kustomization", async () => {
    const files = {
      ...kustomization("resources: [../base]\ntransformers: [t.yaml]"),
      ...BASE,
      "app/t.yaml": PLUGIN,
    };
    const chart = {
      "app/Chart.yaml": LIBRARY["lib/Chart.yaml"]!,
      "app/templates/a.yaml": '{{ include "x" . }}\n',
    };
    const cwd = repositoryWith({ "a.yaml": SHOP, ...files, ...chart });
    const offers = offered(await lint(cwd));
    expect((await lint(cwd, ...accepting(offers))).code).toBe(0);
    change(cwd, { "base/a.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: { name: c }\n" });
    expect((await lint(cwd, ...accepting(offers))).code).toBe(3);
  });

  it("and is not known where it is outside, behind a link, or not there", async () => {
    const cwd = repositoryWith({ "repo/a.yaml": SHOP, "out/a.yaml": "a: b\n" });
    const inside = `${cwd}/repo`;
    execFileSync("git", ["init", "-q", inside], { env: ENV });
    change(inside, { ...kustomization("resources: [../../out]"), ...BASE });
    expect(offered(await lint(inside))).toEqual([]);
    expect((await lint(inside, "--accept", "app")).stdout).toMatch(/leads\s+out\s+of\s+the\s+tree/);
    symlinkSync("base", `${inside}/linked`);
    change(inside, kustomization("resources: [../linked]"));
    expect(offered(await lint(inside))).toEqual([]);
    expect((await lint(inside, "--accept", "app")).stdout).toMatch(/reached\s+through\s+the\s+link\s+linked/);
    change(inside, {
      ...kustomization("resources: []"),
      ".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ../sub\n',
    });
    mkdirSync(`${inside}/sub`);
    expect(offered(await lint(inside, "--strict-input"))).toEqual([]);
    const run = await lint(inside, "--strict-input", "--accept", "sub");
    expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining("there is no file in it") });
  });

  it("and is not known where what names it is more than is read of a file", async () => {
    const generator = { "common/gen.yaml": `${PLUGIN}${"# more\n".repeat(1_500_000)}` };
    const cwd = repositoryWith({ "a.yaml": SHOP, "anp.yaml": "exclude: [common/]\n", ...generator });
    change(cwd, kustomization("generators: [../common/gen.yaml]"));
    expect(offered(await lint(cwd))).toEqual([]);
    const { code, stdout } = await lint(cwd, "--accept", "app");
    expect(code).toBe(3);
    expect(stdout).toMatch(/common\/gen\.yaml\s+can't\s+be\s+read/);
  });

  it("has another hash with a name that looks like lines of other files", async () => {
    const cwd = repositoryWith({ "a.yaml": SHOP, ...LIBRARY, "charts/app/a\nb\\c": "a\n" });
    const all =
      "cd charts/app; (find . -type f -print0; find ../../lib -type f -print0) | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum";
    const hash = execFileSync("sh", ["-c", all], { cwd, encoding: "utf8" }).slice(0, 64);
    expect(offered(await lint(cwd))).toEqual([`charts/app=${hash}`]);
  });

  it("is that of the revision that it is asked about", async () => {
    const cwd = repositoryWith({ "k8s/a.yaml": SHOP, ...VALUES });
    const [offer = ""] = offered(await lint(cwd));
    commitAll(cwd);
    change(cwd, { "common/values.yaml": "a: c\n" });
    const args = ["diff", "--git", "HEAD", "-f", "app", "-f", "k8s", "--accept", offer];
    const { code, stdout } = await runAnp(args, { cwd, env: ENV });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ON CONDITION [^]* \(before\)\nINCOMPLETE [^]* \(after\)\n/);
  });
});
