#!/usr/bin/env node
// What `kubectl anp` runs: the same program, whose help says how it was called.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=400000");

const { main } = await import("../dist/main.js");
process.exitCode = await main(process.argv.slice(2), process, "kubectl anp");
