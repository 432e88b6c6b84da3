// Runs the packed program under each release of Node that it supports: every command, the library and a cluster, with
// nothing on standard error that is not the program's own. `node scripts/check-nodes.mjs --nodes FOLDER` keeps what npm
// installs in a folder; without it, it is fetched into a temporary one.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { FILES_ASKED_ABOUT, questions } from "./nodes/questions.mjs";
import { installNode, MAJORS } from "./nodes/install.mjs";
import { startStubCluster } from "./nodes/stub-cluster.mjs";
import { unpackedPackage } from "./packed.mjs";

/** What the oldest and the newest are run without, as some people do. */
const HARDENED = ["--disable-proto=delete"];

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const work = mkdtempSync(join(tmpdir(), "anp-nodes-"));
const kept = process.argv[process.argv.indexOf("--nodes") + 1];
const nodes = process.argv.includes("--nodes") && kept !== undefined ? resolve(kept) : join(work, "nodes");
const isLive = spawnSync("kubectl", ["version", "--client"]).status === 0;
const failures = [];

try {
  const begin = performance.now();
  const programs = MAJORS.map((major) => installNode(major, nodes));
  process.stdout.write(`installed ${MAJORS.length} releases of Node in ${seconds(begin)}\n`);
  const { folder } = unpackedPackage(work);
  for (const [path, text] of Object.entries(FILES_ASKED_ABOUT)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  const cluster = isLive ? await startStubCluster(work) : undefined;
  try {
    for (const node of programs) askAll(node, [], folder, cluster);
    for (const node of [programs[0], programs.at(-1)]) askAll(node, HARDENED, folder, cluster);
  } finally {
    cluster?.stop();
  }
  if (cluster === undefined) failures.push("kubectl is not on PATH: no cluster was asked");
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function askAll(node, flags, folder, cluster) {
  const begin = performance.now();
  const env = { PATH: process.env.PATH, KUBECONFIG: cluster?.kubeconfig ?? "" };
  const run = (args) => spawnSync(node, [...flags, ...args], { cwd: work, env, encoding: "utf8" });
  const label = [run(["--version"]).stdout.trim(), ...flags].join(" ");
  const asked = questions(version, cluster !== undefined);
  for (const { args, code, stdout, stderr } of asked) {
    const got = run([join(folder, "bin/anp.js"), ...args]);
    const says = (problem) => failures.push(`${label}: anp ${args.join(" ")}: ${problem}`);
    if (got.status !== code) says(`exit ${got.status}, not ${code}`);
    if (!stdout.test(got.stdout)) says(`standard output is ${JSON.stringify(got.stdout.slice(0, 400))}`);
    // A run that is not fine says why in its last line.
    const closing = `exit ${code}: `;
    for (const line of got.stderr.split("\n"))
      if (line !== "" && !line.startsWith(closing) && !stderr?.test(line))
        says(`standard error has ${JSON.stringify(line)}`);
  }
  const library = run(["--input-type=module", "--eval", useLibrary(folder)]);
  if (library.stdout !== "not-analysed" || library.stderr !== "")
    failures.push(`${label}: the library says ${JSON.stringify(library.stdout + library.stderr)}`);
  process.stdout.write(`${label}: ${asked.length + 1} questions in ${seconds(begin)}\n`);
}

function useLibrary(folder) {
  return `import { loadSources, lint } from ${JSON.stringify(join(folder, "dist/index.js"))};
    const loaded = await loadSources([{ name: "a.yaml", text: "kind: [" }], { purpose: "lint" });
    process.stdout.write(lint(loaded).diagnostics.map(({ rule }) => rule).join());`;
}

function seconds(begin) {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
