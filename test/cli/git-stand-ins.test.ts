import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { REVERSED_PORTS, SHOP } from "./manifests.js";
import { mkdirSync } from "node:fs";
import { runAnp, type Run } from "../support/run-anp.js";

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0a".repeat(32)}\nsize 1234\n`;
const ENCRYPTED = "\0GITCRYPT\0abc";
const LFS = "a pointer of Git LFS: its content was not fetched";
const CRYPT = "encrypted by git-crypt";

type Files = Readonly<Record<string, string>>;

it.each<[what: string, files: Files, args: readonly string[], code: number, text: string]>([
  ["a pointer", { "b.yaml": POINTER }, ["."], 3, LFS],
  ["a pointer with the line ends of Windows", { "b.yml": POINTER.replaceAll("\n", "\r\n") }, ["."], 3, LFS],
  ["a pointer that is named", { "b.json": POINTER }, ["a.yaml", "b.json"], 3, LFS],
  ["a pointer of JSON in a folder", { "b.json": POINTER }, ["."], 0, "1 pointer of Git LFS not fetched"],
  ["the same, strictly", { "b.json": POINTER }, [".", "--strict-input"], 3, LFS],
  [
    "a pointer of JSON that a kustomization takes",
    { "b.json": POINTER, "kustomization.yaml": "resources: [a.yaml, b.json]\n" },
    ["."],
    3,
    "b.json",
  ],
  [
    "a pointer in a chart",
    { "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/templates/b.yaml": POINTER },
    ["."],
    3,
    "c/templates/b.yaml",
  ],
  ["what git-crypt encrypts", { "b.yaml": ENCRYPTED }, ["."], 3, CRYPT],
  ["the same as JSON", { "b.json": ENCRYPTED }, ["."], 3, CRYPT],
  [
    "what only begins like a pointer",
    { "b.yaml": `${POINTER}---\n${REVERSED_PORTS}` },
    ["."],
    1,
    "invalid-port-range",
  ],
])("tells of %s", async (_what, files, args, code, text) => {
  const cwd = folderWith({ "a.yaml": SHOP, ...files });
  const run = await runAnp(["lint", ...args, "--only", "invalid-port-range"], { cwd });
  expect({ code: run.code, said: `${run.stdout}${run.stderr}`.replaceAll(/\s+/g, " ") }).toEqual({
    code,
    said: expect.stringContaining(text),
  });
});

it("tells of submodules that are not checked out, and of no other empty folder", async () => {
  const cwd = folderWith({
    "a.yaml": SHOP,
    ".gitmodules": '[submodule "lib"]\n\tpath = k8s/lib\n\turl = ../lib.git\n',
  });
  for (const folder of [".git", "k8s/lib", "k8s/empty"]) mkdirSync(`${cwd}/${folder}`, { recursive: true });
  const lint = (...args: readonly string[]): Promise<Run> =>
    runAnp(["lint", ".", "--only", "invalid-port-range", ...args], { cwd });
  expect(await lint()).toMatchObject({
    code: 0,
    stderr:
      "k8s/lib is a submodule that is not checked out, so nothing in it was read: git submodule update --init\n",
  });
  const strict = await lint("--strict-input", "-o", "compact");
  expect(strict).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^k8s\/lib:[^\n]*not checked out[^\n]*\n$/),
  });
});
