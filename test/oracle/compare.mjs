// Compares texts with Kubernetes' own reader: `node test/oracle/compare.mjs [--minimise] FILE.jsonl …`, rows of
// {"text":…} or {"text":…,"documents":…,"error":…}. Prints the rows that differ; ends with 1 where one does.
import { fileURLToPath } from "node:url";
import { bundled } from "./bundled.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const paths = process.argv.slice(2).filter((each) => !each.startsWith("--"));
if (paths.length === 0) {
  console.error("usage: node test/oracle/compare.mjs [--minimise] FILE.jsonl …");
  process.exit(2);
}
const { compareFiles } = await bundled("test/oracle/compare.ts");
const different = await compareFiles(root, paths, process.argv.includes("--minimise"));
process.exitCode = different === 0 ? 0 : 1;
