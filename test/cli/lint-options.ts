import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, vi } from "vitest";
import { CART_FROM_WEB, REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { configOptionTests } from "./config-options.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { change, ENV, repositoryWith } from "../input/git-repository.js";
import { runAnp, startAnp, type Run } from "../support/run-anp.js";
import { sourceOptionTests, type OptionTests } from "./source-options.js";

/** One error, one warning and one info, whatever other rules say. */
const ONLY = ["--only", "invalid-port-range", "--only", "unknown-field", "--only", "removed-api-version"];
const FINDINGS = stream(
  SHOP,
  REVERSED_PORTS.replace("cart-from-web", "reversed"),
  CART_FROM_WEB.replace("cart-from-web", "odd").replace("spec:\n", "spec:\n  colour: red\n"),
);
const LEVELS = ["--rule", "unknown-field=warning"];

/** A field in another case, and one that is like no other. */
const FIXABLE = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: db
  namespace: shop
spec:
  podselector: {} # all
  policyTypes: [Ingress, Egress]
  colour: red
`;

interface Fixable {
  readonly rule: string;
  readonly fixable?: true;
}

async function lint(args: readonly string[], text = FINDINGS): Promise<Run> {
  return runAnp(["lint", ...args], { cwd: folderWith({ "a.yaml": text }) });
}

async function codeOf(...args: readonly string[]): Promise<number> {
  return (await lint([...ONLY, ...LEVELS, ...args])).code;
}

/** The findings as short texts: `error invalid-port-range`. */
async function findings(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await lint([...args, "-o", "json"]);
  const json = JSON.parse(stdout) as { findings: readonly { level: string; rule: string }[] };
  return json.findings.map(({ level, rule }) => `${level} ${rule}`);
}

export const LINT_OPTIONS: OptionTests = {
  ...sourceOptionTests("lint"),
  ...configOptionTests(["lint", "-o", "text", "."]),
  "--plugin": async () => {
    const sctp = SHOP.replace("port: 7070", "port: 7071, protocol: SCTP");
    const only = ["--only", "sctp-unsupported", "-o", "compact"];
    expect((await lint(only, sctp)).stdout).not.toContain("sctp-unsupported");
    expect((await lint([...only, "--plugin", "cilium"], sctp)).stdout).toContain("sctp-unsupported");
    expect((await lint([...only, "--plugin", "cilium+sctp"], sctp)).stdout).not.toContain("sctp-unsupported");
    const agent =
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: cilium, namespace: kube-system }\n";
    const auto = await lint([...only, "--plugin", "auto"], stream(sctp, agent));
    expect(auto.stderr).toContain("network plugin: cilium 1.20, recognised by DaemonSet kube-system/cilium");
    expect((await lint(["--plugin", "calio"])).stderr).toContain("did you mean calico?");
  },
  "--fail-on": async () => {
    expect(await codeOf()).toBe(1);
    expect(await codeOf("--fail-on", "error")).toBe(1);
    expect(await codeOf("--fail-on", "never")).toBe(0);
    const onlyWarning = ["--rule", "invalid-port-range=off"];
    expect(await codeOf(...onlyWarning)).toBe(0);
    expect(await codeOf(...onlyWarning, "--fail-on", "warning")).toBe(1);
    const onlyInfo = [...onlyWarning, "--rule", "unknown-field=info"];
    expect(await codeOf(...onlyInfo, "--fail-on", "warning")).toBe(0);
    expect(await codeOf(...onlyInfo, "--fail-on", "info")).toBe(1);
    expect(await codeOf("--fail-on", "fatal")).toBe(2);
  },
  "--max-warnings": async () => {
    const onlyWarning = ["--rule", "invalid-port-range=off"];
    expect(await codeOf(...onlyWarning, "--max-warnings", "1")).toBe(0);
    expect(await codeOf(...onlyWarning, "--max-warnings", "0")).toBe(1);
    // No finding is to fail the run, however many there are.
    expect(await codeOf(...onlyWarning, "--fail-on", "never", "--max-warnings", "0")).toBe(0);
    expect(await codeOf("--max-warnings", "few")).toBe(2);
  },
  "--roots": async () => {
    const policy = (port: number): string =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: db, namespace: shop}\nspec: {podSelector: {}, ingress: [{ports: [{port: ${port}}]}]}\n`;
    const cwd = folderWith({ "dev/np.yaml": policy(5432), "prod/np.yaml": policy(5433) });
    const { code, stdout } = await runAnp(["lint", "--roots"], { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        "2 sets of manifests, each linted as a cluster of its own:",
        "",
        "dev",
        "  NetworkPolicy shop/db is also in prod",
        "  1 object",
        "",
        "prod",
        "  NetworkPolicy shop/db is also in dev",
        "  1 object",
        "",
        "",
      ].join("\n"),
    });
    expect((await runAnp(["lint", "--roots", "-o", "sarif"], { cwd })).code).toBe(2);
    expect((await runAnp(["lint", "--roots", "--fix"], { cwd })).code).toBe(2);
  },
  // What is remembered, and when, is tested in lint-cache.test.ts.
  "--cache": async () => {
    const cwd = folderWith({ "k8s/a.yaml": FINDINGS });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", "k8s", ...ONLY, ...args], { cwd, env: { XDG_CACHE_HOME: `${cwd}/cache` } });
    const without = await run();
    expect(await run("--cache")).toEqual(without);
    expect(readdirSync(`${cwd}/cache/anp/lint`)).toHaveLength(1);
    expect(await run("--cache")).toEqual(without);
  },
  // What a change leads to is tested in lint-watch.test.ts.
  "--watch": async () => {
    const anp = startAnp(["lint", "--watch", ...ONLY, "-o", "compact"], {
      cwd: folderWith({ "a.yaml": FINDINGS }),
    });
    await vi.waitFor(() => expect(anp.interrupt()).toBe(true), { timeout: 60_000 });
    expect(await anp.code).toBe(130);
    expect(anp.stdout().split("\n")).toHaveLength(3);
  },
  "--quiet": async () => {
    expect(await findings(...ONLY, ...LEVELS)).toEqual(["error invalid-port-range", "warning unknown-field"]);
    expect(await findings(...ONLY, ...LEVELS, "--quiet")).toEqual(["error invalid-port-range"]);
    // What is not shown counts all the same.
    expect(await codeOf("--quiet", "--rule", "invalid-port-range=off", "--fail-on", "warning")).toBe(1);
  },
  "--rule": async () => {
    const levels = async (level: string): Promise<string[]> =>
      findings(...ONLY, "--rule", `invalid-port-range=${level}`);
    expect(await levels("info")).toEqual(["info invalid-port-range", "error unknown-field"]);
    expect(await levels("off")).toEqual(["error unknown-field"]);
    const unknown = await lint(["--rule", "invalid-port-rang=off"]);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("did you mean invalid-port-range?"),
    });
    expect(await codeOf("--rule", "invalid-port-range")).toBe(2);
    expect(await codeOf("--rule", "invalid-port-range=fatal")).toBe(2);
  },
  "--only": async () => {
    expect(await findings("--only", "unknown-field")).toEqual(["error unknown-field"]);
    expect(await findings("--only", "unknown-field", "--only", "invalid-port-range")).toHaveLength(2);
    expect((await lint(["--only", "unknown-fields"])).stderr).toContain("did you mean unknown-field?");
  },
  "--baseline": async () => {
    const cwd = folderWith({ "k8s/a.yaml": FINDINGS });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(
        ["lint", "k8s", ...ONLY, "--only", "stale-baseline-entry", "--baseline", "known.json", ...args],
        { cwd },
      );
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("known.json") });
    expect(await run("--update-baseline")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no findings; 2 known findings {2}\(/),
      stderr: "wrote 2 known findings to known.json\n",
    });
    expect((await run()).code).toBe(0);
    expect((await run("-v")).stdout).toContain("\nknown: k8s/a.yaml:");
    // A new file, and lines that moved: nothing is new but the new finding.
    renameSync(`${cwd}/k8s/a.yaml`, `${cwd}/k8s/b.yaml`);
    writeFileSync(`${cwd}/k8s/b.yaml`, `# moved\n${FINDINGS}---\n${FIXABLE}`);
    const json = await run("-o", "json");
    expect(json).toMatchObject({ code: 1, stderr: expect.stringMatching(/^2 known findings\n/) });
    expect(JSON.parse(json.stdout)).toMatchObject({
      findings: [{ rule: "unknown-field", object: { name: "db" } }],
      baselined: [{ rule: "invalid-port-range" }, { rule: "unknown-field" }],
      summary: { baselined: 2, findings: { error: 1 } },
    });
    const { results } = JSON.parse((await run("-o", "sarif")).stdout).runs[0];
    const states = results.map(
      (each: Record<string, unknown>) => `${String(each["baselineState"])} ${String(each["ruleId"])}`,
    );
    expect(states).toEqual(["new unknown-field", "unchanged invalid-port-range", "unchanged unknown-field"]);
    // What is fixed has to go.
    writeFileSync(`${cwd}/k8s/b.yaml`, FINDINGS.replace("  colour: red\n", ""));
    const fixed = await run("-o", "compact");
    expect(fixed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^known\.json:\d+:\d+: error\[stale-baseline-entry\]: [^\n]*unknown-field[^\n]*\n$/,
      ),
    });
    // Nobody knows of a rule that did not run.
    expect((await run("--rule", "unknown-field=off")).code).toBe(0);
    expect((await run("--update-baseline")).code).toBe(0);
    expect((await run()).code).toBe(0);
  },
  "--update-baseline": async () => {
    const cwd = folderWith({ "a.yaml": FINDINGS });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", ".", ...ONLY, ...args], { cwd });
    expect(await run("--update-baseline")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--baseline known.json"),
    });
    // A file that is something else is not written over.
    expect((await run("--baseline", "a.yaml", "--update-baseline")).code).toBe(2);
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(FINDINGS);
  },
  "--changed": async () => {
    const cwd = repositoryWith({ "a.yaml": FINDINGS });
    change(cwd, { "b.yaml": FIXABLE });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", ".", ...ONLY, ...args], { cwd, env: ENV });
    expect((await run("--changed")).stdout).toMatch(/\n1 error; 2 known findings {2}\(2 files/);
    expect((await run()).stdout).toMatch(/\n3 errors {2}/);
  },
  "--changed-since": async () => {
    const cwd = repositoryWith({ "a.yaml": FINDINGS });
    const run = (revision: string): Promise<Run> =>
      runAnp(["lint", ".", ...ONLY, "--changed-since", revision], { cwd, env: ENV });
    expect((await run("first")).code).toBe(0);
    expect(await run("last")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no such git revision: last"),
    });
  },
  "--gate-from": async () => {
    const cwd = repositoryWith({ "a.yaml": FINDINGS });
    change(cwd, { "anp.yaml": "exclude: [a.yaml]\n" });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", ...ONLY, ...args], { cwd, env: ENV });
    expect((await run("--gate-from", "first")).stdout).toContain("2 errors  ");
    expect((await run("--gate-from", "last")).code).toBe(2);
  },
  "--statistics": async () => {
    const text = stream(FINDINGS, FINDINGS.replaceAll("name: ", "name: two-"), FIXABLE);
    const rules = ["--only", "invalid-port-range", "--only", "unknown-field", "--only", "wrong-case-field"];
    const run = (...args: readonly string[]): Promise<Run> =>
      lint([...rules, "--rule", "unknown-field=warning", "--statistics", ...args], text);
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout.split("\n").slice(0, 5)).toEqual([
      "2  error    invalid-port-range",
      "1  error    wrong-case-field (fixable with --fix)",
      "3  warning  unknown-field",
      "",
      expect.stringMatching(/^6 findings: 3 errors and 3 warnings {2}\(1 file, /),
    ]);
    const many = stream(
      ...Array.from({ length: 50 }, (_, i) => FIXABLE.replaceAll("name: ", `name: x${i}-`)),
    );
    const only = ["--only", "wrong-case-field"];
    expect((await lint(only, many)).stdout.replaceAll(/\s+/g, " ")).toContain(
      `50 errors (1 file, 50 objects: 50 NetworkPolicy); --statistics counts them by rule`,
    );
    expect((await lint([...only, "--statistics"], many)).stdout).not.toContain("--statistics");
    expect(stdout).not.toContain("--statistics");
    const json = JSON.parse((await run("-o", "json")).stdout);
    expect(json.statistics[2]).toEqual({ rule: "unknown-field", level: "warning", count: 3, fixable: 0 });
    expect(json.findings).toHaveLength(6);
    expect((await run("-o", "sarif")).code).toBe(2);
  },
  "--print-config": async () => {
    const run = await lint(["--print-config", "a.yaml", "--rule", "cel=info"]);
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^config: null\nfile: a\.yaml\n[^]*\n {2}cel: info\n/),
    });
  },
  "--no-inline-suppressions": async () => {
    const text = FINDINGS.replace("colour: red", "colour: red # anp: ignore[unknown-field] a trial");
    const run = async (...args: readonly string[]): Promise<Run> => lint([...ONLY, ...args], text);
    const { stdout } = await run();
    expect(stdout).toMatch(/\n1 error; 1 finding suppressed {2}\(1 file, [^]*; -v\s+lists\s+them\)\n$/);
    expect((await run("-v")).stdout).toMatch(
      /\nsuppressed: a\.yaml:\d+:3: error\[unknown-field\]: [^]* \(a\.yaml:\d+:15: a\s+trial\)\n/,
    );
    const json = await run("-o", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      findings: [{ rule: "invalid-port-range" }],
      suppressed: [
        {
          finding: { rule: "unknown-field" },
          suppression: { by: "comment", reason: "a trial", file: "a.yaml" },
        },
      ],
      summary: { suppressed: 1, findings: { error: 1, warning: 0, info: 0 } },
    });
    expect(json.stderr).toContain("1 finding suppressed\n");
    const results = JSON.parse((await run("-o", "sarif")).stdout).runs[0].results;
    expect(
      results.map(({ ruleId, suppressions }: Record<string, unknown>) => [ruleId, suppressions]),
    ).toMatchObject([
      ["invalid-port-range", undefined],
      ["unknown-field", [{ kind: "inSource", justification: "a trial" }]],
    ]);
    const junit = (await run("-o", "junit")).stdout;
    expect(junit).toContain(' tests="3" failures="1" errors="0" ');
    expect(junit).toContain('<skipped message="suppressed: a trial">');
    expect((await run("-o", "md")).stdout).toContain("\n- 1 finding suppressed\n");
    expect((await run("-o", "github")).stdout).toContain("\n::notice title=anp::1 finding suppressed\n");
    const all = JSON.parse((await run("-o", "json", "--no-inline-suppressions")).stdout);
    expect(all).toMatchObject({ suppressed: [], summary: { suppressed: 0, findings: { error: 2 } } });
    // What is suppressed is not mended either.
    const odd = FIXABLE.replace("# all", "# anp: ignore[wrong-case-field] our own server");
    expect((await lint(["--fix"], odd)).stderr).toContain("nothing to fix");
    expect((await lint(["--fix", "--no-inline-suppressions"], odd)).stderr).toContain("fixed 1 problem");
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": FINDINGS });
    const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> =>
      runAnp(["lint", ...ONLY, ...args], { cwd, env });
    const text = await run([]);
    expect(text.stdout).toMatch(/^error\[invalid-port-range\]: /);
    expect(text.stdout).toMatch(/\n2 errors {2}\(1 file, /);
    expect((await run(["-o", "text"])).stdout).toBe(text.stdout);
    expect(JSON.parse((await run(["-o", "json"])).stdout).findings).toHaveLength(2);
    const compact = await run(["-o", "compact"]);
    expect(compact.stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^a\.yaml:\d+:\d+: error\[invalid-port-range\]: /),
      expect.stringMatching(/^a\.yaml:\d+:\d+: error\[unknown-field\]: /),
    ]);
    const github = await run(["-o", "github"]);
    expect(github.stdout).toMatch(/^::error file=a\.yaml,line=\d+,/);
    expect(JSON.parse((await run(["-o", "sarif"])).stdout).version).toBe("2.1.0");
    const gitlab = JSON.parse((await run(["-o", "gitlab"])).stdout);
    expect(gitlab.map((issue: { check_name: string }) => issue.check_name)).toEqual([
      "invalid-port-range",
      "unknown-field",
    ]);
    const junit = await run(["-o", "junit"]);
    expect(junit.stdout).toContain('<testsuites name="anp lint" tests="3" failures="2" errors="0" ');
    expect((await run(["-o", "md"])).stdout).toMatch(/^### anp lint: 2 errors\n\n- 1 file, /);
    // A warning fails its test where it fails the run.
    const failures = async (...args: string[]): Promise<string | undefined> =>
      / failures="(\d)"/.exec((await run([...LEVELS, "-o", "junit", ...args])).stdout)?.[1];
    expect(await failures()).toBe("1");
    expect(await failures("--fail-on", "never")).toBe("1");
    expect(await failures("--fail-on", "warning")).toBe("2");
    expect(await failures("--max-warnings", "0")).toBe("2");
    expect(await failures("--max-warnings", "1")).toBe("1");
    // On GitHub its own format is the default, and nothing else than a default.
    const onGithub = { GITHUB_ACTIONS: "true" };
    expect((await run([], onGithub)).stdout).toBe(github.stdout);
    expect((await run(["-o", "compact"], onGithub)).stdout).toBe(compact.stdout);
    expect((await run([], { GITHUB_ACTIONS: "false" })).stdout).toBe(text.stdout);
    const files = await run(["-o", "sarif=out.sarif", "-o", "json=out.json", "-o", "compact"]);
    expect(files.stdout).toBe(compact.stdout);
    expect(files.code).toBe(1);
    expect(JSON.parse(readFileSync(`${cwd}/out.sarif`, "utf8")).runs[0].results).toHaveLength(2);
    expect(JSON.parse(readFileSync(`${cwd}/out.json`, "utf8")).findings).toHaveLength(2);
    for (const wrong of [
      ["-o", "html"],
      ["-o", "json="],
      ["-o", "json", "-o", "text"],
    ])
      expect((await run(wrong)).code).toBe(2);
  },
  "--fix": async () => {
    const cwd = folderWith({ "a.yaml": FIXABLE });
    const run = (args: readonly string[], stdin = ""): Promise<Run> =>
      runAnp(["lint", ...args], { cwd, stdin });
    const reported = await run(["a.yaml", "--fail-on", "never"]);
    expect(reported.stdout).toContain("= help: write `podSelector` (anp lint --fix writes it)");
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(FIXABLE);
    const json = JSON.parse((await run(["a.yaml", "-o", "json"])).stdout);
    expect(json.findings.map(({ rule, fixable }: Fixable) => [rule, fixable])).toEqual([
      ["wrong-case-field", true],
      ["unknown-field", undefined],
    ]);
    // What comes through standard input has no place of its own.
    const piped = await run(["-", "--fix"], FIXABLE);
    expect(piped).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing to fix") });
    const fixed = await run(["a.yaml", "--fix"]);
    expect(fixed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("fixed 1 problem in 1 file: a.yaml\n"),
    });
    expect(fixed.stdout).toMatch(/^error\[unknown-field\]: unknown field `colour`/);
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(FIXABLE.replace("podselector", "podSelector"));
  },
  "--fix-dry-run": async () => {
    const cwd = folderWith({ "a.yaml": FIXABLE });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["lint", "a.yaml", "--fix-dry-run", ...args], { cwd });
    const { code, stdout, stderr } = await run("-o", "json=left.json");
    expect(code).toBe(1);
    expect(stderr).toContain("would fix 1 problem in 1 file: a.yaml\n");
    expect(stdout.split("\n").filter((line) => /^[-+]/.test(line))).toEqual([
      "--- a/a.yaml",
      "+++ b/a.yaml",
      "-  podselector: {} # all",
      "+  podSelector: {} # all",
    ]);
    expect(JSON.parse(readFileSync(`${cwd}/left.json`, "utf8")).findings).toMatchObject([
      { rule: "unknown-field" },
    ]);
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(FIXABLE);
    expect((await run()).stdout).toBe(stdout);
    expect((await run("-o", "text")).code).toBe(2);
    expect((await run("--fix")).code).toBe(2);
  },
  "--unsafe-fixes": async () => {
    const pod = (name: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }\n---\n`;
    const policy = (peer: string): string =>
      `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec: { podSelector: { matchLabels: { app: cart } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { ${peer} } } }] }] }
`;
    const text = `${pod("cart")}${pod("frontend")}${policy("app: frontened")}`;
    const meant = `${pod("cart")}${pod("frontend")}${policy("app: frontend")}`;
    const cwd = folderWith({ "a.yaml": text });
    const run = (...args: readonly string[]): Promise<Run> => runAnp(["lint", "a.yaml", ...args], { cwd });
    expect((await run("--unsafe-fixes")).code).toBe(2);
    expect((await run("--fix")).stderr).toContain("nothing to fix");
    const dry = await run("--fix-dry-run", "--unsafe-fixes");
    expect(dry.stdout).toContain("+spec: { podSelector: { matchLabels: { app: cart } }");
    expect(dry.stderr).toContain(
      "would fix 1 problem in 1 file: a.yaml\nthese fixes open 1 flow and close 0\n",
    );
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(text);
    expect((await run("--fix", "--unsafe-fixes")).stderr).toContain("fixed 1 problem in 1 file: a.yaml\n");
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(meant);
    expect((await run("--fix", "--unsafe-fixes")).stderr).toContain("nothing to fix");
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(meant);
    // Through a link nothing is written.
    symlinkSync(`${cwd}/a.yaml`, `${cwd}/link.yaml`);
    writeFileSync(`${cwd}/a.yaml`, text);
    await runAnp(["lint", "link.yaml", "--fix", "--unsafe-fixes"], { cwd });
    expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe(text);
  },
  "--debug": () => expectDebug(["lint", "."]),
};
