// What the map of all flows costs without reading: for ten times the pods of the same workloads, and for ten times the
// policies that tell the same apart. Bundled with the sources by run.mjs.
import { incompletenessOf } from "../src/cluster/load/incomplete.ts";
import { loadSources } from "../src/index.ts";
import { matrixJson } from "../src/report/matrix-json.ts";
import { matrixOf } from "../src/questions/matrix/map.ts";
import { clusterDocuments } from "./cluster.mjs";
import { median } from "./measure.mjs";

const SIZE = { seed: 20260117, namespaces: 20, workloads: 200, pods: 1000, policies: 300 };
const TIMES = 10;
const ROUNDS = 7;
const WARM_UP = 2;

async function loadedFrom(documents) {
  return loadSources([{ name: "cluster.yaml", text: documents.join("---\n") }]);
}

/** The same policies under other names: they tell nothing apart that the first ones do not. */
function copies(documents) {
  const policies = documents.filter((text) => text.includes("kind: NetworkPolicy"));
  return Array.from({ length: TIMES - 1 }, (_, copy) =>
    policies.map((text) => text.replace(/^( {2}name: .+)$/m, `$1-copy-${copy}`)),
  ).flat();
}

/** Milliseconds for the whole map as JSON; a copy of the cluster has none of what is remembered of it. */
function costOf(loaded) {
  const start = performance.now();
  const everything = { from: [], to: [], traffic: undefined, sent: new Map(), isExposed: false };
  const { matrix } = matrixOf({ ...loaded.cluster }, everything);
  const incompleteness = incompletenessOf(loaded);
  const report = { matrix, incompleteness, showsDenied: false, explains: false, notes: () => [] };
  let characters = 0;
  for (const piece of matrixJson(report)) characters += piece.length;
  if (characters < 1000) throw new Error("the map is empty");
  return performance.now() - start;
}

/** Measures both in turn, so that what disturbs one disturbs both; the first rounds only warm up. */
async function ratio(what, few, many) {
  const [small, large] = [await loadedFrom(few), await loadedFrom(many)];
  const rounds = Array.from({ length: ROUNDS }, () => ({
    small: costOf(small),
    large: costOf(large),
  })).slice(WARM_UP);
  const value = median(rounds.map((round) => round.large / round.small));
  const [a, b] = ["large", "small"].map((name) => median(rounds.map((round) => round[name])).toFixed(0));
  process.stdout.write(`${value.toFixed(2)} x   ${what}   ${a} vs ${b} ms\n`);
}

const documents = clusterDocuments(SIZE);
await ratio(
  `the map of ${TIMES} x the pods of ${SIZE.workloads} workloads, without reading`,
  documents,
  clusterDocuments({ ...SIZE, pods: SIZE.pods * TIMES }),
);
await ratio(`the map with ${TIMES} x the policies and the same classes, without reading`, documents, [
  ...documents,
  ...copies(documents),
]);
