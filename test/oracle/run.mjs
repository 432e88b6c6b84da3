// Holds the reader against Kubernetes' own: `npm run test:oracle`. Go is needed; without it the run is skipped with one
// line, or fails where ANP_REQUIRE_TOOLS is set, as the gate does,
// where kubectl is needed too.
import { fileURLToPath } from "node:url";
import { bundled } from "./bundled.mjs";
import { endWithoutTools } from "../../scripts/tools.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
endWithoutTools();
const { runOracle } = await bundled("test/oracle/run.ts");
process.exitCode = (await runOracle(root)) === 0 ? 0 : 1;
