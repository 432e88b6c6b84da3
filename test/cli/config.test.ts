import { describe, expect, it, vi } from "vitest";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { folderWith } from "../support/folder.js";
import { git } from "../input/git-repository.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { REVERSED_PORTS, SHOP } from "./manifests.js";

const lint = (cwd: string, ...args: readonly string[]): Promise<Run> => runAnp(["lint", ...args], { cwd });
const ONLY = ["--only", "invalid-port-range", "--only", "unused-suppression"];

/** The findings as `rule file`. */
async function findings(cwd: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout } = await lint(cwd, ...ONLY, ...args, "-o", "json", "--fail-on", "never");
  const json = JSON.parse(stdout) as { findings: readonly { rule: string; level: string; file: string }[] };
  return json.findings.map(({ rule, level, file }) => `${level} ${rule} ${file}`);
}

const RULE = "invalid-port-range";

describe("where a config is found", () => {
  const off = `rules: { ${RULE}: off }\n`;

  it("is the folder, and above it the git work tree as far as its root", async () => {
    const cwd = folderWith({ "anp.yaml": off, "a/b/c.yaml": REVERSED_PORTS });
    // Whoever can write to /tmp says nothing about what is checked below it.
    expect(await findings(`${cwd}/a`)).toEqual([`error ${RULE} b/c.yaml`]);
    expect(await findings(cwd)).toEqual([]);
    git(cwd, ["init", "-q"]);
    expect(await findings(`${cwd}/a`)).toEqual([]);
    mkdirSync(`${cwd}/a/.git`);
    expect(await findings(`${cwd}/a`)).toEqual([`error ${RULE} b/c.yaml`]);
  });

  it("is the nearest, which stands alone", async () => {
    const cwd = folderWith({ "anp.yaml": off, "a/anp.yaml": "", "a/c.yaml": REVERSED_PORTS });
    git(cwd, ["init", "-q"]);
    expect(await findings(`${cwd}/a`)).toEqual([`error ${RULE} c.yaml`]);
    expect(await findings(`${cwd}/a`, "--config", "../anp.yaml")).toEqual([]);
    expect(await findings(cwd, "--config", "none")).toEqual([`error ${RULE} a/c.yaml`]);
  });

  it.each(["anp.yml", ".anp.yaml"])("is no file called %s, which would do nothing", async (name) => {
    const cwd = folderWith({ [name]: off, "c.yaml": REVERSED_PORTS });
    expect(await lint(cwd)).toMatchObject({ code: 2, stderr: expect.stringContaining("is called anp.yaml") });
    expect((await lint(cwd, "--config", "none")).code).toBe(1);
  });

  it.each(["anp.yaml", "anp.yml"])("is no manifest called %s: that is read as others are", async (name) => {
    const cwd = folderWith({ "anp.yaml": off, "c.yaml": REVERSED_PORTS, [`a/${name}`]: REVERSED_PORTS });
    expect(await findings(`${cwd}/a`)).toEqual([`error ${RULE} ${name}`]);
    git(cwd, ["init", "-q"]);
    expect(await findings(`${cwd}/a`)).toEqual([]);
    // Named, it is a config, and none that can be read.
    expect(await lint(cwd, "--config", `a/${name}`)).toMatchObject({ code: 2 });
  });

  it("is no link, and no folder", async () => {
    const cwd = folderWith({ "c.yaml": REVERSED_PORTS, "other/x.yaml": off });
    symlinkSync("other/x.yaml", `${cwd}/anp.yaml`);
    expect(await lint(cwd)).toMatchObject({ code: 2, stderr: expect.stringContaining("symbolic link") });
    expect(await findings(cwd, "--config", "anp.yaml", "--follow-symlinks")).toEqual([]);
  });

  it.each(["explain x y", "matrix", "diff c.yaml c.yaml", "lint"])(
    "is said with its place where it cannot be read: %s",
    async (command) => {
      const cwd = folderWith({ "anp.yaml": "sources: []\nexlude: []\n", "c.yaml": SHOP });
      const { code, stderr } = await runAnp(command.split(" "), { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/^anp: anp\.yaml:2:1: unknown key "exlude": did you mean exclude\?\n/),
      });
    },
  );
});

describe("what a config says", () => {
  it("names what is read, unless the command line does", async () => {
    const cwd = folderWith({
      "anp.yaml": "sources: [k8s]\n",
      "k8s/a.yaml": REVERSED_PORTS,
      "other/b.yaml": REVERSED_PORTS,
    });
    git(cwd, ["init", "-q"]);
    expect(await findings(cwd)).toEqual([`error ${RULE} k8s/a.yaml`]);
    expect(await findings(`${cwd}/other`)).toEqual([`error ${RULE} ../k8s/a.yaml`]);
    expect(await findings(cwd, "other")).toEqual([`error ${RULE} other/b.yaml`]);
  });

  it("is read by explain and matrix, which ask no cluster then", async () => {
    const cwd = folderWith({
      "anp.yaml": "sources: [k8s]\ncluster: { podCidrs: [10.9.0.0/16] }\n",
      "k8s/a.yaml": SHOP,
    });
    const explained = await runAnp(["explain", "shop/web", "shop/cart", "--port", "7070"], { cwd });
    expect(explained).toMatchObject({ code: 0, stdout: expect.stringContaining("ALLOWED") });
    expect((await runAnp(["matrix"], { cwd })).code).toBe(0);
  });

  it("leads through no link", async () => {
    const cwd = folderWith({ "anp.yaml": "sources: [k8s]\n", "c.yaml": SHOP });
    const elsewhere = folderWith({ "a.yaml": REVERSED_PORTS });
    symlinkSync(elsewhere, `${cwd}/k8s`);
    for (const args of [[], ["--follow-symlinks"]])
      expect(await lint(cwd, ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("symbolic link"),
      });
  });

  it("leaves files out as gitignore does, counted, also of a folder below and of the charts", async () => {
    const cwd = folderWith({
      "anp.yaml": "exclude: [/examples/, '*.draft.yaml', '!keep.draft.yaml']\n",
      "a.yaml": REVERSED_PORTS,
      "b.draft.yaml": REVERSED_PORTS,
      "keep.draft.yaml": REVERSED_PORTS,
      "examples/c.yaml": REVERSED_PORTS,
      "deep/examples/d.yaml": REVERSED_PORTS,
    });
    const left = ["a.yaml", "deep/examples/d.yaml", "keep.draft.yaml"];
    expect(await findings(cwd)).toEqual(left.map((file) => `error ${RULE} ${file}`));
    expect((await lint(cwd, ...ONLY)).stdout).toMatch(/; 2\s+excluded/);
    expect(await findings(cwd, "--exclude", "a.yaml")).toHaveLength(2);
  });

  it("sets levels, by path too, and the command line counts before it", async () => {
    const cwd = folderWith({
      "anp.yaml": `rules: { ${RULE}: off }
overrides:
  - { paths: [strict/], rules: { ${RULE}: warning } }
  - { paths: ["strict/later.yaml"], rules: { ${RULE}: info } }
`,
      "a.yaml": REVERSED_PORTS,
      "strict/b.yaml": REVERSED_PORTS,
      "strict/later.yaml": REVERSED_PORTS,
    });
    expect(await findings(cwd)).toEqual([`warning ${RULE} strict/b.yaml`, `info ${RULE} strict/later.yaml`]);
    expect(await findings(cwd, "--rule", `${RULE}=error`)).toEqual(
      ["a.yaml", "strict/b.yaml", "strict/later.yaml"].map((file) => `error ${RULE} ${file}`),
    );
  });

  it("ignores findings for a reason, until a day, and says where that is of no use", async () => {
    const entry = (more: string): string => `  - { rule: ${RULE}, reason: an old proxy, ${more} }\n`;
    const cwd = folderWith({ "anp.yaml": `ignore:\n${entry("path: old/")}`, "old/a.yaml": REVERSED_PORTS });
    expect(await findings(cwd)).toEqual([]);
    const sarif = JSON.parse((await lint(cwd, ...ONLY, "-o", "sarif")).stdout);
    expect(sarif.runs[0].results[0].suppressions).toMatchObject([
      {
        kind: "external",
        justification: "an old proxy",
        location: { physicalLocation: { artifactLocation: { uri: "anp.yaml" } } },
      },
    ]);
    writeFileSync(`${cwd}/anp.yaml`, `ignore:\n${entry("path: old/, until: 2020-01-31")}`);
    const over = await lint(cwd, "--only", RULE, "--only", "suppression-expired", "-o", "compact");
    expect(over.stdout).toMatch(
      /^anp\.yaml:2:13: warning\[suppression-expired\][^\n]*2020-01-31\nold\/a\.yaml:/,
    );
    writeFileSync(`${cwd}/anp.yaml`, `ignore:\n${entry("path: new/")}`);
    expect(await findings(cwd)).toEqual(["warning unused-suppression anp.yaml", `error ${RULE} old/a.yaml`]);
    // Who reads a part of the tree cannot tell.
    expect(await findings(cwd, "old")).toEqual([`error ${RULE} old/a.yaml`]);
  });

  it("cannot be what hides a file that was not read", async () => {
    const cwd = folderWith({
      "anp.yaml": "rules: { not-analysed: off }\n",
      "a.yaml": "kind: [\napiVersion: v1\n",
    });
    expect((await lint(cwd)).code).toBe(2);
    writeFileSync(`${cwd}/anp.yaml`, "overrides: [{ paths: ['*'], rules: { not-analysed: off } }]\n");
    expect((await lint(cwd)).code).toBe(2);
  });

  it("tells facts of the cluster, which options replace", async () => {
    const text = (await import("./manifests.js")).stream(SHOP);
    const cwd = folderWith({
      "anp.yaml": "cluster: { domain: cluster.example }\nkubernetesVersion: '1.20'\n",
      "a.yaml": text,
    });
    const printed = (...args: readonly string[]): Promise<string> =>
      lint(cwd, "--print-config", "a.yaml", ...args).then(({ stdout }) => stdout);
    expect(await printed()).toContain("domain: cluster.example\n");
    expect(await printed("--cluster-domain", "other.example")).toContain("domain: other.example\n");
    expect(await printed()).toContain('kubernetesVersion: "1.20"\n');
    expect(await printed()).toContain("plugin: null\n");
    expect(await printed("--plugin", "cilium@1.18")).toContain("plugin: cilium@1.18\n");
    expect(await printed("--snapshot", "x.json")).toContain("kubernetesVersion: null\n");
  });
});

it("anp lint --print-config says what holds for a file", async () => {
  const cwd = folderWith({
    "anp.yaml": `exclude: [old/]
rules: { ${RULE}: warning }
ignore: [{ rule: allow-all-rule, path: old/, reason: public }]
`,
    "old/a.yaml": REVERSED_PORTS,
  });
  const { code, stdout } = await lint(cwd, "--print-config", "old/a.yaml", "--rule", "cel=off");
  expect(code).toBe(0);
  for (const line of [
    "config: anp.yaml",
    "excluded: true",
    `  ${RULE}: warning`,
    '  cel: "off"',
    "reason: public",
  ])
    expect(stdout).toContain(line);
});

describe("anp init", () => {
  it("writes a config that is read, fits its schema, and loosens nothing", async () => {
    const cwd = folderWith({
      "k8s/a.yaml": SHOP,
      "apps/b/c.yaml": REVERSED_PORTS,
      "docs/mkdocs.yml": "site: x\n",
    });
    const before = await findings(cwd);
    const { code, stdout } = await runAnp(["init"], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "wrote anp.yaml; next: anp lint\n" });
    const text = readFileSync(`${cwd}/anp.yaml`, "utf8");
    expect(text).toContain("Manifests are in\n# apps, k8s.\nsources:\n  - .\n");
    expect(text).not.toMatch(/^(exclude|ignore|accept|rules|overrides|baseline):/m);
    expect(await findings(cwd)).toEqual(before);
    // What stands there as a comment is right too.
    const whole = text.replaceAll(/^# (?=[a-z]\w+:| {2})/gm, "");
    writeFileSync(`${cwd}/anp.yaml`, whole.replace("complete: false", "complete: true"));
    expect((await lint(cwd)).code).not.toBe(2);
    const { load } = await import("js-yaml");
    expect(schemaOf("config")(load(text))).toEqual([]);
    expect(await runAnp(["init"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there already"),
    });
    renameSync(`${cwd}/anp.yaml`, `${cwd}/x`);
    symlinkSync("elsewhere", `${cwd}/anp.yaml`);
    expect((await runAnp(["init"], { cwd })).code).toBe(2);
  });

  it("the time that it may take begins with each run of one process, and no config stands for what was not read", async () => {
    const cwd = folderWith({ "k8s/a.yaml": SHOP });
    const real = performance.now.bind(performance);
    let later = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => real() + later);
    try {
      expect((await runAnp(["init"], { cwd })).code).toBe(0);
      renameSync(`${cwd}/anp.yaml`, `${cwd}/x`);
      later = 70_000;
      expect((await runAnp(["init"], { cwd })).code).toBe(0);
      expect(readFileSync(`${cwd}/anp.yaml`, "utf8")).toBe(readFileSync(`${cwd}/x`, "utf8"));
      renameSync(`${cwd}/anp.yaml`, `${cwd}/x`);
      clock.mockImplementation(() => real() + (later += 70_000));
      expect(await runAnp(["init"], { cwd })).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("longer than 60 seconds"),
      });
      expect(existsSync(`${cwd}/anp.yaml`)).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });

  it("the config itself is not counted among the files without manifests", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    await runAnp(["init"], { cwd });
    expect((await runAnp(["explain", "-f", ".", "shop/web", "shop/cart"], { cwd })).stderr).toBe("");
    writeFileSync(`${cwd}/notes.yaml`, "site: x\n");
    const { stderr } = await runAnp(["explain", "-f", ".", "shop/web", "shop/cart"], { cwd });
    expect(stderr).toBe("1 file without Kubernetes objects (-v lists them)\n");
  });

  it("is written for a tree of several clusters too, and names them", async () => {
    const pod = (image: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: c, image: ${image} }] }\n`;
    const overlay = (name: string): Record<string, string> => ({
      [`${name}/kustomization.yaml`]: "resources: [web.yaml]\n",
      [`${name}/web.yaml`]: pod(name.replace("/", "-")),
    });
    const names = Array.from({ length: 14 }, (_, i) => `envs/e${String(i + 10)}`);
    const cwd = folderWith(Object.assign({}, ...names.map(overlay)) as Record<string, string>);
    expect(await runAnp(["init"], { cwd })).toMatchObject({ code: 0, stderr: "" });
    const text = readFileSync(`${cwd}/anp.yaml`, "utf8");
    expect(text).toContain(
      `sources:\n  - .\n\n# These are 14 sets of manifests, each linted as a cluster of its own:\n# - envs\n# - envs/e11\n`,
    );
    expect(text).toContain("# - envs/e21\n# - and 2 more\n# anp lint --roots says why.");
    expect(text).toContain("# What is known of the cluster.\n");
    expect((await lint(cwd)).code).toBe(0);
  });

  it("names the whole tree where files stand at its top", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "k8s/b.yaml": SHOP });
    await runAnp(["init"], { cwd });
    expect(readFileSync(`${cwd}/anp.yaml`, "utf8")).toContain(
      "names nothing.\nsources:\n  - .\n\n# What is left out",
    );
  });
});
