import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CART_FROM_WEB, REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { folderWith } from "../support/folder.js";
import { registeredCommands } from "./commands.js";
import { runAnp, type Run, type Surroundings } from "../support/run-anp.js";

const REFUSED = stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "refused"));
const ASK = ["explain", "-f", ".", "shop/web", "shop/cart", "--port", "7070"];
const LINT = ["lint", ".", "--only", "invalid-port-range"];

async function run(argv: readonly string[], text: string, more: Surroundings = {}): Promise<Run> {
  return runAnp(argv, { cwd: folderWith({ "a.yaml": text }), ...more });
}

describe("exit codes", () => {
  it.each<[number, string, readonly string[], string]>([
    [0, "nothing is wrong", LINT, SHOP],
    [0, "an answer, whatever it is", ["explain", "-f", ".", "shop/web", "shop/cart", "--port", "80"], SHOP],
    [1, "a finding", LINT, REFUSED],
    [1, "an expectation that fails", [...ASK, "--expect", "denied"], SHOP],
    [2, "a name that is not there", ["explain", "-f", ".", "shop/web", "shop/card"], SHOP],
    [2, "a path that is not there", ["lint", "elsewhere"], SHOP],
    [2, "no Kubernetes object at all", ["lint", "."], "site: x\n"],
    [2, "no manifests given, and no cluster", ["explain", "shop/web", "shop/cart"], SHOP],
    [2, "a cluster that kubectl does not know", ["lint", "--context", "prod"], SHOP],
    [3, "a document that cannot be read", LINT, `${SHOP}---\nkind: [\napiVersion: v1\n`],
    [3, "a refused policy in an explanation", ASK, REFUSED],
    [3, "incomplete input beside a finding", LINT, `${REFUSED}---\napiVersion: [\n`],
    [3, "incomplete input beside an expectation that fails", [...ASK, "--expect", "denied"], REFUSED],
  ])("%i: %s", async (code, _why, argv, text) => {
    expect((await run(argv, text)).code).toBe(code);
  });

  it("never counts what is unknown or undefined as a pass", async () => {
    const unknown = ["explain", "-f", ".", "shop/web", "10.0.0.7", "--port", "443"];
    const text = stream(SHOP, CART_FROM_WEB.replace("cart-from-web", "e").replace("Ingress", "Egress"));
    const isolated = text.replace(
      "app: cart } }\n  policyTypes: [Egress]\n  ingress:\n  - from",
      "app: web } }\n  policyTypes: [Egress]\n  egress:\n  - to",
    );
    expect((await run([...unknown, "-o", "json"], isolated)).stdout).toContain('"verdict": "unknown"');
    expect((await run([...unknown, "--exit-code"], isolated)).code).toBe(1);
  });
});

describe("without any source", () => {
  it.each([
    ["explain", "shop/web", "shop/cart"],
    ["explain", "shop/web"],
    ["matrix"],
    ["diff", "-f", "a.yaml"],
    ["diff", "--delete", "pod/shop/web"],
  ])("anp %s %s takes the cluster that kubectl points at, and says what else there is", async (...argv) => {
    const { code, stdout, stderr } = await run(argv, SHOP, { env: { PATH: "/nowhere" } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^anp: kubectl is not on PATH[^\n]*\n +use -f FILE [^\n]*--snapshot FILE [^\n]*\n$/,
    );
  });

  it("anp lint takes the current folder", async () => {
    const { code, stderr } = await run(["lint", "-o", "json", "-v"], SHOP, { env: { PATH: "/nowhere" } });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^loaded 1 file, /);
  });
});

describe("streams", () => {
  it("have results on the one, and all else on the other", async () => {
    const good = await run([...ASK, "-o", "json"], SHOP);
    expect(JSON.parse(good.stdout).results).toHaveLength(1);
    expect(good.stderr).toBe("");
    const told = await run([...ASK, "-o", "json", "-v"], SHOP);
    expect(told).toMatchObject({
      stdout: good.stdout,
      stderr: expect.stringMatching(/^loaded 1 file, 4 objects: [^\n]*\n [^\n]*: read\n$/),
    });
    for (const argv of [
      ["explain", "-f", ".", "x", "y"],
      ["lint", "nowhere"],
      ["lint", "--nonsense"],
      ["nonsense"],
      [],
    ]) {
      const bad = await run(argv, SHOP);
      expect(bad.stdout).toBe("");
      expect(bad.stderr).not.toBe("");
    }
  });

  it("show no colours unless they are terminals or are told to", async () => {
    const colours = async (
      columns: number | undefined,
      env: Readonly<Record<string, string>>,
    ): Promise<boolean> => {
      const terminal = columns === undefined ? {} : { columns };
      return (await run(ASK, SHOP, { ...terminal, env })).stdout.includes("\u001b[");
    };
    expect(await colours(undefined, {})).toBe(false);
    expect(await colours(100, { TERM: "xterm" })).toBe(true);
    expect(await colours(100, { TERM: "dumb" })).toBe(false);
    expect(await colours(100, { NO_COLOR: "1" })).toBe(false);
    expect(await colours(100, { NO_COLOR: "" })).toBe(true);
    expect(await colours(undefined, { FORCE_COLOR: "1" })).toBe(true);
    expect(await colours(100, { FORCE_COLOR: "0" })).toBe(false);
    expect(await colours(undefined, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
    const file = folderWith({ "a.yaml": SHOP });
    await runAnp([...ASK, "-o", "text=out.txt"], { cwd: file, columns: 100, env: { TERM: "xterm" } });
    expect(readFileSync(`${file}/out.txt`, "utf8")).not.toContain("\u001b[");
  });

  it("are ASCII where the locale is not UTF-8", async () => {
    const arrow = async (env: Readonly<Record<string, string>>): Promise<boolean> =>
      (await run(ASK, SHOP, { env })).stdout.includes("→");
    expect(await arrow({})).toBe(true);
    expect(await arrow({ LANG: "de_DE.UTF-8" })).toBe(true);
    expect(await arrow({ LANG: "C" })).toBe(false);
    expect(await arrow({ LC_ALL: "C", LANG: "de_DE.UTF-8" })).toBe(false);
  });
});

describe("a mistake in the call", () => {
  it.each<[readonly string[], readonly string[]]>([
    [["explian"], ['unknown command "explian"', "did you mean explain?", "anp --help"]],
    [["audit"], ["missing <what>\n     the only choice is egress\n"]],
    [["completion"], ["missing <shell>\n     choices are bash, zsh, fish, powershell\n"]],
    [["lint", "-"], ["no manifests on standard input\n     check the command before the pipe: "]],
    [
      ["test", "."],
      ["no test files in .", "anp test --init shop.anp-test.yaml -f k8s"],
    ],
    [["lnit"], ['unknown command "lnit"', "did you mean init or lint?"]],
    [
      ["lnit", "--help"],
      ['unknown command "lnit"', "anp --help"],
    ],
    [["deploy"], ['unknown command "deploy"', "anp --help"]],
    [
      ["lint", "--fial-on", "error"],
      ['unknown option "--fial-on"', "did you mean --fail-on?", "anp lint --help"],
    ],
    [
      ["explain", "a", "b", "--prot", "80"],
      ['unknown option "--prot"', "did you mean --protocol?"],
    ],
    [["lint", "--fail", "never"], ["did you mean --fail-on?"]],
    [["explain", "a", "b", "--port"], ["--port needs a value: --port <ports>"]],
    [
      ["audit", "ingress"],
      ['invalid <what> "ingress"', "the only choice is egress"],
    ],
    [
      ["completion", "zhs"],
      ['invalid <shell> "zhs"', "did you mean zsh? choices are bash, zsh"],
    ],
    [
      ["lint", "-o", "jsn"],
      ['unknown format "jsn"', "did you mean json? formats are text"],
    ],
    [["rules", "dns-egres"], ["did you mean dns-egress-missing?"]],
    [["rules", "dns"], ["did you mean dns-egress-missing"]],
    [
      ["lint", "--baseline", "known.json"],
      ["file not found: known.json (--baseline)", "--update-baseline"],
    ],
    [["explain"], ["missing <from>"]],
    [
      ["explain", "a", "b", "c"],
      ["explain takes at most 2 arguments, not 3", "use -f for files and folders"],
    ],
    [
      ["matrix", "a"],
      ["matrix takes no arguments, not 1", "use -f for files and folders"],
    ],
    [
      ["explain", "a", "b", "--expect", "deny"],
      ['invalid --expect "deny"', "did you mean denied?"],
    ],
    [
      ["lint", "--fail-on", "warn"],
      ['invalid --fail-on "warn"', "did you mean warning?"],
    ],
    [
      ["lint", "--color", "nevr"],
      ['invalid --color "nevr"', "did you mean never?"],
    ],
    [
      ["lint", "-o", "xunit"],
      ['unknown format "xunit"', "formats are text, json"],
    ],
    [["lint", "app/*.yml"], ["no file matches app/*.yml"]],
    [
      ["lint", "--only", "same-priority,unnamed-rul"],
      ['unknown rule "unnamed-rul"', "did you mean unnamed-rule?"],
    ],
    [
      ["help", "nope"],
      ['unknown command "nope"', "run anp --help for a list of commands"],
    ],
    [
      ["help", "lnt"],
      ['unknown command "lnt"', "did you mean lint?"],
    ],
    [
      ["explain", "-f", ".", "route/webapp"],
      ['unknown kind "route"', "httproute/NAME, ingress/NAME"],
    ],
    [
      ["explain", "-f", ".", "deploy/web"],
      ['no Deployment "web"', "did you mean shop/web (Pod)?"],
    ],
    [
      ["explain", "a", "b", "--expect", "maybe"],
      ["--expect", "allowed, denied, undefined, unknown"],
    ],
    [["explain", "a", "--port", "80"], ["--port"]],
    [
      ["explain", "-f", ".", "shop/web", "--port", "80", "--exit-code"],
      ["--port, --exit-code need two endpoints"],
    ],
    [["rules", "selcts-no-pods"], ['unknown rule "selcts-no-pods"']],
    [
      ["lint", "--max-warnings", "1.5"],
      ["--max-warnings", '"1.5"'],
    ],
    [["lint", "\u001b[31m"], ["file not found: \\x1b[31m"]],
    [["lint", "--\u001b[31m"], ['unknown option "--\\x1b[31m"']],
  ])("%j says what is wrong", async (argv, words) => {
    const { code, stdout, stderr } = await run(argv, SHOP);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/(?:^|\n)anp: /);
    for (const word of words) expect(stderr).toContain(word);
    // eslint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/\x1b|\[object/);
  });

  it("of giving nothing shows the commands", async () => {
    const { code, stdout, stderr } = await runAnp([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const command of registeredCommands()) expect(stderr).toContain(`  ${command.name()} `);
  });
});

describe("the version", () => {
  it.each([["--version"], ["-V"]])("%s is package.json's, in one line", async (flag) => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await runAnp([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("on GitHub", () => {
  it("the job summary is written where it is asked for, behind what is there", async () => {
    const cwd = folderWith({ "a.yaml": REFUSED, "summary.md": "### before\n" });
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: `${cwd}/summary.md` };
    const { code, stdout } = await runAnp(LINT, { cwd, env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error file=a\.yaml,/);
    const summary = readFileSync(`${cwd}/summary.md`, "utf8");
    expect(summary).toMatch(/^### before\n### anp lint: 1 error\n/);
    expect(summary).toMatch(/\n#### `a\.yaml`\n[^]*\n\| \*\*error\*\* \| \d+:\d+ \| `invalid-port-range` \|/);
  });

  it("no summary is written for other formats, or where no file is named", async () => {
    const cwd = folderWith({ "a.yaml": REFUSED });
    await runAnp([...LINT, "-o", "text"], { cwd, env: { GITHUB_STEP_SUMMARY: `${cwd}/summary.md` } });
    await runAnp([...LINT, "-o", "github"], { cwd, env: { GITHUB_STEP_SUMMARY: "" } });
    expect(existsSync(`${cwd}/summary.md`)).toBe(false);
  });
});

describe("the file of --dns", () => {
  it.each<[string, string, readonly string[]]>([
    ["a list", "- www.example.com\n", ["dns.yaml:1:3", "not a mapping"]],
    ["an address that is none", 'a.com: 192.0.2.1\nb.com: ["192.0.2.300"]\n', ["dns.yaml:2:9", '"b.com"']],
    ["a number", "a.com: [1]\n", ["dns.yaml:1:9", '"a.com"']],
    ["no address", "a.com: []\n", ["dns.yaml:1:8", '"a.com"']],
    ["a name twice", "a.com: 192.0.2.1\na.com: 192.0.2.2\n", ["dns.yaml:2:1", "twice"]],
    ["broken YAML", "a.com: [\n", ["dns.yaml:", "yaml-syntax"]],
    ["two documents", "a.com: 192.0.2.1\n---\nb.com: 192.0.2.2\n", ["second document"]],
  ])("with %s is refused, with the place", async (_what, text, words) => {
    const cwd = folderWith({ "a.yaml": SHOP, "dns.yaml": text });
    const { code, stderr } = await runAnp([...ASK, "--dns", "dns.yaml"], { cwd });
    expect(code).toBe(2);
    for (const word of [...words, "--dns"]) expect(stderr).toContain(word);
  });

  it("may write a name in two ways", async () => {
    const cwd = folderWith({
      "a.yaml": SHOP,
      "dns.json": '{"www.example.com": "192.0.2.1", "WWW.Example.com.": ["192.0.2.2"]}',
    });
    const argv = [
      "explain",
      "-f",
      "a.yaml",
      "shop/web",
      "www.example.com",
      "--dns",
      "dns.json",
      "-o",
      "json",
    ];
    const { stdout } = await runAnp(argv, { cwd });
    const ips = JSON.parse(stdout).results.flatMap((result: any) => result.flow.to.ips);
    expect([...new Set(ips)].toSorted()).toEqual(["192.0.2.1/32", "192.0.2.2/32"]);
  });
});
