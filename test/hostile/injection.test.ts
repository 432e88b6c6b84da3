import { describe, expect, it } from "vitest";
import { expectSound, runInside, type RunInside } from "./program.js";

async function lint(fixture: string, ...args: readonly string[]): Promise<RunInside> {
  const run = await runInside(["lint", fixture, ...args]);
  expectSound(run);
  return run;
}

describe.concurrent("commands in names and comments reach nobody", () => {
  const fixture = "commands-in-names.yaml";

  it.each(["text", "compact", "json", "sarif", "github"])("-o %s", async (format) => {
    const run = await lint(fixture, "-o", format);
    expect(run.stdout).not.toMatch(/##(?:\[|vso\[)/);
    if (format !== "github") expect(run.stdout).not.toMatch(/^\s*::/m);
    expect(run.code).toBe(1);
  });

  it("explain, in text and Markdown", async () => {
    for (const format of ["text", "md"]) {
      const args = [
        "explain",
        "-f",
        fixture,
        "##[add-path]/tmp/a=b",
        "10.0.0.2",
        "--port",
        "80",
        "-o",
        format,
      ];
      const run = await runInside(args);
      expectSound(run);
      expect(run.stdout).not.toMatch(/##(?:\[|vso\[)|^\s*::/m);
      expect(run.code).toBe(3);
    }
  });

  it("in GitHub Actions, annotations are the only commands", async () => {
    const run = await runInside(["lint", fixture], { env: { GITHUB_ACTIONS: "true" } });
    expectSound(run);
    const lines = run.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(10);
    for (const line of lines) expect(line).toMatch(/^::error (?:file=[^:]*,line=\d+,|title=)[^:]*::[^\n]+$/);
    expect(run.stdout).toContain("`\\u{202e}txt.exe\\u{202c}\\u{200b}`");
  });

  it("the source is shown as it is written, and its values as escapes", async () => {
    const { stdout } = await lint(fixture);
    expect(stdout).toContain('"\\e[31mred\\e[0m"');
    expect(stdout).toContain("`\\x1b[31mred\\x1b[0m` is not a label value");
  });
});

describe.concurrent("paths that a source comment names", () => {
  it("are shown, with the line in the stream", async () => {
    const { stdout } = await lint("source-comments.yaml", "-o", "compact");
    const errors = stdout.split("\n").filter((line) => line.includes("error[schema]"));
    expect(errors.map((line) => line.split(" ")[0])).toEqual([
      "//evil.example/pixel.yaml:5:49:",
      "../../etc/passwd:11:49:",
      "javascript:alert(1):17:49:",
    ]);
  });

  it("are relative URIs in SARIF: no host, no scheme", async () => {
    const { stdout } = await lint("source-comments.yaml", "-o", "sarif");
    const uris = [...stdout.matchAll(/"uri": "(.*)"/g)].map(([, uri]) => uri);
    expect([...new Set(uris)].toSorted()).toEqual([
      "../../etc/passwd",
      "/evil.example/pixel.yaml",
      "javascript%3Aalert(1)",
    ]);
  });
});
