#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// A run is short: compiling functions that are warm but not hot costs more than it saves (docs/performance.md).
setFlagsFromString("--interrupt-budget=400000");

const { main } = await import("../dist/main.js");
process.exitCode = await main(process.argv.slice(2), process);
