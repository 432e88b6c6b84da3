import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { change, commitAll, ENV, git, repositoryWith } from "../input/git-repository.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { SHOP } from "./manifests.js";

type Files = Readonly<Record<string, string>>;

const TEMPLATE =
  "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: {{ .Release.Name }} }\nspec: { podSelector: {} }\n";
const CHART: Files = {
  "charts/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
  "charts/shop/templates/np.yaml": TEMPLATE,
  "charts/shop/files/a b.txt": "read by nobody\n",
};
/** Built by nobody here: `transformers`; its base is beside it. */
const KUSTOMIZED: Files = {
  "base/kustomization.yaml": "resources: [np.yaml]\n",
  "base/np.yaml":
    "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: cart-only, namespace: shop }\nspec: { podSelector: { matchLabels: { app: cart } }, ingress: [] }\n",
  "prod/kustomization.yaml":
    "resources: [../base]\ntransformers: [t.yaml]\npatches: [{ path: patch.yaml }]\n",
  "prod/t.yaml": "apiVersion: builtin\nkind: LabelTransformer\nmetadata: { name: t }\n",
  "prod/patch.yaml":
    "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: cart-only, namespace: shop }\nspec: { policyTypes: [Ingress] }\n",
};

const lint = (cwd: string, ...args: readonly string[]): Promise<Run> =>
  runAnp(["lint", "-o", "json", ...args], { cwd, env: ENV });

/** What is offered on standard error, by path. */
async function offered(cwd: string): Promise<Readonly<Record<string, string>>> {
  const { stderr } = await lint(cwd);
  return Object.fromEntries(
    [...stderr.matchAll(/ {2}- path: (.+)\n {4}sha256: ([0-9a-f]{64})/g)].map(([, path = "", hash = ""]) => [
      path,
      hash,
    ]),
  );
}

/** What `sha256sum` makes of a folder, as the guide says. */
function hashOfFolder(cwd: string): string {
  const all = "find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum";
  return execFileSync("sh", ["-c", all], { cwd, encoding: "utf8" }).slice(0, 64);
}

function configFor(path: string, sha256: string, more = ""): string {
  return `accept:\n  - path: ${path}\n    sha256: ${sha256}\n    reason: looked at\n${more}`;
}

interface LintJson {
  readonly incomplete: boolean;
  readonly conditions?: readonly { readonly path: string; readonly reviewed: boolean }[];
  readonly findings: readonly { readonly rule: string; readonly level: string; readonly message: string }[];
}

function parsed({ stdout }: Run): LintJson {
  return JSON.parse(stdout) as LintJson;
}

const rulesIn = (run: Run): readonly string[] => parsed(run).findings.map(({ rule }) => rule);

it("what no kustomize builds is not offered, unless a file is missing", async () => {
  const folder = (kustomization: string): Files => ({
    "k8s/kustomization.yaml": kustomization,
    "k8s/a.yaml": SHOP,
    "k8s/b.yaml": SHOP,
  });
  expect(await offered(folderWith(folder("resources: [a.yaml, b.yaml]\n")))).toEqual({});
  expect(Object.keys(await offered(folderWith(folder("resources: [a.yaml, c.yaml]\n"))))).toEqual(["k8s"]);
});

describe("what can be accepted", () => {
  it.each<readonly [string, Files, string]>([
    ["a file that is no YAML", { "k8s/b.yaml": "apiVersion: v1\nkind: [\n" }, "k8s/b.yaml"],
    ["a file that is not UTF-8 text", { "k8s/b.yaml": "apiVersion: v1 \u0000\n" }, "k8s/b.yaml"],
    ["a template", { "k8s/b.yaml": TEMPLATE }, "k8s/b.yaml"],
    [
      "a policy with placeholders",
      { "k8s/b.yaml": TEMPLATE.replace("{{ .Release.Name }}", `\${NAME}`) },
      "k8s/b.yaml",
    ],
    ["a chart", CHART, "charts/shop"],
  ])("%s", async (_what, files, path) => {
    const cwd = folderWith({ "a.yaml": SHOP, ...files });
    expect((await lint(cwd)).code).toBe(3);
    expect(Object.keys(await offered(cwd))).toEqual([path]);
    const run = await lint(cwd, "--accept", path);
    expect(run.code).toBe(0);
    expect(rulesIn(run)).not.toContain("not-analysed");
    expect(parsed(run).conditions?.map((each) => each.path)).toEqual([path]);
    const explain = ["explain", "-f", ".", "shop/web", "shop/cart", "--port", "7070", "--brief"];
    expect((await runAnp(explain, { cwd })).code).toBe(3);
    const answer = await runAnp([...explain, "--accept", path, "--expect", "allowed"], { cwd });
    expect(answer).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ON CONDITION {2}accepted unread: .*\nALLOWED /),
    });
  });

  it("a kustomization that is not built: what its files say as they are written counts", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...KUSTOMIZED });
    expect(Object.keys(await offered(cwd))).toEqual(["prod"]);
    const ask = [
      "explain",
      "-f",
      "a.yaml",
      "-f",
      "prod",
      "shop/web",
      "shop/cart",
      "--port",
      "7070",
      "--brief",
    ];
    expect((await runAnp(ask, { cwd })).code).toBe(3);
    const { code, stdout } = await runAnp([...ask, "--accept", "prod"], { cwd });
    expect(code).toBe(0);
    // Both policies select the pod, and one lets the flow in.
    expect(stdout).toMatch(/ALLOWED .*ingress=.*cart-from-web/);
  });

  it("nothing that a run could not get to", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "b.yaml": SHOP });
    const args = ["--max-files", "1", "--accept", "b.yaml", "--accept", "a.yaml"];
    expect((await lint(cwd, ...args)).code).toBe(3);
    expect((await runAnp(["lint", "--max-files", "1"], { cwd })).stderr).not.toContain("accept");
  });

  it("nothing behind a link", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART });
    symlinkSync("../../../a.yaml", `${cwd}/charts/shop/templates/link.yaml`);
    expect(await offered(cwd)).toEqual({});
    const run = await lint(cwd, "--accept", "charts/shop");
    expect(run.code).toBe(3);
    expect(parsed(run).findings).toContainEqual(
      expect.objectContaining({
        rule: "acceptance-without-effect",
        message: expect.stringMatching(/^`charts\/shop` can't be accepted: .*link\.yaml is a link$/),
      }),
    );
  });

  it("not an input that all else hangs on as well", async () => {
    const cwd = folderWith({
      "a.yaml": SHOP,
      "b.yaml": "kind: [\napiVersion: v1\n",
      "c.yaml": "kind: {\napiVersion: v1\n",
    });
    expect((await lint(cwd, "--accept", "b.yaml")).code).toBe(3);
    expect((await lint(cwd, "--accept", "b.yaml", "--accept", "c.yaml")).code).toBe(0);
  });
});

describe("the content that is accepted", () => {
  it("has the hash that sha256sum gives", async () => {
    const text = "apiVersion: v1\nkind: [\n";
    const cwd = folderWith({ "a.yaml": SHOP, "b.yaml": text, ...CHART });
    expect(await offered(cwd)).toEqual({
      "b.yaml": createHash("sha256").update(text).digest("hex"),
      "charts/shop": hashOfFolder(`${cwd}/charts/shop`),
    });
  });

  it("is offered for a few inputs at a time, and the offer says so", async () => {
    const END = "\n  # these are the first: run again once they are accepted\n";
    const files = (count: number): Files => ({
      "a.yaml": SHOP,
      ...Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`bad-${i}.yaml`, `apiVersion: v1\nkind: [ # ${i}\n`]),
      ),
    });
    const [five, six] = [folderWith(files(5)), folderWith(files(6))];
    expect(Object.keys(await offered(five))).toHaveLength(5);
    expect(Object.keys(await offered(six))).toHaveLength(5);
    expect((await lint(five)).stderr).not.toContain(END);
    expect((await lint(six)).stderr).toContain(END);
  });

  it.each<readonly [string, Files, string, Files]>([
    ["a template", CHART, "charts/shop", { "charts/shop/templates/np.yaml": `${TEMPLATE}# more\n` }],
    ["a file that no template is", CHART, "charts/shop", { "charts/shop/files/a b.txt": "changed\n" }],
    ["a new file", CHART, "charts/shop", { "charts/shop/crds/new.yaml": "a: b\n" }],
    [
      "a base outside of the folder",
      KUSTOMIZED,
      "prod",
      { "base/np.yaml": `${KUSTOMIZED["base/np.yaml"]}# more\n` },
    ],
    ["what a transformer does", KUSTOMIZED, "prod", { "prod/t.yaml": "apiVersion: builtin\nkind: Other\n" }],
  ])("is another one with %s changed", async (_what, files, path, changed) => {
    const cwd = repositoryWith({ "a.yaml": SHOP, ...files });
    const hash = (await offered(cwd))[path] ?? "";
    change(cwd, { "anp.yaml": configFor(path, hash) });
    commitAll(cwd);
    expect((await lint(cwd, "--gate-from", "HEAD")).code).toBe(0);
    change(cwd, changed);
    const run = await lint(cwd, "--gate-from", "HEAD");
    expect(run.code).toBe(3);
    expect(rulesIn(run)).toEqual(expect.arrayContaining(["acceptance-without-effect", "not-analysed"]));
    const ask = ["explain", "-f", ".", "shop/web", "shop/cart", "--port", "7070", "--brief"];
    expect((await runAnp(ask, { cwd, env: ENV })).stdout).not.toContain("ON CONDITION");
  });

  it("counts as it was at a revision, for what a change does", async () => {
    const cwd = repositoryWith({ "k8s/a.yaml": SHOP, ...CHART });
    const hash = (await offered(cwd))["charts/shop"] ?? "";
    change(cwd, { "anp.yaml": configFor("charts/shop", hash) });
    commitAll(cwd);
    const ask = ["diff", "--git", "HEAD", "-f", "charts", "-f", "k8s", "--gate-from", "HEAD"];
    const run = (): Promise<Run> => runAnp(ask, { cwd, env: ENV });
    expect(await run()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ON CONDITION .* \(before\)\n(?:.*\n)?ON CONDITION [^]* \(after\)\n/),
    });
    change(cwd, { "charts/shop/templates/np.yaml": `${TEMPLATE}# more\n` });
    const { code, stdout } = await run();
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ON CONDITION [^]* \(before\)\nINCOMPLETE [^]* \(after\)\n/);
  });
});

describe("a gate", () => {
  const broken = "apiVersion: v1\nkind: [\n";
  const hash = createHash("sha256").update(broken).digest("hex");
  const files = { "k8s/a.yaml": SHOP, "k8s/b.yaml": broken, "anp.yaml": configFor("k8s/b.yaml", hash) };
  const flow = ["shop/web", "shop/cart", "--port", "7070"];

  it.each<readonly [string, readonly string[], number, number]>([
    ["lint", ["lint", "k8s"], 3, 0],
    ["lint that nothing fails", ["lint", "k8s", "--fail-on", "never"], 0, 0],
    ["explain", ["explain", "-f", "k8s", ...flow], 0, 0],
    ["explain with an expectation", ["explain", "-f", "k8s", ...flow, "--expect", "allowed"], 3, 0],
    ["explain with an exit code", ["explain", "-f", "k8s", ...flow, "--exit-code"], 3, 0],
    ["matrix", ["matrix", "-f", "k8s"], 0, 0],
    ["diff", ["diff", "--git", "HEAD", "-f", "k8s"], 3, 0],
    ["diff that nothing fails", ["diff", "--git", "HEAD", "-f", "k8s", "--fail-on", "never"], 0, 0],
  ])("takes no acceptance of the config alone: %s", async (_what, args, alone, reviewed) => {
    const cwd = repositoryWith(files);
    const run = async (...more: readonly string[]): Promise<number> =>
      (await runAnp([...args, ...more], { cwd, env: ENV })).code;
    expect([await run(), await run("--gate-from", "HEAD"), await run("--accept", "k8s/b.yaml")]).toEqual([
      alone,
      reviewed,
      reviewed,
    ]);
  });

  it("says how it takes one", async () => {
    const { stderr } = await lint(repositoryWith(files), "k8s");
    expect(stderr).toMatch(/only the config accepts k8s\/b\.yaml unread, .*--gate-from REV.*--accept PATH/);
  });

  it("is looser with a new entry, another content and a later day", async () => {
    const until = "    until: 2027-01-31\n";
    const cwd = repositoryWith({ ...files, "anp.yaml": configFor("k8s/b.yaml", hash, until) });
    git(cwd, ["checkout", "-q", "-b", "change"]);
    const loosened = async (config: string): Promise<readonly string[]> => {
      change(cwd, { "anp.yaml": config });
      return parsed(await lint(cwd, "k8s"))
        .findings.filter(({ rule }) => rule === "gate-loosened")
        .map(({ level, message }) => `${level} ${message}`);
    };
    const found = ["error `k8s/b.yaml` is accepted unread, unlike at `main`"];
    expect(await loosened(configFor("./k8s//b.yaml", hash, "    until: 2027-01-30\n"))).toEqual([]);
    expect(await loosened(configFor("k8s/b.yaml", hash, "    until: 2027-02-01\n"))).toEqual(found);
    expect(await loosened(configFor("k8s/b.yaml", hash))).toEqual(found);
    expect(await loosened(configFor("k8s/b.yaml", hash.replaceAll(/./g, "a"), until))).toEqual(found);
    expect(await loosened(configFor("k8s/c.yaml", hash, until))).toHaveLength(1);
  });
});

describe("an entry that has no effect", () => {
  const broken = "apiVersion: v1\nkind: [\n";
  const hash = createHash("sha256").update(broken).digest("hex");

  it("is one whose last day is over", async () => {
    const config = configFor("b.yaml", hash, "    until: 2020-02-29\n");
    const cwd = repositoryWith({ "a.yaml": SHOP, "b.yaml": broken, "anp.yaml": config });
    const run = await lint(cwd, ".", "--gate-from", "HEAD");
    expect(run.code).toBe(3);
    expect(parsed(run).findings.map(({ message }) => message)).toContain(
      "`b.yaml` was accepted unread until 2020-02-29",
    );
  });

  it.each([
    ["all of it is read", "a.yaml"],
    ["it is not there", "gone.yaml"],
  ])("is one that nothing needs, for %s", async (_why, path) => {
    const cwd = repositoryWith({ "a.yaml": SHOP, "k8s/a.yaml": "a: b\n", "anp.yaml": configFor(path, hash) });
    const run = await lint(cwd, ".", "--gate-from", "HEAD");
    expect(parsed(run).findings.filter(({ rule }) => rule === "acceptance-without-effect")).toMatchObject([
      { level: "warning", file: "HEAD:anp.yaml" },
    ]);
    // Whoever reads a part of the sources does not know.
    const part = await lint(cwd, "k8s/a.yaml", "a.yaml", "--gate-from", "HEAD");
    expect(rulesIn(part)).not.toContain("acceptance-without-effect");
  });
});

describe("a report", () => {
  const files = { "a.yaml": SHOP, "b.yaml": "apiVersion: v1\nkind: [\n" };
  const flow = ["shop/web", "shop/cart", "--port", "7070"];
  const test = `apiVersion: anp.dev/v1alpha1
kind: PolicyTest
sources: [a.yaml, b.yaml]
tests:
  - name: web reaches the cart
    from: shop/web
    allowed: ["shop/cart:7070"]
`;

  it.each<readonly [string, readonly string[]]>([
    ["lint", ["text", "compact", "json", "github", "sarif", "gitlab", "junit", "md"]],
    [`explain -f . ${flow.join(" ")}`, ["text", "json", "md"]],
    ["explain -f . shop/web", ["text", "json", "md"]],
    ["matrix -f .", ["text", "grid", "json", "csv", "md", "dot", "mermaid"]],
    ["diff . .", ["text", "json", "md", "github"]],
    ["audit egress -f .", ["text", "json", "csv", "md", "sarif", "github"]],
    ["convert . --check", ["text", "json"]],
  ])("of anp %s names its conditions in every format", async (command, formats) => {
    const cwd = folderWith(files);
    for (const format of formats) {
      const args = [...command.split(" "), "-o", format, "--accept", "b.yaml"];
      const { stdout, stderr } = await runAnp(args, { cwd });
      const said = format === "compact" || format === "csv" ? stderr : stdout;
      expect(`${format}: ${said.includes("b.yaml") && /condition/i.test(said)}`).toBe(`${format}: true`);
    }
  });

  it.each(["text", "json", "junit", "tap", "github", "md"])(
    "of anp test names them as %s",
    async (format) => {
      const cwd = folderWith({ ...files, "t.anp-test.yaml": test });
      const { code, stdout } = await runAnp(["test", "-o", format, "--accept", "b.yaml"], { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(/condition/i);
      expect(stdout).toContain("b.yaml");
    },
  );

  it.each([
    ["lint", "lint"],
    [`explain -f . ${flow.join(" ")}`, "explain"],
    ["explain -f . shop/web", "explain-endpoint"],
    ["matrix -f .", "matrix"],
    ["diff . .", "diff"],
    ["audit egress -f .", "audit"],
    ["convert . --check", "convert"],
  ] as const)("of anp %s holds to its schema", async (command, schema) => {
    const args = [...command.split(" "), "-o", "json", "--accept", "b.yaml"];
    const { stdout } = await runAnp(args, { cwd: folderWith(files) });
    expect(schemaOf(schema)(JSON.parse(stdout))).toEqual([]);
  });
});

describe("the config", () => {
  const hash = "ab".repeat(32);

  it.each([
    ["a path that leads out", configFor("../x", hash), "leaves the config's folder"],
    ["a pattern", configFor("charts/*", hash), "is a pattern: name one file or folder"],
    ["no hash", "accept: [{ path: a, reason: looked at }]\n", '"sha256" is missing'],
    ["a short hash", configFor("a", "abc"), "expected a SHA-256"],
    ["no reason", `accept: [{ path: a, sha256: ${hash} }]\n`, '"reason" is missing'],
    ["an empty reason", `accept: [{ path: a, sha256: ${hash}, reason: "" }]\n`, "expected a reason"],
    ["no day", configFor("a", hash, "    until: soon\n"), "expected a day"],
    ["another key", configFor("a", hash, "    rule: schema\n"), 'unknown key "rule"'],
  ])("refuses %s", async (_what, config, message) => {
    const { code, stderr } = await lint(folderWith({ "a.yaml": SHOP, "anp.yaml": config }));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("is one that its schema describes", () => {
    const valid = schemaOf("config");
    const entry = { path: "charts/shop", sha256: hash, reason: "looked at", until: "2027-01-31" };
    expect(valid({ accept: [entry] })).toEqual([]);
    for (const wrong of [{ path: "../x" }, { path: "a*" }, { sha256: "abc" }, { reason: "" }, { rule: "x" }])
      expect(valid({ accept: [{ ...entry, ...wrong }] })).not.toEqual([]);
  });

  it("is written by anp init without any", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, ...CHART });
    expect((await runAnp(["init"], { cwd })).code).toBe(0);
    expect(readFileSync(`${cwd}/anp.yaml`, "utf8")).not.toMatch(/accept:|exclude:\n {2}-/);
  });
});
