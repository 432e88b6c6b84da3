import { describe, expect, it } from "vitest";
import { BETA, convert } from "./convert-options.js";
import { folderWith } from "../support/folder.js";
import { namespace, pod, stream } from "./manifests.js";
import { networkPolicy } from "../support/findings.js";
import { runAnp, type Run } from "../support/run-anp.js";

describe("what was written is told", () => {
  it("by anp convert, with the first of many files", async () => {
    const names = ["a", "b", "c", "d", "e", "f"].map((each) => `${each}.yaml`);
    const files = Object.fromEntries(
      names.map((name, i) => [name, BETA.replace(/name: (\w+)/, `name: $1-${i}`)]),
    );
    const below = await convert(files, [".", "--out-dir", "new"]);
    expect(below.stderr).toContain(
      "wrote 6 files: new/a.yaml, new/b.yaml, new/c.yaml, new/d.yaml and 2 more\n",
    );
    const inPlace = await convert({ "a.yaml": BETA, "b.yaml": namespace("shop") }, [".", "--in-place"]);
    expect(inPlace.stderr).toContain("wrote 1 file: a.yaml\n");
    expect((await convert({ "a.yaml": BETA }, ["a.yaml", "--file", "b.yaml"])).stderr).toContain(
      "wrote 1 file: b.yaml\n",
    );
    expect((await convert({ "a.yaml": BETA }, ["a.yaml"])).stderr).not.toContain("wrote");
    expect((await convert({ "a.yaml": BETA }, ["a.yaml", "--check"])).stderr).not.toContain("wrote");
  });
});

describe("a kustomization that is not built is told, with the command that builds it", () => {
  const run = (files: Readonly<Record<string, string>>, args: readonly string[]): Promise<Run> =>
    runAnp([...args], { cwd: folderWith(files) });
  const SHOP = stream(namespace("shop"), pod("shop", "web"));
  const KUSTOMIZATION = "resources: [a.yaml]\ntransformers: [t.yaml]\n";

  it("by anp lint in its finding alone", async () => {
    const { stdout, stderr } = await run({ "k8s/a.yaml": SHOP, "k8s/kustomization.yaml": KUSTOMIZATION }, [
      "lint",
      "k8s",
    ]);
    expect(stdout).toContain(
      "help: render it first: `kubectl kustomize --enable-alpha-plugins k8s | anp lint -`\n",
    );
    expect(stderr).not.toContain("rendered");
  });

  it.each([
    ["explain", ["explain", "-f", "k8s", "shop/web"]],
    ["lint -v", ["lint", "-v", "k8s"]],
  ])("by anp %s", async (_name, args) => {
    const one = await run({ "k8s/a.yaml": SHOP, "k8s/kustomization.yaml": KUSTOMIZATION }, args);
    expect(one.stderr).toContain(
      "k8s/kustomization.yaml is not rendered: kubectl kustomize --enable-alpha-plugins k8s | anp lint - reads its manifests\n",
    );
    const files = {
      "k8s/a.yaml": SHOP,
      "k8s/b b/kustomization.yaml": KUSTOMIZATION,
      "k8s/x/kustomization.yaml": KUSTOMIZATION,
    };
    expect((await run(files, args)).stderr).toContain(
      "k8s/b b/kustomization.yaml and 1 more are not rendered: kubectl kustomize --enable-alpha-plugins 'k8s/b b' | ",
    );
    expect((await run({ "k8s/a.yaml": SHOP }, args)).stderr).not.toContain("rendered");
    const charts = "resources: [a.yaml]\nhelmCharts: [{ name: nginx, repo: https://example.com }]\n";
    expect((await run({ "k8s/a.yaml": SHOP, "k8s/kustomization.yaml": charts }, args)).stderr).toContain(
      "kubectl kustomize --enable-helm k8s | ",
    );
    const remote = "resources: [a.yaml, https://example.com/b.yaml]\n";
    expect((await run({ "k8s/a.yaml": SHOP, "k8s/kustomization.yaml": remote }, args)).stderr).toContain(
      "kubectl kustomize k8s | ",
    );
    for (const field of ["generators", "transformers", "validators"]) {
      const plugins = `resources: [a.yaml]\n${field}: [plugin.yaml]\n`;
      expect((await run({ "k8s/a.yaml": SHOP, "k8s/kustomization.yaml": plugins }, args)).stderr).toContain(
        "kubectl kustomize --enable-alpha-plugins k8s | ",
      );
    }
  });
});

describe("a chart", () => {
  const MANIFESTS = stream(namespace("shop"), pod("shop", "web"), pod("shop", "db"));
  const CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n";
  const files = (template: string): Readonly<Record<string, string>> => ({
    "k8s/a.yaml": MANIFESTS,
    "k8s/app/Chart.yaml": "name: app\n",
    "k8s/app/templates/a.yaml": template,
  });
  const run = (template: string, ...args: string[]): Promise<Run> =>
    runAnp(args, { cwd: folderWith(files(template)) });

  it("that holds no policy is a notice, and verdicts stand", async () => {
    const answer = await run(CONFIG, "explain", "-f", "k8s", "shop/web", "shop/db");
    expect(answer.code).toBe(0);
    expect(answer.stdout).toMatch(/^ALLOWED/);
    expect(answer.stderr).toContain("1 chart without policies not rendered");
    expect(answer.stderr).toContain("k8s/app is not rendered: helm template k8s/app | anp lint - reads");
    const findings = await run(CONFIG, "lint", "k8s", "-v");
    expect(findings.code).toBe(0);
    expect(findings.stderr).toContain("  k8s/app: a chart without policies: render it");
  });

  it("that may hold one keeps answers open, and says why", async () => {
    const template = CONFIG.replace("ConfigMap", "{{ .Values.kind }}");
    const answer = await run(template, "explain", "-f", "k8s", "shop/web", "shop/db");
    expect(answer.code).toBe(3);
    expect(answer.stdout).toMatch(/^INCOMPLETE/);
    expect(answer.stderr).toContain("k8s/app is not rendered: helm template k8s/app | anp lint - reads");
    const { code, stdout } = await run(template, "lint", "k8s");
    expect(code).toBe(3);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "it may contain a policy: k8s/app/templates/a.yaml prints `.Values.kind` at the root of a document",
    );
    expect(stdout).toContain("helm template k8s/app | anp lint -");
    const long = "a-folder-with-a-long-name/".repeat(4);
    const cwd = folderWith({ [`${long}Chart.yaml`]: "name: app\n", [`${long}templates/a.yaml`]: template });
    const { stdout: ofLong } = await runAnp(["lint", "."], { cwd });
    expect(ofLong.replaceAll(/\s+/g, " ")).toContain(`\`helm template ${long.slice(0, -1)} | anp lint -\``);
  });

  it("that is all there is has to be rendered first", async () => {
    const cwd = folderWith({ "app/Chart.yaml": "name: app\n", "app/templates/a.yaml": CONFIG });
    const { code, stderr } = await runAnp(["lint", "app"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("build app first: helm template app | anp lint -");
  });
});

describe("a patch that a kustomization names", () => {
  const WEB = networkPolicy("podSelector: { matchLabels: { app: web } }", "web");
  const run = (files: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> =>
    runAnp(args, { cwd: folderWith(files) });
  const base = {
    "k8s/kustomization.yaml": "resources: [z.yaml]\npatches: [{path: sub/p.yaml}, {path: a-patch.yaml}]\n",
    "k8s/z.yaml": stream(namespace("shop"), pod("shop", "web"), pod("shop", "db"), WEB),
  };
  const unrendered = {
    ...base,
    "k8s/kustomization.yaml": `${base["k8s/kustomization.yaml"]}transformers: [t.yaml]\n`,
  };
  const PARTIAL =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\nspec: {hostNetwork: true}\n";

  it("is applied, wherever below the kustomization it stands, and is no object", async () => {
    const files = { ...base, "k8s/a-patch.yaml": PARTIAL, "k8s/sub/p.yaml": PARTIAL };
    const { code, stdout } = await run(files, "lint", "k8s", "-v");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining("duplicate-object") });
    expect(stdout).toContain("1 file, 4 objects");
    expect((await run(files, "explain", "-f", "k8s", "shop/db", "shop/web")).stdout).toContain(
      "on its node's network",
    );
    expect((await run(files, "lint", "k8s", "--strict-input")).code).toBe(0);
  });

  it("is counted where the kustomization is not rendered", async () => {
    const files = { ...unrendered, "k8s/a-patch.yaml": PARTIAL, "k8s/sub/p.yaml": PARTIAL };
    const { code, stderr } = await run(files, "lint", "k8s", "-v");
    expect(code).toBe(3);
    expect(stderr).toContain("2 patches not applied");
    expect(stderr).toContain("  k8s/sub/p.yaml: a patch that a kustomization applies");
  });

  it("hides no object: what is patched and not there keeps the kustomization from being rendered", async () => {
    const whole = stream(pod("shop", "api"), namespace("shop"), pod("shop", "web"));
    const files = { ...base, "k8s/a-patch.yaml": whole, "k8s/sub/p.yaml": PARTIAL.replace("web", "part") };
    const { code, stdout } = await run(files, "explain", "-f", "k8s", "shop/api");
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining("shop/api") });
    const lint = await run(files, "lint", "k8s");
    expect(lint.code).toBe(3);
    expect(lint.stdout.replaceAll(/\s+/g, " ")).toContain("patches `Pod shop/part`, which isn't among its");
  });

  it("is an object where it is named, or where a kustomization takes it as one", async () => {
    const files = { ...base, "k8s/a-patch.yaml": WEB, "k8s/sub/p.yaml": PARTIAL };
    const named = await run(files, "lint", "k8s/a-patch.yaml", "k8s", "--roots");
    expect(named.stdout).toContain("NetworkPolicy");
    const taken = {
      ...files,
      "k8s/kustomization.yaml": "resources: [z.yaml, a-patch.yaml]\npatches: [{path: sub/p.yaml}]\n",
    };
    const { code, stdout } = await run(taken, "lint", "k8s");
    expect({ code, stdout: stdout.replaceAll(/\s+/g, " ") }).toEqual({
      code: 3,
      stdout: expect.stringContaining("adds `NetworkPolicy shop/web` twice"),
    });
  });

  it("decides flows where it changes a policy", async () => {
    const patch =
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web, namespace: shop}\nspec: {ingress: [{}]}\n";
    const files = { ...base, "k8s/a-patch.yaml": patch, "k8s/sub/p.yaml": PARTIAL.replace("web", "db") };
    const ask = ["explain", "-f", "k8s", "shop/db", "shop/web"];
    const patched = await run(files, ...ask);
    expect({ code: patched.code, stdout: patched.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("k8s/a-patch.yaml:"),
    });
    expect(patched.stdout).toMatch(/^ALLOWED/);
    const open = await run(
      { ...files, "k8s/kustomization.yaml": unrendered["k8s/kustomization.yaml"] },
      ...ask,
    );
    expect({ code: open.code, stdout: open.stdout }).toEqual({
      code: 3,
      stdout: expect.stringMatching(/^INCOMPLETE[^]*UNKNOWN/),
    });
  });

  it("or that stands in the kustomization itself", async () => {
    const kustomization = (kind: string, target = ""): string =>
      `resources: [z.yaml]\npatches:\n- patch: |-\n    apiVersion: networking.k8s.io/v1\n    kind: ${kind}\n    metadata: {name: web, namespace: shop}\n    spec: {ingress: [{}]}\n${target}`;
    const of = (text: string): Promise<Run> =>
      run({ ...base, "k8s/kustomization.yaml": text }, "explain", "-f", "k8s", "shop/db", "shop/web");
    const patched = await of(kustomization("NetworkPolicy"));
    expect(patched.code).toBe(0);
    expect(patched.stdout).toMatch(/^ALLOWED[^]*k8s\/kustomization.yaml:3:/);
    expect((await of("resources: [z.yaml]\n")).stdout).toMatch(/^DENIED/);
    expect((await of(kustomization("Ingress", "  target: {kind: NetworkPolicy}\n"))).stdout).toMatch(
      /^ALLOWED/,
    );
    const absent = await of(kustomization("Ingress"));
    expect({ code: absent.code, stderr: absent.stderr }).toEqual({
      code: 3,
      // Kustomize can't build it either: no command helps.
      stderr: expect.not.stringContaining("kubectl kustomize"),
    });
    const steps =
      "resources: [z.yaml]\npatches:\n- patch: |-\n    - {op: add, path: /spec/ingress, value: [{}]}\n  target: {kind: NetworkPolicy, name: web}\n";
    expect((await of(steps)).stdout).toMatch(/^ALLOWED/);
  });
});

describe("a patch that takes an object out is no object", () => {
  const deletion = (kind: string, more = ""): string =>
    `apiVersion: ${kind === "NetworkPolicy" ? "networking.k8s.io/v1" : "v1"}\nkind: ${kind}\nmetadata: { name: shop, namespace: shop }\n$patch: delete\n${more}`;
  const lint = (patch: string): Promise<Run> =>
    runAnp(["lint", "k8s", "-v", "--only", "unknown-field"], {
      cwd: folderWith({
        "k8s/a.yaml": stream(namespace("shop"), pod("shop", "web")),
        "k8s/gone.yaml": patch,
      }),
    });

  it.each([
    ["a policy", deletion("NetworkPolicy")],
    ["a Namespace", deletion("Namespace")],
    ["several", stream(deletion("NetworkPolicy"), deletion("Pod"))],
  ])("%s", async (_name, patch) => {
    const { code, stdout, stderr } = await lint(patch);
    expect({ code, stdout: stdout.replaceAll(/\s+/g, " ") }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        "no findings (2 files, 2 objects: 1 Namespace and 1 Pod; 1 patch not applied",
      ),
    });
    expect(stderr).toContain("k8s/gone.yaml");
  });

  it.each([
    ["says more", deletion("NetworkPolicy", "spec: { podSelector: {} }\n")],
    ["does something else", deletion("NetworkPolicy").replace("delete", "merge")],
  ])("unless it %s: a server that isn't strict would take it", async (_name, patch) => {
    const { code, stdout } = await lint(patch);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("unknown field `$patch`") });
  });
});

describe("what keeps a kustomization from being built is shown where it is written", () => {
  it.each([
    [
      "a file that is missing",
      "# gone.yaml\nresources:\n- base/gone.yaml\n- gone.yaml # made by CI\n",
      4,
      3,
      "gone.yaml",
    ],
    ["in a list of one line", 'resources: [a.yaml, "gone.yaml"]\n', 1, 22, "gone.yaml"],
    ["a field", "resources:\n- a.yaml\ntransformers:\n- t.yaml\n", 3, 1, "transformers"],
    ["what is fetched", "resources: [https://example.com/x.yaml]\n", 1, 13, "https://example.com/x.yaml"],
    ["another file's, by the entry that leads there", "resources: [a.yaml, base]\n", 1, 21, "base"],
  ])("%s", async (_name, kustomization, line, column, text) => {
    const cwd = folderWith({
      "a.yaml": namespace("shop"),
      "base/gone.yaml": pod("shop", "web"),
      "base/kustomization.yaml": "resources: [gone.yaml, b.yaml]\n",
      "kustomization.yaml": kustomization,
    });
    const { stdout } = await runAnp(["lint", "-o", "json", "--only", "not-analysed"], { cwd });
    const { findings } = JSON.parse(stdout) as {
      findings: { file: string; range: Record<"start" | "end", { line: number; column: number }> }[];
    };
    const own = findings.find(({ file }) => file === "kustomization.yaml");
    expect(own?.range.start).toMatchObject({ line, column });
    expect((own?.range.end.column ?? 0) - column).toBe(text.length);
  });
});
