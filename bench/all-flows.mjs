import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clusterDocuments } from "./cluster.mjs";
import { compare } from "./measure.mjs";
import { writeSnapshot } from "./snapshot.mjs";

const JSON_FLOOR = fileURLToPath(new URL("floor-json.mjs", import.meta.url));

const SIZES = [
  { seed: 20260117, namespaces: 20, workloads: 200, pods: 1000, policies: 300 },
  { seed: 20260118, namespaces: 50, workloads: 1000, pods: 5000, policies: 1000 },
];

const DUMP = { seed: 20260119, namespaces: 250, workloads: 5000, pods: 100_000, policies: 10_000 };
const DUMP_RUNS = 3;

/** Measures what answers questions about all flows: the map, the diff, and the rules that need proof. */
export async function allFlowRows({ anp, floor, work, runs, bundle, row }) {
  for (const size of SIZES) mapRows({ anp, floor, work, runs, row }, size);
  dumpRows({ anp, work, row });
  const analysis = join(work, "analysis.mjs");
  await bundle("bench/analysis.mjs", analysis);
  process.stdout.write(spawnSync(process.execPath, [analysis], { encoding: "utf8" }).stdout);
}

/** The whole map against reading the same files and writing as many bytes. */
function mapRows({ anp, floor, work, runs, row }, size) {
  const folder = join(work, `map-${size.pods}`);
  mkdirSync(folder);
  const documents = clusterDocuments(size);
  const perFile = Math.ceil(documents.length / 350);
  for (let i = 0; i * perFile < documents.length; i++)
    writeFileSync(
      join(folder, `${String(i).padStart(4, "0")}.yaml`),
      documents.slice(i * perFile, (i + 1) * perFile).join("---\n"),
    );
  const label = `${size.pods} pods, ${size.workloads} workloads, ${size.policies} policies`;
  const map = [anp, "matrix", "-f", folder, "-o", "json"];
  const written = join(work, "map.json");
  const plain = [...map.slice(0, -1), `json=${written}`];
  spawnSync(process.execPath, plain);
  const bytes = (statSync(written).size / 1e6).toFixed(0);
  row(
    `matrix   ${label}, ${bytes} MB of JSON`,
    "floor with writing",
    compare(map, [floor, folder, "--writes", written], runs),
  );
  if (size.pods === SIZES[0].pods)
    row(`matrix --explain   ${label}`, "the map without", compare([...map, "--explain"], map, runs));
  row(`lint     ${label}`, "floor", compare([anp, "lint", folder, "-o", "json"], [floor, folder], runs));
}

/** One JSON dump of a large cluster, and the same one with one changed policy. */
function dumpRows({ anp, work, row }) {
  const [before, after] = [join(work, "before.json"), join(work, "after.json")];
  let policies = 0;
  writeSnapshot(before, DUMP);
  writeSnapshot(after, DUMP, (object) => {
    if (object.kind === "NetworkPolicy" && ++policies === DUMP.policies / 2)
      object.spec.ingress[0].ports[0].port++;
    return object;
  });
  const label = `${DUMP.pods} pods, ${DUMP.workloads} workloads, ${DUMP.policies} policies in one JSON file of ${(statSync(before).size / 1e6).toFixed(0)} MB`;
  const [from, to] = ["team-000/app-0000", "team-001/app-0001"];
  const floor = [JSON_FLOOR, before];
  row(
    `explain  ${label}`,
    "reading and JSON.parse",
    compare([anp, "explain", "-f", before, from, to, "--port", "8080"], floor, DUMP_RUNS),
  );
  row(
    `matrix --from one workload   ${label}`,
    "reading and JSON.parse",
    compare([anp, "matrix", "-f", before, "--from", from, "-o", "json"], floor, DUMP_RUNS),
  );
  row(
    `diff, one policy changed   two of ${label}`,
    "reading and JSON.parse of both",
    compare([anp, "diff", before, after], [JSON_FLOOR, before, after], DUMP_RUNS),
  );
}
