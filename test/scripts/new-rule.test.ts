import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ID = "name-of-a-moon";
const NEW = [`src/linter/rules/${ID}/`, `test/linter/rules/${ID}.test.ts`];
const CHANGED = [
  "CHANGELOG.md",
  "src/cluster/problems/facts.ts",
  "src/linter/rules/categories.ts",
  "src/linter/rules/index.ts",
];

/** What a copy of the tree needs to make a rule, check its types and run its tests. */
const PARTS = [
  "CHANGELOG.md",
  ".oxfmtrc.json",
  "docs/semantics.md",
  "package.json",
  "schemas",
  "scripts",
  "src",
  "test/linter/rules",
  "test/support",
  "tsconfig.json",
  "vitest.config.ts",
];

describe("npm run new-rule", () => {
  let tree = "";
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: tree,
      encoding: "utf8",
    });
  const make = (...args: readonly string[]): { readonly status: number | null; readonly stderr: string } =>
    spawnSync(process.execPath, ["scripts/new-rule.mjs", ...args], { cwd: tree, encoding: "utf8" });
  const run = (
    program: string,
    ...args: readonly string[]
  ): { readonly status: number | null; readonly said: string } => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, "node_modules", program), ...args],
      {
        cwd: tree,
        encoding: "utf8",
        env: { ...process.env, NO_COLOR: "1", VITEST: undefined },
      },
    );
    return { status, said: stdout + stderr };
  };

  beforeAll(() => {
    tree = folderWith({});
    for (const part of PARTS) {
      mkdirSync(dirname(join(tree, part)), { recursive: true });
      cpSync(join(ROOT, part), join(tree, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
    git("init", "-q");
    git("add", "--all", ":!node_modules");
    git("commit", "-qm", "before");
  });

  it.each([
    [[], "give one id"],
    [["Two_Moons"], "an id is words in lower case with dashes"],
    [["label-typo"], "src/linter/rules/label-typo is there already"],
    [["moon", "--level", "fatal"], "levels are error, warning, info"],
    [["moon", "--category", "lunar"], "categories are "],
    [["moon", "--reference", "MOON-1"], 'docs/semantics.md has no rule "MOON-1"'],
    [["moon", "--phase", "full"], "'--phase'"],
  ] as const)("refuses %j and changes nothing", (args, message) => {
    const { status, stderr } = make(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(git("status", "--porcelain", "--", ":!node_modules")).toBe("");
  });

  it("makes a rule that is registered, has its types and passes its tests, and says until then that it is not written", () => {
    const made = make(
      ID,
      "--level",
      "error",
      "--category",
      "risky",
      "--reference",
      "S-WL-1",
      "--summary",
      "a policy called as a moon",
    );
    expect([made.status, made.stderr]).toEqual([0, ""]);
    const status = git("status", "--porcelain", "--", ":!node_modules").trim().split("\n");
    expect(status.map((line) => line.trim())).toEqual([
      ...CHANGED.map((path) => `M ${path}`),
      ...NEW.map((path) => `?? ${path}`),
    ]);
    expect(readFileSync(join(tree, "CHANGELOG.md"), "utf8")).toContain(
      `### Added\n\n- Rule \`${ID}\`: a policy called as a moon.\n`,
    );
    const walk = readFileSync(join(ROOT, "docs/adding.md"), "utf8").split("\n## ")[1] ?? "";
    for (const path of [...CHANGED, ...NEW]) expect(walk).toContain(`\`${path.replace(ID, "ID")}`);
    expect(run("typescript/bin/tsc", "--noEmit", "-p", ".")).toEqual({ status: 0, said: "" });
    expect(run("oxfmt/bin/oxfmt", "--check", ...CHANGED.slice(1), ...NEW).status).toBe(0);
    const tests = ["test/linter/rules/examples.test.ts", `test/linter/rules/${ID}.test.ts`];
    const { status: failed, said } = run("vitest/vitest.mjs", "run", ...tests, "-t", `${ID}|catalogue`);
    expect(failed).toBe(1);
    expect(said).toContain("has no rule that is as `npm run new-rule` made it");
    expect(said).toMatch(/Tests {2}1 failed \| 7 passed/);
  });
});
