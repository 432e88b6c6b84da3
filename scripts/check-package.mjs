// What is published: publint's rules, what the packed archive holds, that it installs without a network, and that it runs by
// itself.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { thirdParty } from "./third-party.mjs";
import { unpackedPackage } from "./packed.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const failures = [];

/** Everything that belongs into the archive; each pattern must match something. */
const EXPECTED = [
  /^package\.json$/,
  /^(?:README|CHANGELOG|THIRD_PARTY)\.md$/,
  /^LICENSE$/,
  /^bin\/(?:kubectl-)?anp\.js$/,
  /^dist\/(?:start|index)\.js$/,
  /^dist\/chunks\/[\w-]+\.js$/,
  /^dist\/types\/[\w/-]+\.d\.ts$/,
  /^dist\/anp\.1$/,
  /^schemas\/[\w./-]+\.(?:json|yaml)$/,
];

/** Of the archive, in bytes. */
const LARGEST = 3_000_000;

const work = mkdtempSync(join(tmpdir(), "anp-package-"));
try {
  const { messages } = await publint({ pkgDir: root, strict: true });
  failures.push(...messages.map((message) => formatMessage(message, manifest)));
  checkContent();
  checkItRuns();
  checkItInstalls();
  if (readFileSync(`${root}THIRD_PARTY.md`, "utf8") !== thirdParty())
    failures.push("THIRD_PARTY.md is out of date: node scripts/third-party.mjs");
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function checkContent() {
  const { paths, archive } = unpackedPackage(work);
  const { size } = statSync(archive);
  if (size > LARGEST) failures.push(`the archive has ${size} bytes`);
  for (const path of paths)
    if (!EXPECTED.some((pattern) => pattern.test(path))) failures.push(`the archive holds ${path}`);
  for (const pattern of EXPECTED)
    if (!paths.some((path) => pattern.test(path))) failures.push(`the archive holds nothing like ${pattern}`);
  for (const path of paths)
    if (readFileSync(`${root}${path}`, "utf8").includes(root)) failures.push(`${path} names this folder`);
}

/** Nothing but Node is there: dependencies are bundled. */
function checkItRuns() {
  const packed = join(work, "package");
  const anp = (...args) => run(process.execPath, [join(packed, "bin/anp.js"), ...args], work);
  const version = anp("--version").trim();
  if (version !== manifest.version) failures.push(`the packed program says that it is ${version}`);
  const demo = `${root}fixtures/demo`;
  if (!anp("lint", demo, "-o", "json").includes('"incomplete": false'))
    failures.push("the packed program does not lint");
  if (!anp("explain", "-f", demo, "shop/web", "shop/cart", "--port", "7070").includes("ALLOWED"))
    failures.push("the packed program does not explain");
  const script = `import { loadSources, lint } from ${JSON.stringify(join(packed, "dist/index.js"))};
    const loaded = await loadSources([{ name: "a.yaml", text: "kind: [" }], { purpose: "lint" });
    process.stdout.write(lint(loaded).diagnostics.map(({ rule }) => rule).join());`;
  const rules = run(process.execPath, ["--input-type=module", "--eval", script], work);
  if (rules !== "not-analysed") failures.push(`the packed library finds ${JSON.stringify(rules)}`);
}

/** As `npm install --global` of the archive does it, where no registry is. */
function checkItInstalls() {
  const { archive } = unpackedPackage(work);
  const prefix = join(work, "global");
  const options = ["--global", "--prefix", prefix, "--offline", "--ignore-scripts", "--no-audit"];
  run("npm", ["install", ...options, "--cache", join(work, "empty-cache"), archive], work);
  for (const name of ["anp", "kubectl-anp"]) {
    const program = process.platform === "win32" ? join(prefix, `${name}.cmd`) : join(prefix, "bin", name);
    const version = run(program, ["--version"], work).trim();
    if (version !== manifest.version) failures.push(`${name}, installed, says that it is ${version}`);
  }
}

function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
