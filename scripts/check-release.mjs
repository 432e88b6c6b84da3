// Makes the files of a release and looks at them: checksums, the bill of materials, and that the executable runs where Node is not.
import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledPackages } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const work = mkdtempSync(join(tmpdir(), "anp-release-"));
const folder = join(work, "release");
const failures = [];

try {
  const release = ["scripts/release.mjs", "--dry-run", "--folder", folder];
  execFileSync(process.execPath, release, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  checkSums();
  checkBill();
  checkExecutable();
  checkItRefuses();
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function checkSums() {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
  const named = sums.map((line) => line.split("  "));
  const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  if (named.map(([, name]) => name).join() !== names.toSorted().join())
    failures.push("SHA256SUMS lacks files");
  for (const [sum, name] of named) {
    const found = createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
    if (found !== sum) failures.push(`${name} has another checksum`);
  }
  const archive = named.find(([, name]) => name.endsWith(".tgz"))[0];
  for (const name of ["krew.yaml", "anp.rb"])
    if (!readFileSync(join(folder, name), "utf8").includes(archive))
      failures.push(`${name} lacks the archive's checksum`);
}

function checkBill() {
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(join(folder, "anp.cdx.json"), "utf8"));
  if (bomFormat !== "CycloneDX" || metadata.component.purl !== `pkg:npm/anp@${version}`)
    failures.push("the bill of materials is of something else");
  const found = components.map(({ purl }) => decodeURIComponent(purl));
  const expected = bundledPackages().map((each) => `pkg:npm/${each.name}@${each.version}`);
  if (found.join() !== expected.join()) failures.push(`the bill of materials has ${found.join(", ")}`);
  for (const each of components)
    if (each.hashes?.[0]?.alg !== "SHA-512" || each.licenses === undefined)
      failures.push(`the bill of materials lacks the hash or licence of ${each.name}`);
}

/** Nothing is on PATH, and the environment is empty. */
function checkExecutable() {
  const name = readdirSync(folder).find(
    (each) => each.startsWith(`anp-${version}-`) && !each.endsWith(".tgz"),
  );
  const anp = (...args) => spawnSync(join(folder, name), args, { cwd: root, env: {}, encoding: "utf8" });
  const says = anp("--version");
  if (says.stdout.trim() !== version || says.stderr !== "")
    failures.push(`the executable says ${says.stdout}${says.stderr}`);
  const lint = anp("lint", "fixtures/mistakes", "-o", "compact");
  if (lint.status !== 1 || !lint.stdout.includes("wrong-case-field"))
    failures.push("the executable does not lint");
  const explain = anp("explain", "-f", "fixtures/demo", "shop/web", "shop/cart", "--port", "7070");
  if (!explain.stdout.includes("ALLOWED")) failures.push("the executable does not explain");
}

/** A release of a commit without a tag is none. */
function checkItRefuses() {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/release.mjs", "--folder", join(work, "none")],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  if (status !== 2 || !stderr.includes("--dry-run")) failures.push("a release is made of any commit");
}
