import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { folderWith } from "../support/folder.js";

/** An environment in which nothing is configured, whoever runs the test. */
export const ENV: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: devNull,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Runs git in a folder, and gives what it prints. */
export function git(folder: string, args: readonly string[], input: string | Buffer = ""): string {
  const identity = ["-c", "user.name=A. Tester", "-c", "user.email=tester@example.com"];
  const options = ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...identity, ...options, ...args], {
    cwd: folder,
    env: ENV,
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  }).trimEnd();
}

/** A new repository whose first commit, tagged `first`, has some files. */
export function repositoryWith(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  git(folder, ["init", "-q"]);
  commitAll(folder);
  git(folder, ["tag", "first"]);
  return folder;
}

/** Commits the working tree as it is. */
export function commitAll(folder: string): void {
  git(folder, ["add", "-A"]);
  git(folder, ["commit", "-q", "--allow-empty", "-m", "as it is"]);
}

/** Writes files, and removes those without a text. */
export function change(folder: string, files: Readonly<Record<string, string | undefined>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (text === undefined) rmSync(path);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}

/** One entry of a tree, as `git mktree -z` takes it. */
export interface TreeEntry {
  readonly mode: "100644" | "040000" | "120000" | "160000";
  readonly id: string;
  readonly name: string | Buffer;
}

/** Writes a tree that git itself need not be able to check out, commits it and gives the commit's id. */
export function commitTree(folder: string, entries: readonly TreeEntry[]): string {
  return git(folder, ["commit-tree", "-m", "forged", writeTree(folder, entries)]);
}

/** Writes a tree object byte by byte: git's own commands would refuse or sort what it must not hold. */
export function writeTree(folder: string, entries: readonly TreeEntry[]): string {
  const bytes = entries.flatMap(({ mode, id, name }) => [
    Buffer.from(`${mode.replace(/^0/, "")} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(id, "hex"),
  ]);
  return git(folder, ["hash-object", "-t", "tree", "-w", "--stdin", "--literally"], Buffer.concat(bytes));
}

/** Writes a file's content and gives its id. */
export function writeBlob(folder: string, text: string): string {
  return git(folder, ["hash-object", "-w", "--stdin"], text);
}

/** A program that leaves a mark where it was run. */
export function trap(): { readonly path: string; readonly wasRun: () => boolean } {
  const folder = folderWith({});
  const path = join(folder, "trap");
  const mark = join(folder, "was-run");
  writeFileSync(path, `#!/bin/sh\ntouch '${mark}'\n`);
  chmodSync(path, 0o755);
  return { path, wasRun: () => existsSync(mark) };
}
