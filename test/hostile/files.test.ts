import { chmodSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync, closeSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { expectSound, runInside, runProgram, type RunInside } from "./program.js";
import { folderWith } from "../support/folder.js";

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;

/** The same with a port that is none: read means found. */
const BAD_PORT = policyNamed("web").replace(
  "[Ingress] }",
  "[Ingress], ingress: [{ ports: [{ port: 99999 }] }] }",
);

function policyNamed(name: string): string {
  return POLICY.replace("name: db", `name: ${name}`);
}

/** Lines of findings, without those of rules about what a policy means. */
function findings({ stdout }: RunInside): string[] {
  return stdout.split("\n").filter((line) => / error\[/.test(line));
}

async function lint(cwd: string, ...args: readonly string[]): Promise<RunInside> {
  const run = await runInside(["lint", ...args, "-o", "compact"], { cwd });
  expectSound(run);
  return run;
}

describe.concurrent("links", () => {
  function tree(): { inside: string; root: string } {
    const root = folderWith({ "outside/secret.yaml": BAD_PORT, "tree/good.yaml": POLICY });
    return { root, inside: join(root, "tree") };
  }

  it("out of the tree are not followed, and a finding", async () => {
    const { inside } = tree();
    symlinkSync("../outside/secret.yaml", join(inside, "link.yaml"));
    const run = await lint(inside, ".");
    expect(findings(run)).toEqual(["link.yaml:1:1: error[not-analysed]: a symbolic link was not followed"]);
    expect(run.code).toBe(3);
  });

  it("out of the tree are not followed on request either", async () => {
    const { inside } = tree();
    symlinkSync("../outside/secret.yaml", join(inside, "link.yaml"));
    symlinkSync("/etc", join(inside, "etc"));
    const run = await lint(inside, ".", "--follow-symlinks", "-v");
    expect(findings(run)).toEqual(["link.yaml:1:1: error[not-analysed]: a symbolic link was not followed"]);
    expect(run.code).toBe(3);
  });

  it("between the given folders are followed on request", async () => {
    const { root, inside } = tree();
    symlinkSync("../outside/secret.yaml", join(inside, "link.yaml"));
    const run = await lint(root, "tree", "outside", "--follow-symlinks");
    expect(findings(run)).toEqual([expect.stringMatching(/^tree\/link\.yaml:4:78: error\[schema\]/)]);
    expect(run.code).toBe(1);
  });

  it("in a circle are walked once", async () => {
    const { inside } = tree();
    symlinkSync(".", join(inside, "again"));
    symlinkSync("../tree", join(inside, "and-again.yaml"));
    symlinkSync("b.yaml", join(inside, "a.yaml"));
    symlinkSync("a.yaml", join(inside, "b.yaml"));
    const run = await lint(inside, ".", "--follow-symlinks", "-v");
    expect(findings(run)).toEqual(["a.yaml:1:1: error[not-analysed]: 2 symbolic links were not followed"]);
    expect(run.stderr).toMatch(/^loaded 1 file, 1 object/);
    expect(run.code).toBe(3);
  });

  it.each(["nowhere.yaml", "loop.yaml"])(
    "that lead nowhere are a finding where they are named: %s",
    async (name) => {
      const { inside } = tree();
      symlinkSync(name === "loop.yaml" ? "loop.yaml" : "/nowhere", join(inside, name));
      for (const options of [[], ["--follow-symlinks"]]) {
        const run = await lint(inside, name, ...options);
        expect(findings(run)).toEqual([expect.stringContaining("a symbolic link was not followed")]);
        expect(run.code).toBe(3);
      }
    },
  );

  it("to a file that is walked too do not read it twice", async () => {
    const folder = folderWith({ "real.yaml": BAD_PORT });
    symlinkSync("real.yaml", join(folder, "link.yaml"));
    const run = await lint(folder, ".", "./real.yaml", "--follow-symlinks", "-v");
    expect(findings(run)).toHaveLength(1);
    expect(run.stderr).toMatch(/^loaded 1 file, 1 object/);
  });
});

describe.concurrent("what is no regular file is a finding, and never waited for", () => {
  it("a FIFO, walked and named", async () => {
    const folder = folderWith({ "good.yaml": POLICY });
    execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
    for (const path of [".", "pipe.yaml"]) {
      const run = await lint(folder, path);
      expect(findings(run)).toEqual(["pipe.yaml:1:1: error[not-analysed]: not a regular file"]);
      expect(run.code).toBe(3);
    }
  });

  it("a socket", async () => {
    const folder = folderWith({});
    const server = createServer().listen(join(folder, "socket.yaml"));
    try {
      const run = await lint(folder, ".");
      expect(findings(run)).toEqual(["socket.yaml:1:1: error[not-analysed]: not a regular file"]);
    } finally {
      server.close();
    }
  });

  it.each(["/dev/zero", "/dev/tty", "/dev/null"])("%s", async (device) => {
    const run = await runInside(["lint", device, "-o", "compact"]);
    expectSound(run);
    expect(findings(run)).toEqual([
      expect.stringMatching(/error\[not-analysed\]: (?:not a regular file|the file cannot be read)/),
    ]);
    expect(run.code).toBe(3);
  });
});

describe.concurrent("what may not be read is a finding", () => {
  // Root may read everything: then the program runs as another user.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const user = uid === undefined ? {} : { uid };

  it("a file, and a folder", async () => {
    const folder = folderWith({ "locked.yaml": POLICY, "locked/a.yaml": POLICY, "listed/b.yaml": POLICY });
    for (const [path, mode] of [
      ["locked.yaml", 0],
      ["locked", 0],
      ["listed", 0o444],
      ["", 0o755],
    ] as const)
      chmodSync(join(folder, path), mode);
    const run = await runProgram(["lint", ".", "-o", "compact"], { cwd: folder, ...user });
    chmodSync(join(folder, "locked"), 0o755);
    expectSound(run);
    expect(findings(run).map((line) => line.replace(/: error.*: /, " "))).toEqual([
      "listed/b.yaml:1:1 `EACCES`",
      "locked:1:1 `EACCES`",
      "locked.yaml:1:1 `EACCES`",
    ]);
    expect(run.code).toBe(3);
  });
});

describe.concurrent("limits", () => {
  it("10 MB for a file, whatever it holds", async () => {
    const folder = folderWith({ "padded.yaml": POLICY, "good.yaml": POLICY });
    truncateSync(join(folder, "padded.yaml"), 10_000_001);
    const run = await lint(folder, ".");
    expect(findings(run)).toEqual([
      "padded.yaml:1:1: error[not-analysed]: the file is larger than 10000000 bytes",
    ]);
    expect(run.code).toBe(3);
  });

  it("for JSON that is named more, but not for YAML with its name", async () => {
    const folder = folderWith({ "a.json": "", "b.json": "" });
    const padding = " ".repeat(10_000_000);
    writeFileSync(
      join(folder, "a.json"),
      `{"apiVersion": "v1", "kind": "Namespace",${padding}"metadata": {}}`,
    );
    writeFileSync(join(folder, "b.json"), POLICY + padding);
    const run = await lint(folder, "a.json", "b.json", "-v");
    expect(findings(run)).toEqual([
      "b.json:1:1: error[not-analysed]: the file is larger than 10000000 bytes",
    ]);
    expect(run.stderr).toMatch(/^loaded 1 file, 1 object: 1 Namespace/);
  });

  it.each([
    ["--max-file-size", "100", 3, "the file is larger than 100 bytes"],
    ["--max-files", "2", 1, "more than 2 files"],
    ["--max-total-size", "300", 1, "more than 300 bytes in total"],
    ["--timeout", "0", 1, "the time limit was reached"],
  ])("%s %s", async (option, value, count, words) => {
    const folder = folderWith(
      Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.yaml`, policyNamed(name)])),
    );
    const run = await lint(folder, ".", option, value);
    expect(findings(run)).toHaveLength(count);
    for (const line of findings(run)) expect(line).toContain(words);
    expect(run.code).toBe(3);
  });

  it("standard input", async () => {
    const run = await runInside(["lint", "-", "--max-file-size", "100", "-o", "compact"], { stdin: POLICY });
    expectSound(run);
    expect(findings(run)).toEqual([
      "(standard input):1:1: error[not-analysed]: the file is larger than 100 bytes",
    ]);
    expect(run.code).toBe(3);
  });

  it("folders deeper than the system has names for", async () => {
    const folder = folderWith({ "good.yaml": POLICY });
    const name = "d".repeat(250);
    const script = `for i in $(seq 20); do mkdir ${name} && cd ${name} || exit 1; done; printf x > a.yaml`;
    execFileSync("bash", ["-c", script], { cwd: folder });
    const run = await lint(folder, ".");
    expect(findings(run)).toEqual([expect.stringContaining("the file cannot be read: `ENAMETOOLONG`")]);
    expect(run.code).toBe(3);
    execFileSync("rm", ["-rf", join(folder, name)]);
  });
});

describe.concurrent("paths that are not there are a mistake of the caller's", () => {
  it.each(["missing.yaml", "good.yaml/below", `${"long".repeat(100)}.yaml`, "*.json", "missing/**/*.yaml"])(
    "%s",
    async (path) => {
      const run = await runInside(["lint", path], { cwd: folderWith({ "good.yaml": POLICY }) });
      expectSound(run);
      expect(run.stderr).toMatch(/^anp: (?:file not found: |no file matches )/);
      expect(run.code).toBe(2);
    },
  );
});

describe.concurrent("names of files", () => {
  const NAMES = [
    "\x1b[31mred.yaml",
    "new\nline.yaml",
    "::error::x.yaml",
    "##[add-path]x.yaml",
    "##vso[task]x.yaml",
    "\u202etxt.yaml",
    "a|b`c<img>.yaml",
    "100%.yaml",
  ];

  function folder(): string {
    const made = folderWith({});
    for (const name of NAMES) closeSync(openSync(join(made, name), "w"));
    for (const name of NAMES) writeFileSync(join(made, name), BAD_PORT);
    mkdirSync(join(made, "--help"));
    writeFileSync(join(made, "--help", "-o.yaml"), BAD_PORT);
    return made;
  }

  it.each(["text", "compact", "json", "sarif", "github"])("command nothing in %s", async (format) => {
    const run = await runInside(["lint", ".", "-o", format], { cwd: folder() });
    expectSound(run);
    expect(run.stdout).not.toMatch(/##(?:\[|vso\[)/);
    const starts = run.stdout.split("\n").filter((line) => line.trimStart().startsWith("::"));
    const isCommand = /^::(?:error|warning|notice) [^:]*::[^\r\n]*$/;
    if (format === "github") for (const line of starts) expect(line).toMatch(isCommand);
    else expect(starts).toEqual([]);
    expect(run.code).toBe(1);
  });

  it("command nothing on standard error", async () => {
    const run = await runInside(["lint", ".", "-v", "--exclude", "*"], { cwd: folder() });
    expectSound(run);
    expect(run.stderr).not.toMatch(/^::|##(?:\[|vso\[)/m);
  });

  it("that look like options are paths behind --", async () => {
    const run = await runInside(["lint", "-o", "compact", "--", "--help"], { cwd: folder() });
    expect(findings(run)).toEqual([expect.stringMatching(/^--help\/-o\.yaml:4:78: error\[schema\]/)]);
  });

  it("that are no options are named safely", async () => {
    const run = await runInside(["lint", "--\x1b[31m::error::x"], { cwd: folder() });
    expectSound(run);
    expect(run.code).toBe(2);
  });
});
