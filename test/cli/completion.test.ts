import { describe, expect, it } from "vitest";
import { environment, kubeconfigOf } from "./cluster-options.js";
import { execFileSync, spawnSync } from "node:child_process";
import { folderWith } from "../support/folder.js";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { pod, SHOP, stream } from "./manifests.js";
import { runAnp } from "../support/run-anp.js";

async function completed(
  words: readonly string[],
  cwd = process.cwd(),
  env = {},
): Promise<readonly string[]> {
  const { stdout } = await runAnp(["__complete", ...words], { cwd, env });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")[0] ?? ""]));
}

describe("what a word may become", () => {
  const cwd = folderWith({ "a.yaml": SHOP, "b.yaml": pod("ops", "agent") });

  it.each([
    ["a command", ["expl"], ["explain"]],
    ["an option", ["lint", "--max-w"], ["--max-warnings", "--max-work"]],
    ["a choice", ["lint", "--fail-on", "w"], ["warning"]],
    ["a format", ["matrix", "-o", "m"], ["md", "mermaid"]],
    ["a rule of an option", ["lint", "--only", "dns-egress"], ["dns-egress-missing"]],
    ["a rule that is asked about", ["rules", "dns-egress"], ["dns-egress-missing"]],
    ["a workload", ["explain", "-f", "a.yaml", "shop/"], ["shop/cart", "shop/web"]],
    ["the second end", ["explain", "-f", "b.yaml", "internet", "ops"], ["ops/agent"]],
    ["an end of an option", ["matrix", "--filename", "b.yaml", "--from", "o"], ["ops/agent"]],
    ["a namespace", ["matrix", "-f", ".", "-n", ""], ["ops", "shop"]],
    ["a shell", ["completion", "z"], ["zsh"]],
    ["what an audit is about", ["audit", "e"], ["egress"]],
    ["a file, which the shell knows", ["lint", ""], []],
    ["nothing, behind what is no command", ["lnt", ""], []],
    ["nothing, of files that are not there", ["explain", "-f", "none.yaml", ""], []],
  ])("%s", async (_what, words, expected) => {
    expect((await completed(words, cwd)).toSorted()).toEqual(expected);
  });

  it("is a context of the kubeconfig, which no program is run for", async () => {
    const env = environment(await kubeconfigOf(SHOP));
    expect(await completed(["matrix", "--context", ""], cwd, { ...env, PATH: "" })).toEqual(["prod"]);
  });

  it("is never what a shell would run", async () => {
    const names = ["$(touch x)", "`touch x`", "a;touch x", "a b", "a\nb", "'x'", "a|b", "~root", "a\u202Eb"];
    const objects = names.map((name) =>
      JSON.stringify({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name, namespace: "shop" },
        spec: { containers: [] },
      }),
    );
    const folder = folderWith({ "a.yaml": stream(SHOP, ...objects.map((each) => `${each}\n`)) });
    expect(await completed(["explain", "-f", "a.yaml", ""], folder)).toEqual([
      "shop/cart",
      "shop/web",
      "internet",
    ]);
  });
});

/** A folder with the built program as `anp`, for shells. */
function shellFolder(): string {
  const cwd = folderWith({ "a.yaml": SHOP });
  writeFileSync(`${cwd}/anp`, `#!/bin/sh\nexec '${process.execPath}' '${process.cwd()}/bin/anp.js' "$@"\n`);
  chmodSync(`${cwd}/anp`, 0o755);
  return cwd;
}

function has(shell: string): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

/** What a shell prints that has loaded its script. */
function inShell(shell: "bash" | "zsh" | "fish", program: string, arg = "-c"): readonly string[] {
  const cwd = shellFolder();
  const script = execFileSync(`${cwd}/anp`, ["completion", shell], { encoding: "utf8" });
  writeFileSync(`${cwd}/script`, script);
  const env = { ...process.env, PATH: `${cwd}:${process.env["PATH"]}`, HOME: cwd };
  const said = execFileSync(shell, [arg, program], { cwd, env, encoding: "utf8" });
  return said.split("\n").filter((line) => line !== "");
}

// A shell that is not installed has no line to complete.
describe("the script for a shell", () => {
  it.skipIf(!has("bash"))("completes in bash", () => {
    const ask = (...words: readonly string[]): string =>
      `COMP_WORDS=(anp ${words.map((each) => `'${each}'`).join(" ")}); COMP_CWORD=${words.length}; _anp; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const program = [
      "source ./script",
      ask("expl"),
      ask("explain", "-f", "a.yaml", "shop/w"),
      ask("rules", "dns-egress"),
    ];
    expect(inShell("bash", program.join("\n"))).toEqual(["explain", "shop/web", "dns-egress-missing"]);
  });

  it.skipIf(!has("fish"))("completes in fish", () => {
    const program = "source ./script; complete -C 'anp expl'; complete -C 'anp explain -f a.yaml shop/w'";
    expect(inShell("fish", program)).toEqual([
      "explain\tshow why traffic is allowed or denied",
      "shop/web\tPod",
    ]);
  });

  it.skipIf(!has("zsh"))("completes in zsh", () => {
    // Completion needs a line editor: what the function would add is printed in its place.
    const program = `
      compdef() { :; }
      compadd() { print -l -- "\${(@P)4}"; }
      _files() { print files; }
      source ./script
      words=(anp expl); CURRENT=2; _anp
      words=(anp explain -f a.yaml shop/w); CURRENT=5; _anp
      words=(anp lint ""); CURRENT=3; _anp`;
    expect(inShell("zsh", program, "-fc")).toEqual(["explain", "shop/web", "files"]);
  });

  it("asks the program for what is behind the name, whichever shell it is", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const { stdout } = await runAnp(["completion", shell]);
      expect(stdout).toContain("anp __complete");
    }
    expect((await runAnp(["completion", "tcsh"])).code).toBe(2);
  });
});

describe("the manual", () => {
  it("has every command with its options and examples, and nothing that roff would take for a command", async () => {
    const { stdout } = await runAnp(["__manual"]);
    for (const text of [
      ".SH ANP EXPLAIN",
      ".B \\-\\-suggest",
      ".B \\-o, \\-\\-output <format[=file]>",
      ".SH EXIT STATUS",
      ".SH ENVIRONMENT\n.TP\n.B KUBECONFIG\n",
      ".SH FILES\n.TP\n.B anp.yaml\n",
      "exit 1 for findings at this level or above (one of error, warning, info, never; default: error)",
      "largest file to read (default: 10000000)",
    ])
      expect(stdout).toContain(text);
    expect(stdout).toContain("anp explain \\-f manifests shop/web payments/db \\-\\-port 5432");
    const known = /^\.(?:TH|SH|SS|TP|PP|B|I|nf|fi)(?: |$)/;
    expect(stdout.split("\n").filter((line) => /^[.']/.test(line) && !known.test(line))).toEqual([]);
  });

  it.skipIf(!existsSync("/usr/bin/groff"))("is set by groff without a warning", async () => {
    const { stdout } = await runAnp(["__manual"]);
    const { stderr, stdout: set } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-rLL=100n"], {
      input: stdout,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(set.length).toBeGreaterThan(10_000);
  });
});
