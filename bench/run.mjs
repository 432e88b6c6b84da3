// Measures whole processes against the floor and prints ratios. `npm run bench` builds first; `--runs N` for more runs;
// `npm run bench -- families` measures clusters unlike each other instead, `npm run bench -- flows [NAME…]` reading logs
// of traffic.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { clusterDocuments } from "./cluster.mjs";
import { allFlowRows } from "./all-flows.mjs";
import { convertRows } from "./convert.mjs";
import { compare } from "./measure.mjs";
import { FAMILIES } from "./families.mjs";
import { familyRows } from "./family-rows.mjs";
import { flowRows } from "./flows.mjs";
import { liveRows, snapshotRows } from "./live.mjs";
import { policyIndexRow } from "./policy-index.mjs";
import { textImportsOfEsbuild } from "../scripts/text-imports.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const runs = Number(process.argv[process.argv.indexOf("--runs") + 1] || 7) || 7;
const work = mkdtempSync(join(tmpdir(), "anp-bench-"));

const SIZES = {
  small: { seed: 20260117, namespaces: 20, workloads: 200, pods: 1000, policies: 300 },
  large: { seed: 20260118, namespaces: 50, workloads: 1000, pods: 5000, policies: 1000 },
};

try {
  const floor = join(work, "floor.mjs");
  await bundle("bench/floor.mjs", floor);
  const anp = join(root, "bin/anp.js");
  const families = process.argv.indexOf("families");
  const flows = process.argv.indexOf("flows");
  if (flows !== -1) {
    const names = process.argv
      .slice(flows + 1)
      .filter((each) => /^[a-z/-]+$/.test(each) && !each.startsWith("-"));
    await flowRows({ anp, work, runs, bundle, names });
  } else if (families === -1) await usualRows(anp, floor);
  else {
    const names = process.argv.slice(families + 1).filter((each) => each in FAMILIES);
    await familyRows({ anp, floor, work, runs, bundle, names });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The rows of the clusters that the goals are about. */
async function usualRows(anp, floor) {
  const empty = join(work, "empty.mjs");
  writeFileSync(empty, "0;\n");
  row("--version", "node -e 0", compare([anp, "--version"], [empty], runs));
  for (const [name, size] of Object.entries(SIZES)) {
    const folder = writeFiles(name, size, 350);
    const single = writeFiles(`${name}-one-file`, size, 1);
    const [from, to] = ["team-000/app-0000", "team-001/app-0001"];
    for (const [shape, path] of [
      ["350 files", folder],
      ["one file", single],
    ]) {
      const label = `${size.pods} pods, ${size.policies} policies, ${shape}, ${(bytes(path) / 1e6).toFixed(1)} MB`;
      row(
        `explain  ${label}`,
        "floor",
        compare([anp, "explain", "-f", path, from, to, "--port", "8080"], [floor, path], runs),
        bytes(path),
      );
      row(
        `lint     ${label}`,
        "floor",
        compare([anp, "lint", path, "-o", "json"], [floor, path], runs),
        bytes(path),
      );
      // The first run of a comparison warms the cache.
      process.env.XDG_CACHE_HOME = join(work, "cache");
      row(
        `lint --cache, warm  ${label}`,
        "floor",
        compare([anp, "lint", path, "-o", "json", "--cache"], [floor, path], runs),
        bytes(path),
      );
    }
  }
  process.stdout.write(`${await policyIndexRow()}\n`);
  await allFlowRows({ anp, floor, work, runs, bundle, row });
  convertRows({ anp, work, runs, row });
  await liveRows({ anp, work, runs, bundle });
  await snapshotRows({ anp, work, bundle });
}

/** Bundles a script with what it imports, as the program is bundled. */
async function bundle(entryPoint, outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
    plugins: [textImportsOfEsbuild],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
}

/** Writes the documents of a cluster into about as many files. */
function writeFiles(name, size, files) {
  const folder = join(work, name);
  mkdirSync(folder);
  const documents = clusterDocuments(size);
  const perFile = Math.ceil(documents.length / files);
  for (let i = 0; i * perFile < documents.length; i++) {
    const text = documents.slice(i * perFile, (i + 1) * perFile).join("---\n");
    writeFileSync(join(folder, `${String(i).padStart(4, "0")}.yaml`), text);
  }
  return folder;
}

function bytes(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function row(what, against, { cpu, floorCpu, ratio, memory, floorMemory }, size) {
  const extra =
    size === undefined
      ? ""
      : `   memory ${mb(memory)} vs ${mb(floorMemory)} MB (+${(((memory - floorMemory) * 1024) / size).toFixed(1)} x the bytes)`;
  process.stdout.write(
    `${ratio.toFixed(2)} x ${against}   ${what}   CPU ${cpu.toFixed(0)} vs ${floorCpu.toFixed(0)} ms${extra}\n`,
  );
}

function mb(kilobytes) {
  return (kilobytes / 1024).toFixed(0);
}
