import { evaluateForeignCheck } from "../cluster/admission/structural/evaluate-foreign-check.js";
import { parentPort } from "node:worker_threads";
import type { ForeignCheck } from "../cluster/admission/structural/foreign-checks.js";

// Runs checks of CRDs, and tells each result as soon as it is known: whoever waits may end the worker at any moment.
parentPort?.on("message", (checks: readonly ForeignCheck[]) => {
  for (const check of checks) parentPort?.postMessage(evaluateForeignCheck(check));
});
parentPort?.postMessage("ready");
