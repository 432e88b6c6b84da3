import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";

const OLD = `apiVersion: extensions/v1beta1
kind: NetworkPolicy
metadata: { name: old, namespace: shop }
spec: { podSelector: {}, ingress: [{}] }
`;

/** Refused by the server: an error of lint, and what makes the other commands incomplete. */
const REFUSED = REVERSED_PORTS.replace("cart-from-web", "refused");

/** Two warnings and no error: nothing isolates the namespace in one direction, nothing restricts egress. */
const WARNED = stream(SHOP);

/** No error: a label that nobody sets on namespaces by itself. */
const LABEL = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: from-dns, namespace: shop }
spec: { podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: { name: kube-system } } }] }], policyTypes: [Ingress] }
`;

const cwd = folderWith({
  "shop/a.yaml": SHOP,
  "refused/a.yaml": stream(SHOP, REFUSED),
  "old/a.yaml": OLD,
  "broken/a.yaml": SHOP,
  "broken/b.yaml": "apiVersion: [\n",
  "closed/a.yaml": SHOP.replace("port: 7070", "port: 7072"),
  "warned/a.yaml": WARNED,
  "hidden/a.yaml": stream(SHOP, LABEL),
});

const FLOW = ["shop/web", "shop/cart", "--port", "7070"];

describe("whatever is not fine ends with one line that says why", () => {
  it.each([
    ["lint", ["lint", "refused"], 1, /^exit 1: 1 error at --fail-on error$/],
    [
      "lint --quiet",
      ["lint", "hidden", "--fail-on", "info", "--quiet"],
      1,
      /^exit 1: \d+ (?:warnings?|info)[^(]* at --fail-on info \(hidden by --quiet\)$/,
    ],
    [
      "lint --quiet with errors",
      ["lint", "refused", "hidden", "--fail-on", "info", "--quiet"],
      1,
      /^exit 1: 1 error[^(]* at --fail-on info \(\d+ hidden by --quiet\)$/,
    ],
    ["lint -o json", ["lint", "refused", "-o", "json"], 1, /^exit 1: 1 error at --fail-on error$/],
    [
      "lint --max-warnings",
      ["lint", "old", "--fail-on", "error", "--rule", "removed-api-version=warning", "--max-warnings", "0"],
      1,
      /^exit 1: .*\d+ warnings? at --max-warnings 0$/,
    ],
    ["lint of what is broken", ["lint", "broken"], 3, /^exit 3: 1 part of the input was not read$/],
    [
      "lint of what is broken and wrong",
      ["lint", "broken", "refused"],
      3,
      /^exit 3: 1 part of the input was not read; \d errors? at --fail-on error$/,
    ],
    [
      "explain --expect",
      ["explain", "-f", "shop", ...FLOW, "--expect", "denied"],
      1,
      /^exit 1: allowed at --expect denied$/,
    ],
    [
      "explain --exit-code",
      ["explain", "-f", "closed", ...FLOW, "--exit-code"],
      1,
      /^exit 1: denied at --exit-code$/,
    ],
    ["explain", ["explain", "-f", "refused", ...FLOW], 3, /^exit 3: 1 policy is refused by the API server$/],
    [
      "explain of one end",
      ["explain", "-f", "refused", "shop/web"],
      3,
      /^exit 3: 1 policy is refused by the API server$/,
    ],
    [
      "explain of both",
      ["explain", "-f", "broken", ...FLOW, "--expect", "denied"],
      3,
      /^exit 3: 1 document could not be read; .* at --expect denied$/,
    ],
    ["matrix", ["matrix", "-f", "broken"], 3, /^exit 3: 1 document could not be read$/],
    ["diff", ["diff", "closed", "shop"], 1, /^exit 1: \d+ flows? at --fail-on opened$/],
    [
      "diff of what is broken",
      ["diff", "closed", "broken"],
      3,
      /^exit 3: 1 document could not be read; \d+ flows? at --fail-on opened$/,
    ],
    ["convert --check", ["convert", "old", "--check"], 1, /^exit 1: 1 object needs converting \(--check\)$/],
    ["convert", ["convert", "old", "broken"], 3, /^exit 3: 1 document could not be read$/],
    [
      "snapshot",
      ["snapshot", "--snapshot", "broken/b.yaml", "--file", "out.json"],
      3,
      /^exit 3: not everything could be read$/,
    ],
  ] as const)("%s", async (_, args, code, line) => {
    const run = await runAnp(args, { cwd });
    expect(run.code, run.stdout + run.stderr).toBe(code);
    const closing = run.stderr.split("\n").filter((each) => each.startsWith("exit "));
    expect(closing).toEqual([expect.stringMatching(line)]);
    expect(run.stderr.trimEnd().split("\n").at(-1)).toBe(closing[0]);
  });

  it("and what is fine does not", async () => {
    expect((await runAnp(["lint", "shop"], { cwd })).stderr).not.toMatch(/^exit /m);
  });

  it("lint --quiet says how much it hides", async () => {
    const { stdout } = await runAnp(["lint", "hidden", "--quiet"], { cwd });
    expect(stdout).toMatch(/^no errors; \d+ hidden by --quiet {2}\(/);
  });

  it("--fail-on never wins over --max-warnings", async () => {
    const args = ["lint", "old", "--rule", "removed-api-version=warning", "--max-warnings", "0"];
    expect((await runAnp(args, { cwd })).code).toBe(1);
    expect((await runAnp([...args, "--fail-on", "never"], { cwd })).code).toBe(0);
  });

  it.each(["off", "info", "warning", "error"])("--rule not-analysed=%s is refused", async (level) => {
    const { code, stdout, stderr } = await runAnp(["lint", "shop", "--rule", `not-analysed=${level}`], {
      cwd,
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`--rule not-analysed=${level}: the level of not-analysed can't change`);
  });
});

describe("SARIF tells a run that failed from one that found nothing", () => {
  interface Invocation {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications?: readonly { readonly message: { readonly text: string } }[];
  }
  function invocation(stdout: string): Invocation | undefined {
    return (JSON.parse(stdout) as { runs: { invocations: Invocation[] }[] }).runs[0]?.invocations[0];
  }

  it("a whole run", async () => {
    const { stdout } = await runAnp(["lint", "refused", "-o", "sarif"], { cwd });
    expect(invocation(stdout)).toEqual({ executionSuccessful: true });
  });

  it("an incomplete one, with what was not read", async () => {
    const { stdout } = await runAnp(["lint", "broken", "-o", "sarif"], { cwd });
    expect(invocation(stdout)).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: "error", message: { text: expect.stringMatching(/^broken\/b\.yaml:\d+:\d+: /) } },
      ],
    });
  });

  it("one that a cluster did not answer: the file is written all the same", async () => {
    const { code, stdout } = await lintGoneCluster("sarif");
    expect(code).toBe(3);
    expect(invocation(stdout)?.executionSuccessful).toBe(false);
  });
});

/** Lints a cluster that does not answer. */
function lintGoneCluster(format: string): Promise<Run> {
  const config = folderWith({
    config: JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "gone",
      clusters: [{ name: "a", cluster: { server: "http://127.0.0.1:9" } }],
      contexts: [{ name: "gone", context: { cluster: "a", user: "b" } }],
      users: [{ name: "b", user: {} }],
    }),
  });
  const args = ["lint", "--kubeconfig", `${config}/config`, "-o", format, "--timeout", "10"];
  return runAnp(args, { cwd, env: { PATH: process.env["PATH"] ?? "" } });
}

describe("no report of a run that is not whole looks clean", () => {
  const RUNS: readonly (readonly [string, RegExp, RegExp, RegExp])[] = [
    [
      "gitlab",
      /"anp lint is incomplete: \d parts? of the input/,
      /"anp lint is incomplete: .*work limit reached/,
      /"anp lint failed: /,
    ],
    [
      "junit",
      /<error type="incomplete" message="\d parts? of the input/,
      /<error type="incomplete" message=".*work limit reached/,
      /<testsuites name="anp lint" tests="1" failures="0" errors="1" /,
    ],
    [
      "md",
      /^### anp lint: incomplete, .*\n\n- \*\*INCOMPLETE\*\* \d parts? of the input/,
      /^### anp lint: incomplete, .*\n\n- \*\*INCOMPLETE\*\* .*work limit reached/,
      /^### anp lint failed\n\n- ./,
    ],
  ];

  it.each(RUNS)("%s", async (format, unread, limited, failed) => {
    for (const quiet of [[], ["--quiet"], ["--fail-on", "never"]]) {
      const broken = await runAnp(["lint", "broken", "-o", format, ...quiet], { cwd });
      expect(broken.code).toBe(3);
      expect(broken.stdout).toMatch(unread);
      const ended = await runAnp(["lint", "shop", "-o", format, "--max-work", "1", ...quiet], { cwd });
      expect(ended.code).toBe(3);
      expect(ended.stdout).toMatch(limited);
    }
    const gone = await lintGoneCluster(format);
    expect(gone.code).toBe(3);
    expect(gone.stdout).toMatch(failed);
  });
});

describe("what files hold commands no runner", () => {
  const hostile = `# ##[add-path]/tmp
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: slip, namespace: shop }
spec:
  podSelector: {}
  # ::stop-commands::x
  ingress: [{ from: [{ podselector: {} }] }]
  # ##vso[task.setvariable variable=a]b
  policyTypes: [Ingress]
`;
  const runners = [{ GITHUB_ACTIONS: "true" }, { TF_BUILD: "True" }] as const;

  it.each([
    ["a patch", ["lint", "a.yaml", "--fix-dry-run"]],
    ["a stream of manifests", ["convert", "a.yaml"]],
  ])("%s", async (_, args) => {
    const folder = folderWith({});
    writeFileSync(`${folder}/a.yaml`, hostile);
    const plain = await runAnp(args, { cwd: folder });
    expect(plain.stdout).toMatch(/##\[|##vso\[/);
    for (const env of runners) {
      const { stdout, stderr } = await runAnp(args, { cwd: folder, env });
      expect(stdout).not.toMatch(/##(?:\[|vso\[)|^\s*::/m);
      expect(stderr).toContain("broke up lines that this CI runner would execute");
    }
    const terminal = await runAnp(args, { cwd: folder, columns: 80 });
    expect(terminal.stdout).not.toMatch(/##(?:\[|vso\[)/);
  });
});
