import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterwards } from "../support/afterwards.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";

/** The program as it is installed: these tests need the build. */
const BIN = fileURLToPath(new URL("../../bin/anp.js", import.meta.url));

const OLD = `apiVersion: extensions/v1beta1
kind: NetworkPolicy
metadata: { name: old, namespace: shop }
spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }] }] }
`;

/** A misspelt field that --fix mends. */
const SLIP = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: slip, namespace: shop }
spec: { podselector: {}, policyTypes: [Ingress] }
`;
const MENDED = SLIP.replace("podselector", "podSelector");

function expectRefused({ code, stderr }: Run, link: string): void {
  expect(stderr).toContain(`anp: ${link} is a symbolic link; anp doesn't write through links\n`);
  expect(code).toBe(2);
}

// Root may write everything, and could take the place of a device: then the program runs as another user.
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const user = uid === undefined ? {} : { uid };

describe("nothing is written through a link below what is named", () => {
  it.each([
    ["the folder of the files", "converted/k8s", "k8s/admin/a.yaml"],
    ["a folder further down", "converted/k8s/admin", "k8s/admin/a.yaml"],
    ["the file itself", "converted/k8s/admin/a.yaml", "k8s/admin/a.yaml"],
  ])("convert --out-dir: %s", async (_, link, file) => {
    const cwd = folderWith({ [file]: OLD, "victim/keep.txt": "kept" });
    mkdirSync(join(cwd, link, ".."), { recursive: true });
    symlinkSync(link.endsWith(".yaml") ? join(cwd, "victim/keep.txt") : join(cwd, "victim"), join(cwd, link));
    const ran = await runAnp(["convert", "k8s", "--out-dir", "converted", "--accept-differences"], { cwd });
    expectRefused(ran, link);
    expect(readdirSync(join(cwd, "victim"))).toEqual(["keep.txt"]);
    expect(readFileSync(join(cwd, "victim/keep.txt"), "utf8")).toBe("kept");
  });

  it("convert --out-dir: a folder that is named may be one", async () => {
    const cwd = folderWith({ "k8s/a.yaml": OLD, "real/b.txt": "" });
    symlinkSync("real", join(cwd, "out"));
    const { code } = await runAnp(["convert", "k8s", "--out-dir", "out"], { cwd });
    expect([code, readdirSync(join(cwd, "real/k8s"))]).toEqual([0, ["a.yaml"]]);
  });

  it("convert --out-dir: of two files, neither is written where one cannot be", async () => {
    const cwd = folderWith({ "k8s/a/x.yaml": OLD, "k8s/b/y.yaml": OLD.replace("old", "new") });
    mkdirSync(join(cwd, "out/k8s"), { recursive: true });
    symlinkSync("/nowhere", join(cwd, "out/k8s/b"));
    expectRefused(await runAnp(["convert", "k8s", "--out-dir", "out"], { cwd }), "out/k8s/b");
    expect(execFileSync("find", ["out", "-type", "f"], { cwd, encoding: "utf8" })).toBe("");
  });

  it.each([
    ["convert", ["convert", "k8s", "--in-place", "--follow-symlinks"], OLD],
    ["lint --fix", ["lint", "k8s", "--fix", "--follow-symlinks", "--fail-on", "never"], SLIP],
  ])("%s: a link inside of the folder leads to the file, which is replaced", async (_, args, text) => {
    const cwd = folderWith({ "k8s/real/a.yaml": text });
    symlinkSync("real/a.yaml", join(cwd, "k8s/link.yaml"));
    expect((await runAnp(args, { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "k8s/real/a.yaml"), "utf8")).not.toBe(text);
    expect(statSync(join(cwd, "k8s/link.yaml")).ino).toBe(statSync(join(cwd, "k8s/real/a.yaml")).ino);
  });

  it.each([
    ["convert", ["convert", "tree/link/a.yaml", "--in-place"], OLD],
    ["lint --fix", ["lint", "tree/link/a.yaml", "--fix"], SLIP],
    ["lint", ["lint", "tree/link/a.yaml"], SLIP],
    ["explain", ["explain", "-f", "tree/link/a.yaml", "shop/web"], SLIP],
    ["matrix", ["matrix", "-f", "tree/link/a.yaml"], SLIP],
    ["diff", ["diff", "tree/link/a.yaml", "tree/link/a.yaml"], SLIP],
  ])("%s: nor read through a linked folder that leads to a file", async (_, args, text) => {
    const cwd = folderWith({ "victim/a.yaml": text, "tree/b.yaml": SHOP });
    symlinkSync("../victim", join(cwd, "tree/link"));
    const { code } = await runAnp(args, { cwd });
    expect(code).not.toBe(0);
    expect(readFileSync(join(cwd, "victim/a.yaml"), "utf8")).toBe(text);
  });

  it.each([
    ["--snapshot", ["lint", "--snapshot", "tree/link/s.json"], "exit code 3"],
    ["--dns", ["lint", "tree/b.yaml", "--dns", "tree/link/dns.json"], "tree/link is a symbolic link"],
    ["--crd", ["lint", "tree/b.yaml", "--crd", "tree/link/crd.yaml"], "tree/link is a symbolic link"],
  ])("%s: nor read there", async (_, args, words) => {
    const cwd = folderWith({
      "victim/s.json":
        '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}]}',
      "victim/dns.json": '{"a.example": "192.0.2.1"}',
      "victim/crd.yaml": "a: 1\n",
      "tree/b.yaml": SHOP,
    });
    symlinkSync("../victim", join(cwd, "tree/link"));
    const run = await runAnp(args, { cwd });
    expect(run.code).toBe(words === "exit code 3" ? 3 : 2);
    expect(run.stdout + run.stderr).toContain(
      words === "exit code 3" ? "a symbolic link was not followed" : words,
    );
    const followed = await runAnp([...args, "--follow-symlinks"], { cwd });
    expect(followed.stdout + followed.stderr).not.toContain("symbolic link");
  });
});

describe("files that are written", () => {
  it("may begin with two dots", async () => {
    const cwd = folderWith({ "..shop.yaml": OLD, "..k8s/a.yaml": OLD.replace("old", "new") });
    const { code } = await runAnp(["convert", ".", "--out-dir", "out"], { cwd });
    expect([code, readdirSync(join(cwd, "out")).toSorted()]).toEqual([0, ["..k8s", "..shop.yaml"]]);
  });

  // There is such a folder on Linux, and elsewhere nothing to test.
  it.skipIf(!existsSync("/dev/shm"))("may be in memory, below the folder of devices", async () => {
    const folder = mkdtempSync("/dev/shm/anp-test-");
    afterwards(() => rmSync(folder, { recursive: true }));
    const cwd = folderWith({ "a.yaml": SHOP, "dump.json": listJson(SHOP) });
    await runAnp(["lint", "a.yaml", "-o", `json=${folder}/report.json`], { cwd });
    await runAnp(["snapshot", "--snapshot", "dump.json", "--file", `${folder}/taken.json`], { cwd });
    expect(readdirSync(folder).toSorted()).toEqual(["report.json", "taken.json"]);
  });

  it("are all written or none where one folder cannot be written to", () => {
    const files = {
      "a/x.yaml": SLIP,
      "b/y.yaml": SLIP.replace("slip", "other"),
      "c/z.yaml": SLIP.replace("slip", "third"),
    };
    const cwd = folderWith(files);
    for (const folder of ["", "a", "c"]) chmodSync(join(cwd, folder), 0o777);
    for (const name of Object.keys(files)) chmodSync(join(cwd, name), 0o666);
    chmodSync(join(cwd, "b"), 0o555);
    const { status, stderr } = spawnSync(process.execPath, [BIN, "lint", ".", "--fix"], {
      cwd,
      encoding: "utf8",
      ...user,
    });
    expect(stderr).toContain("anp: cannot write b/y.yaml: permission denied (EACCES)\n");
    expect(status).toBe(2);
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
    expect(execFileSync("find", [".", "-name", "*.tmp"], { cwd, encoding: "utf8" })).toBe("");
  });

  it("are mended once by two runs at a time", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `f${i}.yaml`);
    const cwd = folderWith(Object.fromEntries(names.map((name, i) => [name, SLIP.replace("slip", `n${i}`)])));
    const script = `"${process.execPath}" "${BIN}" lint . --fix >/dev/null 2>one & "${process.execPath}" "${BIN}" lint . --fix >/dev/null 2>two; wait`;
    spawnSync("bash", ["-c", script], { cwd });
    for (const [i, name] of names.entries())
      expect(readFileSync(join(cwd, name), "utf8")).toBe(MENDED.replace("slip", `n${i}`));
    for (const errors of ["one", "two"])
      expect(readFileSync(join(cwd, errors), "utf8")).not.toMatch(/internal error|^\s+at /m);
    expect(readdirSync(cwd).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("keep their owner", () => {
    if (uid === undefined) return;
    const cwd = folderWith({ "a.yaml": SLIP });
    execFileSync("chown", ["65534:65533", join(cwd, "a.yaml")]);
    expect(
      spawnSync(process.execPath, [BIN, "lint", ".", "--fix", "--fail-on", "never"], { cwd }).status,
    ).toBe(0);
    const { uid: owner, gid } = statSync(join(cwd, "a.yaml"));
    expect([owner, gid, readFileSync(join(cwd, "a.yaml"), "utf8")]).toEqual([65_534, 65_533, MENDED]);
  });
});

describe("output that does not get out is one line, and exit code 3", () => {
  const FULL = "/dev/full";
  const cwd = folderWith({ "a.yaml": SHOP });
  chmodSync(cwd, 0o777);

  function shell(script: string): { status: number | null; stdout: string; stderr: string } {
    const command = script.replaceAll("anp", `"${process.execPath}" "${BIN}"`);
    return spawnSync("bash", ["-c", command], { cwd, encoding: "utf8", ...user });
  }

  it.each([
    ["lint", "anp lint ."],
    ["lint as JSON", "anp lint . -o json"],
    ["explain", "anp explain -f . shop/web shop/cart"],
    ["matrix", "anp matrix -f ."],
    ["diff", "anp diff . ."],
    ["convert", "anp convert ."],
    ["rules", "anp rules"],
    ["help", "anp --help"],
    ["the version", "anp --version"],
  ])("%s to a full device", (_, command) => {
    const { status, stderr } = shell(`${command} > ${FULL}`);
    const lines = stderr
      .trimEnd()
      .split("\n")
      .filter((line) => line.startsWith("anp: "));
    expect(lines).toEqual(["anp: cannot write to standard output: no space left on the device (ENOSPC)"]);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(3);
  });

  it("standard error", () => {
    expect(shell(`anp lint . -v 2> ${FULL}`).status).toBe(3);
    expect(shell(`anp lint . -v > ${FULL} 2> ${FULL}`).status).toBe(3);
  });

  it("a mistake of the caller's stays one", () => {
    expect(shell(`anp lint nowhere 2> ${FULL}`).status).toBe(2);
  });

  it("a file that is too large for its place", () => {
    const { status, stderr } = shell(
      "ulimit -f 1; anp lint . --only unnamed-rule -o json=big.json; anp rules > cut.txt",
    );
    expect(stderr).toContain("anp: cannot write to standard output: the file would be too large (EFBIG)");
    expect(status).toBe(3);
  });

  it("a file on a full device: it is named, and stays a device", () => {
    const { status, stderr } = shell(`anp lint . -o json=${FULL}`);
    expect(stderr).toContain(`anp: cannot write ${FULL}: no space left on the device (ENOSPC)\n`);
    expect(status).toBe(3);
    expect(statSync(FULL).isCharacterDevice()).toBe(true);
  });

  it("a folder that is not there is a mistake in the call", () => {
    expect(shell("anp lint . -o json=nowhere/x.json")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("cannot write nowhere/x.json: there is no such folder (ENOENT)"),
    });
  });

  it("pipes and descriptors are written to", () => {
    expect(shell("anp lint . -o json=/dev/stdout --quiet").stdout).toMatch(/^\{\n/);
    expect(shell("anp lint . -o json=/dev/fd/3 3>&1 >/dev/null | cat").stdout).toMatch(/^\{\n/);
    expect(
      shell("anp lint . -o json=/dev/fd/1 > out.txt; head -c1 out.txt; ls -l /dev/stdout").stdout,
    ).toMatch(/^\{l/);
    expect(shell("anp lint . -o json=>(cat); sleep 0.3").stdout).toContain('"version": 1');
  });
});
