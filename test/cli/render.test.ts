import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { change, commitAll, ENV, repositoryWith } from "../input/git-repository.js";
import { folderWith } from "../support/folder.js";
import { needsKubectl } from "../support/needs-kubectl.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { pod, SHOP } from "./manifests.js";

type Files = Readonly<Record<string, string>>;

const POLICY = (name: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: shop }\nspec: { podSelector: { matchLabels: { app: cart } }, policyTypes: [Ingress], colour: red }\n`;
const CHART: Files = {
  "charts/shop/Chart.yaml": "apiVersion: v2\nname: other-name\nversion: 0.1.0\n",
  "charts/shop/templates/np.yaml": `{{ if .Values.on }}\n${POLICY("from-chart")}{{ end }}\n`,
};
const KUSTOMIZED: Files = {
  "base/kustomization.yaml": "resources: [np.yaml]\n",
  "base/np.yaml": POLICY("base"),
  "prod/kustomization.yaml": "resources: [../base]\ntransformers: [t.yaml]\n",
  "prod/t.yaml":
    "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: { name: p }\nprefix: prod-\nfieldSpecs: [{ path: metadata/name }]\n",
};

/** Programs on a PATH of their own, outside of every tree: each prints a policy, and keeps how it was called. */
function programs(
  names: readonly string[],
  script = "",
): { readonly folder: string; readonly env: Record<string, string> } {
  const folder = folderWith({});
  for (const name of names) {
    const file = `${folder}/${name}`;
    writeFileSync(
      file,
      `#!/bin/sh
{ echo "${name} $*"; /usr/bin/find . -type f | /usr/bin/sort; /usr/bin/env; echo "home: $(/bin/ls -A "$HOME")"; } >> ${folder}/calls
${
  script ||
  `/bin/cat <<'END'
---
# Source: other-name/templates/np.yaml
${POLICY("from-" + name)}END`
}
`,
    );
    chmodSync(file, 0o755);
  }
  return { folder, env: { PATH: folder } };
}

function callsIn(folder: string): string {
  return existsSync(`${folder}/calls`) ? readFileSync(`${folder}/calls`, "utf8") : "";
}

interface LintJson {
  readonly findings: readonly {
    readonly rule: string;
    readonly file: string;
    readonly notes: readonly string[];
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

const lint = (cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Run> =>
  runAnp(["lint", "-o", "json", "--render", ...args], { cwd, env: { ...ENV, ...env } });

const findings = ({ stdout, stderr }: Run): LintJson["findings"] => {
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as LintJson).findings;
};

/** Why nothing was rendered. */
async function refusal(files: Files, prepare: (cwd: string) => void = () => undefined): Promise<string> {
  const cwd = repositoryWith(files);
  prepare(cwd);
  const { folder, env } = programs(["helm", "kustomize"]);
  const run = await lint(cwd, env);
  expect(run.code).toBe(3);
  expect(callsIn(folder)).toBe("");
  return findings(run)
    .filter(({ rule }) => rule === "not-analysed")
    .flatMap(({ notes }) => notes)
    .join("\n");
}

describe.skipIf(process.platform === "win32")("a chart", () => {
  it("is what helm makes of a copy of it", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART, "charts/shop/values.schema.json": "{}" });
    const { folder, env } = programs(["helm"]);
    const secret = {
      KUBECONFIG: "/k",
      HELM_DRIVER: "sql",
      HTTPS_PROXY: "p",
      AWS_SECRET_ACCESS_KEY: "s",
      HOME: cwd,
    };
    const run = await lint(cwd, { ...env, ...secret }, "-n", "team", "--kubernetes-version", "1.31");
    expect(findings(run)).toContainEqual(
      expect.objectContaining({
        rule: "unknown-field",
        file: "charts/shop/templates/np.yaml (rendered by helm template charts/shop)",
      }),
    );
    expect(findings(run).map(({ rule }) => rule)).not.toContain("not-analysed");
    const calls = callsIn(folder);
    expect(calls).toMatch(
      /^helm template release-name \.\/chart --skip-tests --namespace team --kube-version 1\.31\n/,
    );
    expect(calls.match(/^helm /gm)).toHaveLength(1);
    // Its schema may name an address, and stays away.
    expect(calls.match(/^\.\/.*$/gm)).toEqual(["./chart/Chart.yaml", "./chart/templates/np.yaml"]);
    expect(calls).toMatch(/^home: $/m);
    const names = new Set([...calls.matchAll(/^([A-Za-z_]\w*)=/gm)].map(([, name]) => name));
    for (const own of ["PWD", "OLDPWD", "SHLVL", "_"]) names.delete(own);
    expect([...names].toSorted()).toEqual(
      [
        "HOME",
        "USERPROFILE",
        "APPDATA",
        "LOCALAPPDATA",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "TMPDIR",
        "TEMP",
        "TMP",
        "PATH",
        "LC_ALL",
      ].toSorted(),
    );
    expect(calls).not.toContain(cwd);
    const [, home = ""] = /^HOME=(.*)$/m.exec(calls) ?? [];
    expect(existsSync(home)).toBe(false);
  });

  it("is shown by the template that people open, without lines that it does not have", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART });
    const { env } = programs(["helm"]);
    const run = (format: string): Promise<Run> =>
      runAnp(["lint", "--render", "-o", format], { cwd, env: { ...ENV, ...env } });
    const sarif = JSON.parse((await run("sarif")).stdout) as {
      runs: { results: { ruleId: string; locations: unknown[] }[] }[];
    };
    const found = sarif.runs[0]?.results.find(({ ruleId }) => ruleId === "unknown-field");
    expect(found?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "charts/shop/templates/np.yaml" },
          region: { startLine: 1 },
        },
      },
    ]);
    expect((await run("github")).stdout).toMatch(
      /^::error file=charts\/shop\/templates\/np\.yaml,title=anp unknown-field::/m,
    );
    expect((await run("text")).stdout).toContain(
      "╭─▸ charts/shop/templates/np.yaml (rendered by helm template charts/shop):6:",
    );
  });

  it("answers questions about flows, and is asked about again in the same way", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART });
    const { env } = programs(
      ["helm"],
      `/bin/cat <<'END'\n${POLICY("closed").replace(", colour: red", "").replace("app: cart", "app: web")}END`,
    );
    const ask = ["explain", "-f", ".", "shop/cart", "shop/web", "--port", "80", "--brief"];
    expect((await runAnp(ask, { cwd, env })).code).toBe(3);
    const run = await runAnp([...ask, "--render", "--expect", "denied"], { cwd, env });
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("ingress=isolated:NetworkPolicy shop/closed"),
    });
  });

  it.each<readonly [string, Files, string]>([
    ["an archive", { "charts/shop/charts/dep.tgz": "x" }, "charts/dep.tgz is not unpacked"],
    [
      "an archive in a chart in it",
      { "charts/shop/charts/a/charts/dep.tar.gz": "x", "charts/shop/charts/a/Chart.yaml": "name: a" },
      "charts/a/charts/dep.tar.gz is not unpacked",
    ],
  ])("is not given to helm with %s", async (_what, more, why) => {
    expect(await refusal({ ...CHART, ...more })).toContain(`charts/shop/Chart.yaml isn't rendered: ${why}`);
  });

  it("is not given to helm with a link", async () => {
    const why = await refusal(CHART, (cwd) => symlinkSync("/etc/passwd", `${cwd}/charts/shop/files`));
    expect(why).toContain("isn't rendered: files is a link");
  });

  it("is a release of its own, for the newest server, where nobody says a namespace or a version", async () => {
    const other = Object.fromEntries(
      Object.entries(CHART).map(([path, text]) => [path.replace("charts/shop", "charts/news"), text]),
    );
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART, ...other });
    const { folder, env } = programs(["helm"]);
    const roots = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", "--render", "--roots", ...args], { cwd, env: { ...ENV, ...env } });
    const { stdout } = await roots();
    expect([...stdout.matchAll(/^(\S+)\n {2}(.*)$/gm)].map(([, name, why]) => [name, why])).toEqual([
      [".", "everything else"],
      ["charts/news", "a chart, rendered as a release of its own"],
      ["charts/shop", "a chart, rendered as a release of its own"],
    ]);
    expect(callsIn(folder)).toMatch(
      /^helm template release-name \.\/chart --skip-tests --kube-version 1\.36\n/,
    );
    const example = findings(await lint(cwd, env)).find(({ rule }) => rule === "unknown-field");
    expect(example?.file).toMatch(/^charts\/(?:news|shop)\/templates\/np\.yaml /);
    expect((await roots("-n", "team")).stdout).not.toContain("release of its own");
  });

  it("that only other charts use renders nothing", async () => {
    const cwd = folderWith({
      "a.yaml": SHOP,
      ...CHART,
      "charts/shop/Chart.yaml": "# ours\n---\nname: lib\ntype: library\n",
    });
    const { folder, env } = programs(["helm"]);
    expect(findings(await lint(cwd, env)).map(({ rule }) => rule)).not.toContain("not-analysed");
    expect(callsIn(folder)).toBe("");
  });

  it.each([
    [
      "fails",
      'echo "Error: no \\$HOME in $PWD/chart/templates" >&2; exit 1',
      "can't be rendered: helm template: no $HOME in chart/templates",
    ],
    [
      "prints too much",
      "while :; do echo 'a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done",
      "it printed more than 30000 bytes",
    ],
    ["prints what is no text", "printf '\\377\\376\\377'", "something else than UTF-8 text"],
  ])("of which helm %s is not read", async (_what, script, why) => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART });
    const run = await lint(cwd, programs(["helm"], script).env, "--max-file-size", "30000");
    expect(run.code).toBe(3);
    expect(findings(run).flatMap(({ notes }) => notes)).toContainEqual(expect.stringContaining(why));
  });

  it("takes no longer than the run", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART });
    const run = await lint(cwd, programs(["helm"], "/bin/sleep 30").env, "--timeout", "1");
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("time is over");
  });
});

describe.skipIf(process.platform === "win32")("a kustomization", () => {
  it("that is not built here is what kustomize makes of copies of it and its bases", async () => {
    const cwd = repositoryWith({
      "a.yaml": SHOP,
      ...KUSTOMIZED,
      "other/secret.txt": "no",
      "prod/extra.txt": "yes",
    });
    const { folder, env } = programs(["kustomize", "kubectl"]);
    const run = await lint(cwd, env);
    expect(findings(run).map(({ rule, file }) => [rule, file])).toContainEqual([
      "unknown-field",
      "other-name/templates/np.yaml",
    ]);
    const calls = callsIn(folder);
    expect(calls).toMatch(/^kustomize build --load-restrictor=LoadRestrictionsRootOnly \.\/prod\n/);
    expect(calls.match(/^(?:kustomize|kubectl) /gm)).toEqual(["kustomize "]);
    expect(calls.match(/^\.\/.*$/gm)).toEqual([
      "./base/kustomization.yaml",
      "./base/np.yaml",
      "./prod/extra.txt",
      "./prod/kustomization.yaml",
      "./prod/t.yaml",
    ]);
    expect(calls).not.toContain(cwd);
  });

  it("is rendered by kubectl where there is no kustomize", async () => {
    const cwd = repositoryWith({ "a.yaml": SHOP, ...KUSTOMIZED });
    const { folder, env } = programs(["kubectl"]);
    await lint(cwd, env);
    expect(callsIn(folder)).toMatch(
      /^kubectl kustomize --load-restrictor=LoadRestrictionsRootOnly \.\/prod\n/,
    );
  });

  it("that is built here takes no program", async () => {
    const cwd = repositoryWith({
      "a.yaml": SHOP,
      "base/kustomization.yaml": "resources: [np.yaml]\n",
      "base/np.yaml": POLICY("x"),
    });
    const run = await lint(cwd, { PATH: "/nowhere" });
    expect(findings(run).map(({ rule }) => rule)).toContain("unknown-field");
  });

  it.each<readonly [string, Files, string]>([
    [
      "a remote base",
      { "prod/kustomization.yaml": "resources: ['https://example.com/a.yaml']\n" },
      "it names https://example.com/a.yaml, which is remote",
    ],
    [
      "a remote entry in a base",
      { "base/kustomization.yaml": "resources: [github.com/a/b]\n" },
      "base: it names github.com/a/b, which is remote",
    ],
    [
      "a base above the tree",
      { "prod/kustomization.yaml": "resources: [../../else]\n" },
      "it names ../../else, which leads out of the tree",
    ],
    ["a chart", { "prod/kustomization.yaml": "helmCharts: [{ name: a }]\n" }, "it has helmCharts"],
    [
      "a plugin of others",
      { "prod/t.yaml": "apiVersion: example.com/v1\nkind: Exec\n" },
      "it has the plugin example.com/v1 Exec",
    ],
    [
      "a function",
      {
        "prod/t.yaml": `${KUSTOMIZED["prod/t.yaml"]}`.replace(
          "name: p",
          "name: p, annotations: { config.kubernetes.io/function: x }",
        ),
      },
      "which may name a program",
    ],
    [
      "a folder of plugins",
      { "prod/kustomization.yaml": "resources: [../base]\ntransformers: [../base]\n" },
      "../base, which is no file of its own",
    ],
    [
      "a second kustomization in its folder",
      { "prod/Kustomization": "resources: []\n" },
      "it has several kustomizations",
    ],
    [
      "a base that is not there",
      { "prod/kustomization.yaml": "resources: [../gone]\n" },
      "it names ../gone, which doesn't exist",
    ],
    [
      "what git keeps",
      { "prod/kustomization.yaml": "resources: [../.git/config]\n" },
      "it names ../.git/config, which kustomize may read as an address",
    ],
  ])("is not given to kustomize with %s", async (_what, more, why) => {
    expect(await refusal({ ...KUSTOMIZED, ...more })).toContain(why);
  });

  it.each([
    ["a base", "../linked"],
    ["a file", "link.yaml"],
    ["a file behind a link", "../linked/np.yaml"],
  ])("is not given to kustomize with a link to %s", async (_what, path) => {
    const files = {
      ...KUSTOMIZED,
      "prod/kustomization.yaml": `resources: [${path}]\ntransformers: [t.yaml]\n`,
    };
    const why = await refusal(files, (cwd) => {
      symlinkSync("base", `${cwd}/linked`);
      symlinkSync("../base/np.yaml", `${cwd}/prod/link.yaml`);
    });
    expect(why).toMatch(/isn't rendered: it names .*, which is reached through the link /);
  });

  it("is rendered as it was at a revision", async () => {
    const cwd = repositoryWith({ "a.yaml": SHOP, ...KUSTOMIZED });
    change(cwd, {
      "prod/t.yaml": "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: { name: changed }\n",
    });
    const { folder, env } = programs(
      ["kustomize"],
      `/bin/cat prod/t.yaml >> ${"$"}{0%/*}/calls; echo 'a: b'`,
    );
    await runAnp(["diff", "--git", "HEAD", "-f", "a.yaml", "-f", "prod", "--render"], {
      cwd,
      env: { ...ENV, PATH: `${folder}:${process.env["PATH"]}` },
    });
    const calls = callsIn(folder);
    expect(calls.match(/^kustomize /gm)).toHaveLength(2);
    expect(calls.match(/metadata: \{ name: (?:p|changed) \}/g)).toEqual([
      "metadata: { name: p }",
      "metadata: { name: changed }",
    ]);
    expect(env["PATH"]).toBe(folder);
  });

  it("is what the real kustomize makes of it", async () => {
    needsKubectl();
    const cwd = repositoryWith({ "a.yaml": SHOP, ...KUSTOMIZED, "prod/np.yaml": pod("shop", "x") });
    const { stdout } = await lint(cwd, { PATH: process.env["PATH"] ?? "" });
    const found = findings({ code: 0, stdout, stderr: "" });
    expect(found).toContainEqual(
      expect.objectContaining({
        rule: "unknown-field",
        file: expect.stringMatching(
          /^prod\/kustomization\.yaml \(rendered by (?:kubectl kustomize|kustomize build) prod\)$/,
        ),
        object: expect.objectContaining({ name: "prod-base" }),
      }),
    );
  });
});

describe("--render", () => {
  it.each<readonly [string, Files, readonly string[], string]>([
    ["helm", CHART, [], "--render needs helm on PATH for charts"],
    [
      "kustomize and kubectl",
      KUSTOMIZED,
      [],
      "--render needs kustomize or kubectl on PATH for kustomizations",
    ],
    [
      "an editor's call",
      CHART,
      ["--stdin-filename", "a.yaml"],
      "--render and --stdin-filename can't be combined",
    ],
    ["fixes", CHART, ["--fix"], "--render and --fix can't be combined"],
    ["a run that watches", CHART, ["--watch"], "--render and --watch can't be combined"],
    ["a patch of fixes", CHART, ["--fix-dry-run"], "--render and --fix-dry-run can't be combined"],
  ])("ends with 2 for %s", async (_what, files, args, message) => {
    const { code, stderr } = await runAnp(["lint", "--render", ...args], {
      cwd: folderWith({ "a.yaml": SHOP, ...files }),
      env: { PATH: "/nowhere" },
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("ends with 2 where edits are asked for", async () => {
    const ask = ["explain", "-f", ".", "shop/web", "shop/cart", "--port", "1", "--suggest", "--render"];
    const { code, stderr } = await runAnp(ask, { cwd: folderWith({ "a.yaml": SHOP }) });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("--suggest can't be combined"),
    });
  });

  it("is nothing that a config says", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART, "anp.yaml": "render: true\n" });
    const { folder, env } = programs(["helm"]);
    const { code, stderr } = await runAnp(["lint"], { cwd, env });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("only the command line says that"),
    });
    expect(callsIn(folder)).toBe("");
  });

  it.skipIf(process.platform === "win32")(
    "takes no program that comes with the tree, or through a link from elsewhere",
    async () => {
      const cwd = repositoryWith({ "a.yaml": SHOP, ...CHART });
      const { folder } = programs(["helm"]);
      mkdirSync(`${cwd}/bin`);
      writeFileSync(`${cwd}/bin/helm`, readFileSync(`${folder}/helm`));
      chmodSync(`${cwd}/bin/helm`, 0o755);
      const linked = folderWith({});
      symlinkSync(`${cwd}/bin/helm`, `${linked}/helm`);
      commitAll(cwd);
      for (const path of [`${cwd}/bin`, linked, "bin", "."]) {
        const run = await runAnp(["lint", "--render", "charts"], { cwd, env: { ...ENV, PATH: path } });
        expect(run.code).toBe(2);
      }
      expect(callsIn(folder)).toBe("");
      expect((await lint(cwd, { PATH: `${cwd}/bin:${folder}` })).code).toBe(1);
      expect(callsIn(folder)).not.toBe("");
    },
  );

  it("runs nothing where it is not given", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART, ...KUSTOMIZED });
    const { folder, env } = programs(["helm", "kustomize", "kubectl"]);
    await runAnp(["lint"], { cwd, env });
    await runAnp(["explain", "-f", ".", "shop/web", "shop/cart"], { cwd, env });
    expect(callsIn(folder)).toBe("");
  });
});
