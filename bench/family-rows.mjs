// Prints for each family of clusters, at two sizes, what commands cost against the floor, how that grows, and at three sizes
// in how many steps each rule of the linter by itself is done. `npm run bench -- families [NAME…]`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { FAMILIES } from "./families.mjs";
import { compare } from "./measure.mjs";

const SCALES = [1, 5];
/** Rules are measured between these too. */
const SCALES_OF_RULES = [1, 2, 5];
/** `ANP_SEED` makes other clusters of the same kinds, of `chance` clusters of other kinds. */
const SEED = Number(process.env.ANP_SEED ?? 20261122);
/** Rules that take more steps than this are printed. */
const MANY_STEPS = 1_000_000;

/** @param names the families to measure; all of them where none is named */
export async function familyRows({ anp, floor, work, runs, bundle, names }) {
  const rules = join(work, "family-rules.mjs");
  await bundle("bench/family-rules.mjs", rules);
  for (const name of Object.keys(FAMILIES).filter((each) => names.length === 0 || names.includes(each))) {
    const sizes = SCALES.map((scale) => written({ name, scale, work }));
    for (const command of COMMANDS) {
      const costs = sizes.map((size) => costOf({ command, size, anp, floor, runs }));
      process.stdout.write(
        `${name.padEnd(10)} ${command.padEnd(18)} ${costs.map(costText).join("   ")}   ${growthText(costs, sizes)}\n`,
      );
    }
    const between = SCALES_OF_RULES.filter((scale) => !SCALES.includes(scale));
    const all = [...sizes, ...between.map((scale) => written({ name, scale, work }))];
    for (const { folder, scale } of all.toSorted((a, b) => a.scale - b.scale)) {
      const { stdout, signal } = spawnSync(
        process.execPath,
        ["--max-old-space-size=4096", rules, folder, String(MANY_STEPS)],
        { encoding: "utf8", timeout: 900_000, killSignal: "SIGKILL" },
      );
      const text = signal === null ? stdout : `${stdout}ended by ${signal}\n`;
      if (text !== "")
        process.stdout.write(text.replaceAll(/^(?=.)/gm, `${name.padEnd(10)} x${scale} `).trimEnd() + "\n");
    }
  }
}

/** What a command costs; undefined where it fails or ends nowhere. */
function costOf({ command, size, anp, floor, runs }) {
  const { folder, after } = size;
  const floors = command === "diff" ? [floor, folder, after] : [floor, folder];
  try {
    return compare([anp, ...argumentsOf(command, size)], floors, runs);
  } catch {
    return undefined;
  }
}

function growthText([small, large], sizes) {
  if (small === undefined || large === undefined) return "";
  const exponent = Math.log(large.cpu / small.cpu) / Math.log(sizes[1].bytes / sizes[0].bytes);
  return `grows by the power of ${exponent.toFixed(2)}`;
}

function costText(cost) {
  if (cost === undefined) return "not done".padStart(33);
  const { cpu, ratio, memory } = cost;
  return `${cpu.toFixed(0).padStart(6)} ms ${ratio.toFixed(2).padStart(6)} x floor ${(memory / 1024).toFixed(0).padStart(4)} MB`;
}

const COMMANDS = ["explain", "explain --suggest", "lint", "matrix", "diff"];

function argumentsOf(command, { folder, after, ends }) {
  const explain = ["explain", "-f", folder, ...ends, "--port", "8080"];
  switch (command) {
    case "explain":
      return explain;
    case "explain --suggest":
      return [...explain, "--suggest", "--timeout", "30"];
    case "lint":
      return ["lint", folder, "-o", "json", "--timeout", "600"];
    case "matrix":
      return ["matrix", "-f", folder, "-o", "json", "--timeout", "600"];
    default:
      return ["diff", folder, after, "-o", "json", "--timeout", "600"];
  }
}

/** Writes a cluster, and beside it one without its last policy: the change that is compared. */
function written({ name, scale, work }) {
  const documents = FAMILIES[name]({ scale, seed: SEED });
  const [folder, after] = [join(work, `${name}-${scale}`), join(work, `${name}-${scale}-after`)];
  const text = documents.join("---\n");
  for (const [path, content] of [
    [folder, text],
    [after, documents.slice(0, -1).join("---\n")],
  ]) {
    mkdirSync(path);
    writeFileSync(join(path, "cluster.yaml"), content);
  }
  return { folder, after, scale, bytes: text.length, ends: endsIn(text) };
}

/** Two ends to ask about: pods of the cluster, or hypothetical ones where it has none. */
function endsIn(text) {
  if (/^ {2}name: app-0000$/m.test(text)) return ["team-000/app-0000", "team-001/app-0001"];
  const pods = [...text.matchAll(/^kind: Pod\nmetadata: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json));
  if (pods.length < 2) return ["ns-0/app=a", "ns-1/app=b"];
  return [pods[0], pods.at(-1)].map((pod) => `${pod.namespace}/pod/${pod.name}`);
}
