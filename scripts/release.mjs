// Everything that a release consists of, in release/: the archive for npm, one executable with Node inside, a bill of
// materials, the manifests of krew and Homebrew, and the checksums. `npm run release -- --dry-run` makes them without a tag.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { billOfMaterials } from "./release/sbom.mjs";
import { homebrewFormula, krewManifest } from "./release/manifests.mjs";
import { makeExecutable } from "./release/executable.mjs";
import { isOwnerSet, repositoryUrl } from "./release/repository.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    /** Leaves the executable out, which takes the place of Node. */
    "no-executable": { type: "boolean", default: false },
    folder: { type: "string", default: `${root}release` },
  },
});
const { folder } = values;
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const { version, description, license } = manifest;
const homepage = repositoryUrl(manifest);

if (!values["dry-run"]) requireRelease();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packed = JSON.parse(
  run("npm", "pack", "--silent", "--json", "--pack-destination", folder).replace(/^[^[]*(?=\[\n)/, ""),
);
const [{ filename }] = packed;
const archive = {
  url: `${homepage}/releases/download/v${version}/${filename}`,
  sha256: sha256(join(folder, filename)),
};
const date = new Date(run("git", "log", "-1", "--format=%cI").trim()).toISOString();
write("anp.cdx.json", `${JSON.stringify(billOfMaterials(root, date), undefined, 2)}\n`);
write("krew.yaml", krewManifest({ version, homepage, archive }));
write(
  "anp.rb",
  homebrewFormula({ description: description.replace(/[,.].*/, ""), homepage, license, archive }),
);
if (!values["no-executable"]) await makeExecutable(folder, version);
const names = readdirSync(folder).toSorted();
write("SHA256SUMS", names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join(""));
for (const name of [...names, "SHA256SUMS"]) process.stdout.write(`${name}\n`);

/** A release is of a commit that is tagged as the version it says it is, and of a repository that has an owner. */
function requireRelease() {
  const tags = run("git", "tag", "--points-at", "HEAD").split("\n");
  const failures = [
    ...(isOwnerSet(manifest) ? [] : ["package.json: the repository's owner is not set"]),
    ...(tags.includes(`v${version}`) ? [] : [`HEAD has no tag v${version}`]),
    ...(run("git", "status", "--porcelain") === "" ? [] : ["the work tree has changes"]),
  ];
  if (failures.length === 0) return;
  process.stderr.write(
    `${failures.join("\n")}\nanp: nothing was made; --dry-run makes the files all the same\n`,
  );
  process.exit(2);
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
}

function sha256(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function run(command, ...args) {
  return execFileSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
