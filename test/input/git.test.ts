import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  change,
  commitAll,
  commitTree,
  ENV,
  git,
  repositoryWith,
  trap,
  writeBlob,
  writeTree,
} from "./git-repository.js";
import { folderWith } from "../support/folder.js";
import { GitError } from "../../src/input/git-error.js";
import { readGitInputs, type GitInputOptions } from "../../src/input/git.js";
import { readInputs } from "../../src/input/inputs.js";
import type { FileInput as Input } from "../../src/cluster/load/input.js";
import type { InputLimits } from "../../src/input/limits.js";

const LIMITS: InputLimits = { fileSize: 1000, namedJsonSize: 2000, files: 30, totalSize: 10_000 };

function optionsOf(cwd: string, given: Partial<GitInputOptions>): GitInputOptions {
  return { revision: "first", paths: ["."], cwd, exclude: [], limits: LIMITS, env: ENV, ...given };
}

async function collected(inputs: AsyncIterable<Input>): Promise<Input[]> {
  const all: Input[] = [];
  for await (const input of inputs) all.push(input);
  return all;
}

/** What a revision holds, a line each: the text of a file, or why there is none. */
async function at(cwd: string, given: Partial<GitInputOptions> = {}): Promise<string[]> {
  return (await collected(readGitInputs(optionsOf(cwd, given)))).map(line);
}

function line(input: Input): string {
  if (input.type === "file")
    return `${input.isNamed ? "named " : ""}${input.file.name}: ${input.file.text.trimEnd()}`;
  if (input.type === "other") return `${input.name} is other: ${input.reason}`;
  if (input.type === "chart") return `${input.name} is a chart`;
  return `${input.name} is not read: ${input.reason} ${input.detail ?? ""}`.trimEnd();
}

/** The error that reading ends with. */
async function failure(cwd: string, given: Partial<GitInputOptions> = {}): Promise<GitError> {
  try {
    await at(cwd, given);
  } catch (error) {
    if (error instanceof GitError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a revision", () => {
  it("is read as it was, whatever became of the working tree", async () => {
    const folder = repositoryWith({ "kept.yaml": "k", "changed.yaml": "before", "deleted.yaml": "d" });
    git(folder, ["mv", "kept.yaml", "renamed.yaml"]);
    change(folder, { "changed.yaml": "after", "deleted.yaml": undefined, "added.yaml": "a" });
    expect(await at(folder)).toEqual(["changed.yaml: before", "deleted.yaml: d", "kept.yaml: k"]);
    commitAll(folder);
    const after = ["added.yaml: a", "changed.yaml: after", "renamed.yaml: k"];
    expect(await at(folder, { revision: "main" })).toEqual(after);
  });

  it.each(["main", "HEAD", "first", "annotated", "main~1", "@{0}", "HEAD^{/as it}"])(
    "may be called %s",
    async (revision) => {
      const folder = repositoryWith({ "a.yaml": "a" });
      git(folder, ["tag", "-a", "-m", "with a message", "annotated"]);
      commitAll(folder);
      expect(await at(folder, { revision })).toEqual(["a.yaml: a"]);
    },
  );

  it("may be a commit's id, whole or shortened", async () => {
    const folder = repositoryWith({ "a.yaml": "a" });
    const id = git(folder, ["rev-parse", "HEAD"]);
    for (const revision of [id, id.slice(0, 9)])
      expect(await at(folder, { revision })).toEqual(["a.yaml: a"]);
  });

  it("may be of a repository with ids of SHA-256", async () => {
    const folder = folderWith({ "a.yaml": "a" });
    git(folder, ["init", "-q", "--object-format=sha256"]);
    commitAll(folder);
    expect(await at(folder, { revision: "HEAD" })).toEqual(["a.yaml: a"]);
  });

  it.each([
    "nowhere",
    "",
    "^main",
    "first..main",
    "main:a.yaml",
    "main^{tree}",
    "--upload-pack=touch",
    "--all",
    "-n1",
    "--output=stolen.yaml",
    "main\0--all",
    "main\nfirst",
    "$(touch stolen.yaml)",
    "`touch stolen.yaml`; touch stolen.yaml",
  ])("is unknown where it names no commit: %j", async (revision) => {
    const folder = repositoryWith({ "a.yaml": "a" });
    const error = await failure(folder, { revision });
    expect(error.message).toBe(`no such git revision: ${revision}`);
    expect(error.hints[0]).toContain("run git fetch first");
    expect((await collected(readInputs(worktreeOf(folder)))).map(line)).toEqual(["a.yaml: a"]);
  });
});

/** The same selection of the working tree. */
function worktreeOf(cwd: string, given: Partial<GitInputOptions> = {}): Parameters<typeof readInputs>[0] {
  const { paths, exclude, limits } = optionsOf(cwd, given);
  return { paths, cwd, exclude, limits, followsLinks: false, stdin: nothing(), stdinName: "stdin", env: ENV };
}

async function* nothing(): AsyncGenerator<string> {}

describe("what is read of a revision is what is read of its working tree", () => {
  const folder = repositoryWith({
    "B.yaml": "B",
    "a.yaml": "a",
    "a/b.yml": "b",
    "a-b.yaml": "between a and a/",
    "c.JSON": "{}",
    LICENSE: "l",
    "é/ü.yaml": "not ASCII",
    "with\nbreak.yaml": "n",
    "[x].yaml": "a bracket is no wildcard",
    ".hidden.yaml": "h",
    "k8s/big.yaml": "#".repeat(1001),
    "k8s/big.json": `{"a":"${"b".repeat(1500)}"}`,
    "k8s/base/kustomization.yaml": "resources: []",
    "k8s/chart/Chart.yaml": "c",
    "k8s/chart/templates/policy.yaml": "p",
    "k8s/deep/er/policy.yaml": "d",
    "k8s/deep/er/notes.md": "n",
    "k8s/invalid.yaml": "text",
    "k8s/test/t.yaml": "t",
    "node_modules/x.yaml": "x",
  });
  writeFileSync(join(folder, "k8s/invalid.yaml"), Buffer.from([0x61, 0xff]));
  symlinkSync("a.yaml", join(folder, "link.yaml"));
  symlinkSync("k8s", join(folder, "linked"));
  commitAll(folder);

  it.each<[string, readonly string[], string]>([
    ["the folder", ["."], "."],
    ["nothing but folders below", ["k8s", "a"], "."],
    ["a folder with ./", ["./k8s/"], "."],
    ["files", ["k8s/deep/er/policy.yaml", "LICENSE", "k8s/big.json", "[x].yaml", "é/ü.yaml"], "."],
    ["a file again in its folder", ["k8s/deep/../deep/er/policy.yaml", "k8s/deep"], "."],
    ["a glob of files", ["*.yaml"], "."],
    ["a glob below a folder", ["k8s/**/*.yaml"], "."],
    ["a glob of folders", ["k8s/*/er/*"], "."],
    ["a glob over a chart", ["k8s/*/templates/*.yaml"], "."],
    ["a link, and a file beside it", ["link.yaml", "linked", "a.yaml"], "."],
    ["what is skipped elsewhere, named itself", ["node_modules"], "."],
    ["a sub-folder, from inside", ["."], "k8s"],
    ["files of a sub-folder, from inside", ["deep", "./test/t.yaml"], "k8s"],
    ["folders above", ["..", "../../a"], "k8s/deep"],
    ["a glob above", ["../../a/*", "../*.json"], "k8s/deep"],
    ["absolute paths", [join(folder, "a"), join(folder, "k8s/d*/**")], "k8s"],
  ])("%s", async (_what, paths, from) => {
    const cwd = join(folder, from);
    const exclude = ["k8s/test", "**/deep/er/*.md"];
    const revision = "HEAD";
    const expected = await collected(readInputs(worktreeOf(cwd, { paths, exclude })));
    expect(expected.length).toBeGreaterThan(0);
    expect(await collected(readGitInputs(optionsOf(cwd, { paths, exclude, revision })))).toEqual(expected);
  });

  it("links on the way to a path included", async () => {
    const through = { paths: ["linked/deep/er/policy.yaml"], revision: "HEAD" };
    expect(await at(folder, through)).toEqual([
      "linked/deep/er/policy.yaml is not read: symbolic-link linked",
    ]);
  });
});

describe("node_modules", () => {
  const folder = repositoryWith({
    ".gitignore": "node_modules/untracked/\n",
    "a.yaml": "a",
    "node_modules/b.yaml": "b",
    "node_modules/b.json": "{}",
    "x/node_modules/y/c.yaml": "c",
  });
  change(folder, {
    "node_modules/untracked/d.yaml": "d",
    "x/node_modules/e.yaml": "e",
    "z/node_modules/f.yaml": "f",
  });
  const now = async (given: Partial<GitInputOptions> = {}): Promise<string[]> =>
    (await collected(readInputs(worktreeOf(folder, given)))).map(line);

  it("is read as far as git tracks it: it comes with the repository", async () => {
    const tracked = [
      "a.yaml: a",
      "node_modules/b.json: {}",
      "node_modules/b.yaml: b",
      "x/node_modules/y/c.yaml: c",
    ];
    expect(await now()).toEqual([...tracked, "z/node_modules is other: node_modules"]);
    expect(await at(folder)).toEqual(tracked);
    expect(await now({ paths: ["**/*.yaml"] })).toEqual([
      ...tracked.filter((each) => !each.includes(".json")).map((each) => `named ${each}`),
      "z/node_modules is other: node_modules",
    ]);
  });

  it("is read whole where it is named, and nothing of it twice", async () => {
    expect((await now({ paths: ["node_modules"] })).length).toBe(3);
    expect(await now({ paths: [".", "node_modules"] })).toEqual([
      ...(await now()),
      "node_modules/untracked/d.yaml: d",
    ]);
  });

  it("is left out where no git can be asked", async () => {
    const options = { ...worktreeOf(folder), env: { PATH: "/nowhere" } };
    expect((await collected(readInputs(options))).map(line)).toEqual([
      "a.yaml: a",
      "node_modules is other: node_modules",
      "x/node_modules is other: node_modules",
      "z/node_modules is other: node_modules",
    ]);
  });
});

describe("what is excluded", () => {
  const folder = repositoryWith({ "a.yaml": "a", "test/b.yaml": "b", "x/test/c.yaml": "c" });

  it("is named, by its path from the folder that is worked in", async () => {
    expect(await at(folder, { exclude: ["test"] })).toEqual([
      "a.yaml: a",
      "test is other: excluded",
      "x/test is other: excluded",
    ]);
    expect(await at(join(folder, "x"), { paths: [".."], exclude: ["../test/*"] })).toEqual([
      "../a.yaml: a",
      "../test/b.yaml is other: excluded",
      "../x/test/c.yaml: c",
    ]);
  });
});

describe("limits", () => {
  const folder = repositoryWith({
    "a.yaml": "a",
    "b.yaml": "b".repeat(1001),
    "c.yaml": "c".repeat(1000),
    "d.yaml": "d",
  });

  it("on the size of a file: those behind it are read", async () => {
    expect(await at(folder)).toEqual([
      "a.yaml: a",
      "b.yaml is not read: file-too-large 1000",
      `c.yaml: ${"c".repeat(1000)}`,
      "d.yaml: d",
    ]);
  });

  it("on the number of files and on all of them, said once", async () => {
    expect(await at(folder, { paths: ["d.yaml", "a.yaml", "."], limits: { ...LIMITS, files: 1 } })).toEqual([
      "named d.yaml: d",
      "a.yaml is not read: too-many-files 1",
    ]);
    expect(await at(folder, { limits: { ...LIMITS, totalSize: 900 } })).toEqual([
      "a.yaml: a",
      "b.yaml is not read: file-too-large 1000",
      "c.yaml is not read: total-too-large 900",
    ]);
  });

  it("on the files of the revision, of which a few objects can make millions", async () => {
    const bomb = repositoryWith({});
    let tree = writeTree(bomb, [{ mode: "100644", id: writeBlob(bomb, "x"), name: "x.yaml" }]);
    for (let depth = 0; depth < 30; depth++)
      tree = writeTree(
        bomb,
        ["a", "b"].map((name) => ({ mode: "040000", id: tree, name })),
      );
    const revision = git(bomb, ["commit-tree", "-m", "bomb", tree]);
    expect(await at(bomb, { revision, paths: ["a"] })).toEqual(["a is not read: too-many-files 1500"]);
  });

  it("on time: the first file that was not read any more says so", async () => {
    const controller = new AbortController();
    const inputs = readGitInputs(optionsOf(folder, { signal: controller.signal }));
    const first = await inputs.next();
    controller.abort();
    expect([first.value, ...(await collected(inputs))].map(line)).toEqual([
      "a.yaml: a",
      "b.yaml is not read: timeout",
    ]);
    expect(await at(folder, { paths: ["b.yaml"], signal: AbortSignal.abort() })).toEqual([
      "b.yaml is not read: timeout",
    ]);
  });

  it("need no end of what is not wanted any more", async () => {
    const inputs = readGitInputs(optionsOf(folder, {}));
    expect(line((await inputs.next()).value)).toBe("a.yaml: a");
    expect(await inputs.return(undefined)).toEqual({ value: undefined, done: true });
  });
});

describe("a path that is not there at the revision", () => {
  const folder = repositoryWith({ "a.yaml": "a", "k8s/b.yaml": "b" });
  change(folder, { "later/c.yaml": "c" });

  it("is empty, and told", async () => {
    const missing: string[] = [];
    const onMissing = (path: string): void => void missing.push(path);
    const paths = ["later", "a.yaml", "k8s/*.json", "a.yaml/b", "gone/*/x.yaml"];
    expect(await at(folder, { paths, onMissing })).toEqual(["named a.yaml: a"]);
    expect(missing).toEqual(["later", "k8s/*.json", "a.yaml/b", "gone/*/x.yaml"]);
  });

  it("need not be told", async () => {
    expect(await at(folder, { paths: ["later"] })).toEqual([]);
    expect(await at(join(folder, "later"))).toEqual([]);
  });

  it("is told for the working tree in the same way", async () => {
    const missing: string[] = [];
    const given = worktreeOf(folder, { paths: ["gone", "later", "*.json"] });
    const inputs = readInputs({ ...given, onMissing: (path) => void missing.push(path) });
    expect((await collected(inputs)).map(line)).toEqual(["later/c.yaml: c"]);
    expect(missing).toEqual(["gone", "*.json"]);
  });
});

describe("a path that no revision can have", () => {
  const folder = repositoryWith({ "a.yaml": "a" });

  it.each(["..", "../*/a.yaml", "/", "/etc/passwd", `../${basename(folder)}-beside`])(
    "lies outside of the repository: %s",
    async (path) => {
      expect(await failure(folder, { paths: ["a.yaml", path] })).toMatchObject({
        message: `outside of the git repository: ${path}`,
        hints: [`the repository is in ${realpathSync(folder)}`],
      });
    },
  );

  it("is standard input", async () => {
    expect((await failure(folder, { paths: ["-"] })).message).toBe("standard input has no git revision");
  });

  it("is not one that a link outside leads to", async () => {
    const around = folderWith({});
    symlinkSync(folder, join(around, "way"));
    expect(await at(join(around, "way"))).toEqual(["a.yaml: a"]);
    const through = join(around, "way", "a.yaml");
    expect(await at(folder, { paths: [through] })).toEqual([`named ${through}: a`]);
  });
});

describe("a repository", () => {
  it("may be bare: paths begin at its top", async () => {
    const folder = repositoryWith({ "k8s/a.yaml": "a", "b.yaml": "b" });
    const bare = folderWith({});
    git(bare, ["clone", "-q", "--bare", folder, "."]);
    expect(await at(bare)).toEqual(["b.yaml: b", "k8s/a.yaml: a"]);
    expect(await at(bare, { paths: ["k8s"] })).toEqual(["k8s/a.yaml: a"]);
  });

  it("may have several working trees", async () => {
    const folder = repositoryWith({ "k8s/a.yaml": "a" });
    const second = join(folderWith({}), "second");
    git(folder, ["worktree", "add", "-q", "-b", "other", second]);
    change(second, { "k8s/a.yaml": "changed there" });
    commitAll(second);
    expect(await at(join(second, "k8s"))).toEqual(["a.yaml: a"]);
    expect(await at(join(second, "k8s"), { revision: "HEAD" })).toEqual(["a.yaml: changed there"]);
  });

  it("may lack the folder that is worked in at that revision", async () => {
    const folder = repositoryWith({ "a.yaml": "a" });
    mkdirSync(join(folder, "new"));
    expect(await at(join(folder, "new"), { paths: ["..", "."] })).toEqual(["../a.yaml: a"]);
  });

  it("may have no commit yet", async () => {
    const folder = folderWith({});
    git(folder, ["init", "-q"]);
    expect((await failure(folder, { revision: "HEAD" })).message).toBe("no such git revision: HEAD");
  });

  it("must be there", async () => {
    const folder = folderWith({ "a.yaml": "a" });
    expect(
      await failure(folder, { env: { ...ENV, GIT_CEILING_DIRECTORIES: join(folder, "..") } }),
    ).toMatchObject({
      message: `not in a git repository: ${folder}`,
      hints: ["run it inside the repository"],
    });
  });

  it("that is broken is told in one line of git's", async () => {
    const folder = repositoryWith({ "k8s/a.yaml": "a" });
    const tree = git(folder, ["rev-parse", "HEAD:k8s"]);
    rmSync(join(folder, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    const { message } = await failure(folder);
    expect(message).toMatch(/^git ls-tree failed: (?:fatal|error): .*$/);
  });

  it("needs git on PATH, where others cannot put it", async () => {
    const folder = repositoryWith({ "a.yaml": "a", "node_modules/.bin/x": "x" });
    const { path, wasRun } = trap();
    for (const place of ["git", "node_modules/.bin/git"]) symlinkSync(path, join(folder, place));
    const planted = [folder, ".", "", "./node_modules/.bin", join(folder, "node_modules/.bin")];
    const none = { env: { ...ENV, PATH: planted.join(":") } };
    expect((await failure(folder, none)).message).toBe("git is not on PATH");
    expect((await failure(folder, { env: {} })).message).toBe("git is not on PATH");
    const first = { env: { ...ENV, PATH: [...planted, ENV["PATH"]].join(":") } };
    expect(await at(folder, { ...first, paths: ["a.yaml"] })).toEqual(["named a.yaml: a"]);
    expect(wasRun()).toBe(false);
  });
});

describe("a hostile repository runs nothing", () => {
  /** Every way that its configuration has to name a program. */
  const CONFIG = [
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "pager.ls-tree",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "credential.helper",
    "diff.external",
    "diff.trap.textconv",
    "diff.trap.command",
    "filter.trap.clean",
    "filter.trap.smudge",
    "filter.trap.process",
    "uploadpack.packObjectsHook",
    "gpg.program",
  ];
  const ATTRIBUTES = "* filter=trap diff=trap\n";

  function hostile(path: string): string {
    const folder = repositoryWith({ ".gitattributes": ATTRIBUTES, "a.yaml": "a\n" });
    for (const key of CONFIG) git(folder, ["config", key, path]);
    git(folder, ["config", "filter.trap.required", "true"]);
    for (const name of ["ls-tree", "cat-file", "rev-parse"])
      git(folder, ["config", `alias.${name}`, `!${path}`]);
    const hooks = git(folder, ["rev-parse", "--git-path", "hooks"]);
    mkdirSync(join(folder, "hooks"));
    for (const hook of ["post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"])
      for (const place of [join(folder, hooks), join(folder, "hooks")]) {
        mkdirSync(place, { recursive: true });
        symlinkSync(path, join(place, hook));
      }
    git(folder, ["config", "core.hooksPath", "hooks"]);
    return folder;
  }

  it("by its configuration, hooks, filters and conversions", async () => {
    const { path, wasRun } = trap();
    const folder = hostile(path);
    expect(wasRun()).toBe(false);
    expect(await at(folder)).toEqual(["a.yaml: a"]);
    expect(wasRun()).toBe(false);
    // The trap works: what git does with a working tree falls into it.
    spawnSync("git", ["status"], { cwd: folder, env: ENV });
    expect(wasRun()).toBe(true);
  });

  it("to fetch what a partial clone lacks", async () => {
    const folder = repositoryWith({ "a.yaml": "a", "b.yaml": "b" });
    git(folder, ["config", "uploadpack.allowFilter", "true"]);
    git(folder, ["config", "uploadpack.allowAnySHA1InWant", "true"]);
    const partial = folderWith({});
    git(partial, ["clone", "-q", "--filter=blob:none", "--no-checkout", `file://${folder}`, "."]);
    const { path, wasRun } = trap();
    git(partial, ["config", "remote.origin.uploadpack", path]);
    const { hints } = await failure(partial);
    expect(hints).toEqual([expect.stringContaining("this is a partial clone")]);
    git(partial, ["config", "core.sshCommand", path]);
    git(partial, ["config", "remote.origin.url", "ssh://example.invalid/x"]);
    expect((await failure(partial, { paths: ["b.yaml"] })).hints).toEqual(hints);
    expect(wasRun()).toBe(false);
    // The trap works: git itself fetches.
    spawnSync("git", ["cat-file", "-p", "HEAD:a.yaml"], { cwd: partial, env: ENV });
    expect(wasRun()).toBe(true);
  });

  it("and replaces no content in secret", async () => {
    const folder = repositoryWith({ "a.yaml": "what the commit says" });
    git(folder, ["replace", git(folder, ["rev-parse", "HEAD:a.yaml"]), writeBlob(folder, "replaced")]);
    expect(await at(folder)).toEqual(["a.yaml: what the commit says"]);
  });
});

describe("a tree", () => {
  it("with folders as deep as paths can be is read", async () => {
    const folder = repositoryWith({ "a.yaml": "a" });
    const path = `${"d/".repeat(1900)}b.yaml`;
    const id = git(folder, ["hash-object", "-w", "--stdin"], "b");
    git(folder, ["update-index", "--add", "--cacheinfo", `100644,${id},${path}`]);
    git(folder, ["commit", "-q", "-m", "deep"]);
    expect(await at(folder, { revision: "HEAD" })).toEqual(
      ["named a.yaml: a", `${path}: b`].map((each) => each.replace("named ", "")),
    );
  });

  it("with a submodule says that it is not read", async () => {
    const folder = repositoryWith({ "a.yaml": "a" });
    const id = git(folder, ["rev-parse", "HEAD"]);
    const blob = writeBlob(folder, "b");
    const revision = commitTree(folder, [
      { mode: "100644", id: blob, name: "b.yaml" },
      { mode: "160000", id, name: "vendor" },
    ]);
    const closed = "vendor is not read: not-readable submodule";
    expect(await at(folder, { revision })).toEqual(["b.yaml: b", closed]);
    expect(await at(folder, { revision, paths: ["**/*.yaml"] })).toEqual(["named b.yaml: b", closed]);
    expect(await at(folder, { revision, paths: ["vendor"] })).toEqual([closed]);
    expect(await at(folder, { revision, paths: ["vendor/x"] })).toEqual([
      closed.replace("vendor", "vendor/x"),
    ]);
    expect(await at(folder, { revision, exclude: ["vendor"] })).toEqual([
      "b.yaml: b",
      "vendor is other: excluded",
    ]);
  });

  it("with names that are not UTF-8 says which files are not read", async () => {
    const folder = repositoryWith({});
    const id = writeBlob(folder, "x");
    const inner = writeTree(folder, [{ mode: "100644", id, name: "c.yaml" }]);
    const revision = commitTree(folder, [
      { mode: "100644", id, name: Buffer.from("a\xff.yaml", "latin1") },
      { mode: "100644", id, name: "a\ufffd.yaml" },
      { mode: "100644", id, name: Buffer.from("b\xff.txt", "latin1") },
      { mode: "040000", id: inner, name: Buffer.from("d\xff", "latin1") },
    ]);
    expect((await at(folder, { revision })).toSorted()).toEqual([
      "a\ufffd.yaml is not read: not-readable name not UTF-8",
      "a\ufffd.yaml: x",
      "d\ufffd is not read: not-readable name not UTF-8",
    ]);
  });

  it("that is forged hides no file behind another, and leads nowhere", async () => {
    const folder = repositoryWith({});
    const [first, second] = [writeBlob(folder, "first"), writeBlob(folder, "second")];
    const inner = writeTree(folder, [{ mode: "100644", id: first, name: "x.yaml" }]);
    const revision = commitTree(folder, [
      { mode: "100644", id: first, name: "a.yaml" },
      { mode: "100644", id: second, name: "a.yaml" },
      { mode: "100644", id: first, name: "b" },
      { mode: "040000", id: inner, name: "b" },
      { mode: "040000", id: inner, name: ".." },
      { mode: "100644", id: first, name: "../up.yaml" },
      { mode: "100644", id: first, name: "/etc/x.yaml" },
      { mode: "100644", id: inner, name: "tree.yaml" },
      { mode: "100644", id: first, name: "__proto__.yaml" },
      { mode: "100644", id: first, name: `${"long/".repeat(820)}x.yaml` },
    ]);
    const lines = await at(folder, { revision });
    expect(lines.map((each) => each.replace(/^(?:long\/)+/, "(long)/")).toSorted()).toEqual([
      " is not read: not-readable name with a meaning of its own",
      "(long)/long is not read: not-readable path too long",
      ".. is not read: not-readable name with a meaning of its own",
      ".. is not read: not-readable name with a meaning of its own",
      "__proto__.yaml: first",
      "a.yaml is not read: not-readable name used twice",
      "a.yaml: first",
      "b is not read: not-readable name used twice",
      "tree.yaml is not read: not-a-file",
    ]);
  });

  it("whose names are those of objects' own properties is as any other", async () => {
    const folder = repositoryWith({ "__proto__/constructor.yaml": "c", "toString.yaml": "t" });
    expect(await at(folder)).toEqual(["__proto__/constructor.yaml: c", "toString.yaml: t"]);
    expect(await at(folder, { paths: ["constructor", "hasOwnProperty/x"] })).toEqual([]);
  });

  it("with pointers of LFS gives their text", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1";
    const folder = repositoryWith({ "a.yaml": `${pointer}\n`, ".gitattributes": "*.yaml filter=lfs\n" });
    expect(await at(folder)).toEqual([`a.yaml: ${pointer}`]);
  });

  it("with many files and an empty one gives each its own content", async () => {
    const texts = Array.from({ length: 25 }, (_, i) => "\n".repeat(i) + "é\0".repeat(i * 3));
    const folder = repositoryWith(Object.fromEntries(texts.map((text, i) => [`f${100 + i}.yaml`, text])));
    const inputs = await collected(readGitInputs(optionsOf(folder, {})));
    expect(inputs.map((input) => (input.type === "file" ? input.file.text : input.type))).toEqual(texts);
  });
});
