// Runs the program on files and command lines that are made up, and checks what must hold of every run:
// `npm run test:fuzz`, a minute with the commit's seed; ANP_SEED, ANP_SECONDS and ANP_CASE change that.
import { fileURLToPath } from "node:url";
import { bundled } from "../oracle/bundled.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { runFuzzers } = await bundled("test/fuzz/run.ts");
process.exitCode = (await runFuzzers(root)) === 0 ? 0 : 1;
