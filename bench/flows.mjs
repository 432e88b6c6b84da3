// Reading logs of traffic, against `readline` and `JSON.parse` of the same file, or of the same records as lines of JSON.
import { join } from "node:path";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compare } from "./measure.mjs";
import { writeFlowLog } from "./flow-log.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const SEED = 20260119;

/** Logs unlike each other: formats, and who talks to whom (`flow-log.mjs`). */
const LOGS = [
  { format: "hubble", family: "apps", lines: 500_000 },
  { format: "hubble", family: "few", lines: 500_000 },
  { format: "hubble", family: "ports", lines: 500_000 },
  { format: "hubble", family: "clients", lines: 500_000 },
  { format: "hubble", family: "labels", lines: 50_000 },
  { format: "hubble", family: "strangers", lines: 50_000 },
  ...["hubble-bare", "goldmane", "calico-enterprise", "netobserv", "gke"].flatMap((format) =>
    ["apps", "few", "clients"].map((family) => ({ format, family, lines: 500_000 })),
  ),
  { format: "aws", family: "apps", lines: 1_000_000 },
  { format: "kube-network-policies", family: "apps", lines: 500_000 },
  { format: "csv", family: "apps", lines: 1_000_000 },
  { format: "vpc", family: "apps", lines: 1_000_000 },
];

/** What is between the cells of the formats that have a header. */
const SEPARATORS = { csv: ",", vpc: " " };

/** @param names formats, families, or both as `hubble/apps`: all without any */
export async function flowRows({ anp, work, runs, bundle, names }) {
  const reader = join(work, "read-log.mjs");
  await bundle("bench/read-log.mjs", reader);
  const floor = fileURLToPath(new URL("floor-lines.mjs", import.meta.url));
  const wanted = LOGS.filter(
    ({ format, family }) =>
      names.length === 0 || [format, family, `${format}/${family}`].some((each) => names.includes(each)),
  );
  for (const { format, family, lines } of wanted) {
    const log = join(work, `${format}-${family}.log`);
    writeFlowLog(log, lines, SEED, { format, family });
    const separator = SEPARATORS[format];
    const floorLog = separator === undefined ? log : `${log}.jsonl`;
    if (separator !== undefined) writeFileSync(floorLog, jsonOf(readFileSync(log, "utf8"), separator));
    for (const [what, program] of [
      ["read", [reader, log]],
      ["anp replay", [anp, "replay", log, "-f", join(root, "fixtures/demo"), "-o", "csv"]],
      [
        "anp replay, two threads",
        [anp, "replay", log, "-f", join(root, "fixtures/demo"), "-o", "csv", "--threads", "2"],
      ],
    ]) {
      const found = compare(program, [floor, floorLog], runs);
      process.stdout.write(
        `${what}   ${format} ${family}, ${lines} lines: ` +
          `by CPU ${(1 / found.ratio).toFixed(2)} x the lines/s of the floor (${rate(lines, found.cpu)} vs ${rate(lines, found.floorCpu)}), ` +
          `by the clock ${(1 / found.clockRatio).toFixed(2)} x (${rate(lines, found.clock)} vs ${rate(lines, found.floorClock)}), ` +
          `memory ${mb(found.memory)} vs ${mb(found.floorMemory)} MB\n`,
      );
    }
    rmSync(log);
    rmSync(floorLog, { force: true });
  }
}

/** Lines of cells as lines of JSON, each cell a text. */
function jsonOf(text, separator) {
  const [header, ...rows] = text.trimEnd().split("\n");
  const names = header.split(separator);
  const object = (row) => Object.fromEntries(row.split(separator).map((cell, i) => [names[i], cell]));
  return rows.map((row) => `${JSON.stringify(object(row))}\n`).join("");
}

function rate(lines, milliseconds) {
  return `${((lines / milliseconds) * 1000).toFixed(0)}/s`;
}

function mb(kilobytes) {
  return (kilobytes / 1024).toFixed(0);
}
