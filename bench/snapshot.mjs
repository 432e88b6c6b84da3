import { closeSync, openSync, writeSync } from "node:fs";
import { load } from "js-yaml";
import { clusterDocuments } from "./cluster.mjs";

/**
 * Writes a cluster as one JSON list, an object a line, as `kubectl get -o json` has them.
 * @param change takes each object before it is written
 */
export function writeSnapshot(file, size, change = (object) => object) {
  const out = openSync(file, "w");
  writeSync(out, '{"apiVersion":"v1","kind":"List","items":[\n');
  for (const [i, document] of clusterDocuments(size).entries())
    writeSync(out, `${i === 0 ? "" : ",\n"}${JSON.stringify(change(load(document)))}`);
  writeSync(out, "\n]}\n");
  closeSync(out);
}
