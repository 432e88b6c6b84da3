// Mutation testing in one process: the sources are loaded once with every mutant in them, each behind a switch; a first
// pass notes which check meets which mutant, and with which value; then each mutant is on while the checks run that it can
// make fail, the likeliest for their time first, until one does. `npm run mutation -- [--sample N | --drawn | --draw N | --again] [--minutes M] [--seconds OF_EACH]
// [--part OF_CASES] [--least PERCENT] [--fresh] [--recheck] [PATH…]`; docs/testing.md says more.
import { build } from "esbuild";
import { fork } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { relative, resolve } from "node:path";
import { checksFor, LEFT_OUT, MUTATED } from "./areas.mjs";
import { drawnFrom, sampled } from "./drawn.mjs";
import { instrumented } from "./instrumented.mjs";
import { judgedFate, judgedIn } from "./judged.mjs";
import { Worth } from "./worth.mjs";
import { textImportsOfEsbuild } from "../../scripts/text-imports.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const DRAWN = `${root}test/mutation/drawn.json`;
const FATES = `${root}reports/mutation/fates.json`;
const JUDGED = `${root}test/mutation/judged.json`;
/** Seconds after which a process of its own has no end. */
const LONGEST_PROCESS = 600;

const { values, positionals } = parseArgs({
  options: {
    sample: { type: "string" },
    drawn: { type: "boolean", default: false },
    draw: { type: "string" },
    minutes: { type: "string" },
    seconds: { type: "string", default: "Infinity" },
    part: { type: "string", default: "0.02" },
    least: { type: "string" },
    recheck: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
process.env["ANP_RUNS"] = values.part;
const paths = positionals.length > 0 ? positionals : MUTATED;
const { texts, mutants, literals } = await instrumented(root, paths);
const { tests: folders, properties: names } = checksFor(paths);
const tests = folders.flatMap(testsIn);
const properties = names.map((name) => `test/properties/${name}.test.ts`);
const output = `${root}node_modules/.cache/anp/mutation.mjs`;
await build({
  absWorkingDir: root,
  stdin: { contents: entry(), resolveDir: root, loader: "ts" },
  outfile: output,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  logLevel: "warning",
  plugins: [inTheirPlaces(), textImportsOfEsbuild],
});

const begin = performance.now();
let loads = 0;
let program;
let held;
({ program, held } = await load());
for (const name of program.failing)
  process.stderr.write(`fails without a mutant, and is left out: ${name}\n`);
const seed = program.seedOfRun();
process.stdout.write(
  `${mutants.length} mutants, ${held.length} checks in ${elapsed()} s, seed ${seed} (repeat with ANP_SEED=${seed})\n`,
);
if (values.draw !== undefined) {
  // Those that are there still are kept: what was said of them holds.
  const { seed: of, mutants: listed } = JSON.parse(readFileSync(DRAWN, "utf8"));
  const { found } = drawnFrom(listed, mutants);
  const others = mutants.filter((each) => program.isMet(each.id, held) && !found.includes(each));
  const more = sampled(others, Number(values.draw) - found.length, seed);
  const entries = [...found, ...more].map((each) => ({ ...each, id: undefined }));
  writeFileSync(DRAWN, `${JSON.stringify({ seed: of, mutants: entries }, undefined, 2)}\n`);
}
const chosen = chosenMutants();
const judged = judgedIn(JSON.parse(readFileSync(JUDGED, "utf8")), mutants);
const fates = [];
const worth = new Worth();
const end = begin + 60_000 * Number(values.minutes ?? Infinity);
for (const mutant of chosen) {
  if (performance.now() > end) break;
  const since = process.cpuUsage();
  const why = judged.get(mutant.id);
  const fate =
    why !== undefined && !values.recheck ? { type: "same", why } : judgedFate(await fateOf(mutant), why);
  const { user, system } = process.cpuUsage(since);
  fates.push({ ...mutant, ...fate, seconds: (user + system) / 1e6 });
  if (fates.length % 25 === 0) keep();
  if (!["killed", "same"].includes(fate.type))
    process.stdout.write(`${told(fate).padEnd(9)}  ${inLine(mutant)}\n`);
}
tell();

async function fateOf({ id, file }) {
  let fate = await program.fateOf(id, held, worth.of(file), Number(values.seconds));
  if (fate.type === "spoilt") {
    ({ program, held } = await load());
    fate = await program.fateOf(id, held, worth.of(file), Number(values.seconds));
    // Noticed, and what it left behind is not asked again.
    if (fate.type === "spoilt") {
      fate = { type: "killed", by: "a check that fails ever after", checks: 1 };
      ({ program, held } = await load());
    }
  }
  if (fate.type === "survived" && values.fresh) fate = await afresh(id, file);
  if (fate.type === "killed") worth.note(file, fate.by);
  return fate;
}

/** Asks once more about a mutant, in a process that has worked out nothing yet. */
function afresh(id, file) {
  return new Promise((done, fail) => {
    const child = fork(`${root}test/mutation/fresh.mjs`, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    child.once("message", done);
    // It ends where the mutant takes all of its memory, or is ended where that never does: both are noticed.
    const ending = setTimeout(() => child.kill("SIGKILL"), 1000 * LONGEST_PROCESS);
    child.once("exit", () => {
      clearTimeout(ending);
      done({ type: "killed", by: "the end of its process", checks: 0 });
    });
    child.once("error", fail);
    const checks = program.meeting(id, held, worth.of(file));
    child.send({ output: pathToFileURL(output).href, id, literals, checks, seconds: Number(values.seconds) });
  });
}

/** A mutant that survives where no check has another value there asks for a test of that value. */
function told({ type, checks }) {
  return type === "survived" && checks === 0 ? "untold" : type;
}

function chosenMutants() {
  if (values.again) {
    const last = JSON.parse(readFileSync(FATES, "utf8"));
    return drawnFrom(
      last.filter(({ type }) => ["survived", "unmet"].includes(type)),
      mutants,
    ).found;
  }
  if (values.drawn || values.draw !== undefined) {
    const { found, gone } = drawnFrom(JSON.parse(readFileSync(DRAWN, "utf8")).mutants, mutants);
    for (const each of gone) process.stdout.write(`gone       ${inLine(each)}\n`);
    return found;
  }
  return values.sample === undefined ? mutants : sampled(mutants, Number(values.sample), seed);
}

/** What a run has found is there when it is ended. */
function keep() {
  mkdirSync(`${root}reports/mutation`, { recursive: true });
  writeFileSync(FATES, `${JSON.stringify(fates, undefined, 1)}\n`);
}

function tell() {
  keep();
  const count = (type) => fates.filter((each) => each.type === type).length;
  const killed = count("killed") + count("misjudged");
  const share = (100 * killed) / Math.max(1, killed + count("survived"));
  if (share < Number(values.least ?? 0) || program.failing.length > 0) process.exitCode = 1;
  process.stdout.write(
    `${fates.length} of ${chosen.length} mutants tried in ${elapsed()} s: ${killed} killed, ${count("survived")} survived ` +
      `(${fates.filter(({ left = 0 }) => left > 0).length} of them after ${values.seconds} s), ` +
      `${count("unmet")} met by no check, ${count("same")} change nothing as was judged; ` +
      `${share.toFixed(1)} % of those that are met and change something are killed\n`,
  );
}

/** Loads the program, the tests and what they keep, all of it anew; what checks take is measured the first time. */
async function load() {
  const loaded = await import(`${pathToFileURL(output).href}?${loads++}`);
  loaded.describeMutants(literals);
  const checks = await loaded.checks();
  if (held !== undefined)
    return { program: { ...loaded, failing: program.failing }, held: loaded.remembered(checks, held) };
  const { held: holding, failing } = await loaded.measured(checks);
  return { program: { ...loaded, failing }, held: holding };
}

function elapsed() {
  return ((performance.now() - begin) / 1000).toFixed(0);
}

function inLine({ file, line, original, replacement }) {
  const short = (text) => text.replaceAll(/\s+/g, " ").slice(0, 90);
  return `${file}:${line}  ${short(original)} → ${short(replacement)}`;
}

function testsIn(folder) {
  if (!existsSync(`${root}test/${folder}`)) throw new Error(`no folder of tests: test/${folder}`);
  return readdirSync(`${root}test/${folder}`)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${folder}/${name}`)
    .filter((path) => !LEFT_OUT.has(path));
}

function entry() {
  const importing = (path) => `${JSON.stringify(`/${path}`)}: () => import("./${path}"),`;
  const listed = (paths) => JSON.stringify(paths.map((path) => `/${path}`));
  return [
    `import { collectedChecks } from "./test/mutation/checks.ts";`,
    `const FILES = {${[...tests, ...properties].map(importing).join("\n")}};`,
    `export const checks = () => collectedChecks(${listed(tests)}, ${listed(properties)}, (file) => FILES[file]?.());`,
    `export { describeMutants, fails, fateOf, isMet, measured, meeting, remembered, turnOn } from "./test/mutation/checks.ts";`,
    `export { seedOfRun } from "./test/oracle/seed.ts";`,
  ].join("\n");
}

/** Tests import vitest, and properties their runner: both have a stand-in here. Sources have their mutants in them. */
function inTheirPlaces() {
  const here = (name) => ({ path: `${root}test/mutation/${name}` });
  return {
    name: "in-their-places",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^vitest$/ }, () => here("vitest.ts"));
      onResolve({ filter: /\/run\.js$/ }, ({ path, resolveDir }) =>
        resolve(resolveDir, path) === `${root}test/properties/run.js` ? here("run-property.ts") : undefined,
      );
      onLoad({ filter: /\/(?:src|test)\/.*\.ts$/, namespace: "file" }, ({ path }) => {
        const text = texts.get(relative(root, path)) ?? readFileSync(path, "utf8");
        // Modules find files of the project from where they lie.
        const contents = text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
        return { contents, loader: "ts" };
      });
    },
  };
}
