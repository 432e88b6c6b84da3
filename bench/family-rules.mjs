// The steps and the CPU that each rule of the linter takes by itself. Bundled with the sources by run.mjs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lint } from "../src/linter/lint/lint.ts";
import { loadSources } from "../src/index.ts";
import { RULES } from "../src/linter/rules/index.ts";
import { Work } from "../src/base/limits/work.ts";

const [, , folder, least] = process.argv;
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const loaded = await loadSources(files, { purpose: "lint" });
for (const { id } of RULES) {
  const work = new Work();
  const start = process.cpuUsage().user;
  const { limit } = lint(loaded, { only: new Set([id]), work });
  const cpu = (process.cpuUsage().user - start) / 1000;
  if (work.spent < Number(least)) continue;
  const end = limit === undefined ? "" : `   ended by the limit of ${limit}`;
  process.stdout.write(
    `rule ${id.padEnd(36)} ${(work.spent / 1e6).toFixed(1).padStart(8)} million steps ${cpu.toFixed(0).padStart(7)} ms${end}\n`,
  );
}
