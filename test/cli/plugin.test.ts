import { readFileSync, symlinkSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { withProgramName } from "../../src/cli/program-name.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
}

/** Runs `kubectl anp` with the program on PATH under the name that the package gives it. */
function kubectlAnp(...args: readonly string[]): { code: number | null; stdout: string; stderr: string } {
  const { bin } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as Manifest;
  const folder = folderWith({});
  symlinkSync(join(ROOT, bin["kubectl-anp"] ?? ""), join(folder, "kubectl-anp"));
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  const { status, stdout, stderr } = spawnSync("kubectl", ["anp", ...args], { encoding: "utf8", env });
  return { code: status, stdout, stderr };
}

describe("kubectl anp", () => {
  it("answers as anp does, with its exit code", () => {
    const args = ["explain", "-f", `${ROOT}fixtures/demo`, "shop/batch", "payments/db", "--port", "5432"];
    const { code, stdout } = kubectlAnp(...args, "--exit-code");
    expect(stdout).toMatch(/^DENIED +shop\/batch/);
    expect(code).toBe(1);
  });

  it("shows in its help how it was called, and where flags go", () => {
    const { code, stdout } = kubectlAnp("explain", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: kubectl anp explain [options]");
    expect(stdout).toContain("  kubectl anp explain -f manifests shop/web payments/db --port 5432");
    expect(stdout).toContain("Flags go behind anp");
    expect(stdout).not.toMatch(/(?<!kubectl )anp explain/);
    expect(stdout).not.toContain("kubectl kubectl");
  });

  it("names itself in its hints", () => {
    const { code, stderr } = kubectlAnp("explian");
    expect(code).toBe(2);
    expect(stderr).toContain("run kubectl anp --help for a list of commands");
  });
});

describe("withProgramName", () => {
  it.each([
    ["  anp lint k8s", "  kubectl anp lint k8s"],
    ["helm template . | anp lint -", "helm template . | kubectl anp lint -"],
    ["Usage: kubectl anp lint", "Usage: kubectl anp lint"],
    ["bin/anp lint, x-anp lint, anp: a word", "bin/anp lint, x-anp lint, anp: a word"],
  ])("%j", (text, expected) => {
    expect(withProgramName(text, "kubectl anp")).toBe(expected);
    expect(withProgramName(text, "anp")).toBe(text);
  });
});
