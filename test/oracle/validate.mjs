// Holds what the program calls rejected against kube-apiserver's own validation: `npm run test:validation`. Go is needed;
// without it the run is skipped with one line, or fails where ANP_REQUIRE_TOOLS is set, as the gate does.
import { fileURLToPath } from "node:url";
import { bundled } from "./bundled.mjs";
import { endWithoutTools } from "../../scripts/tools.mjs";

endWithoutTools();
const { runValidation } = await bundled("test/oracle/validate.ts");
process.exitCode = (await runValidation(fileURLToPath(new URL("../..", import.meta.url)))) === 0 ? 0 : 1;
