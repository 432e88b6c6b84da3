#!/usr/bin/env node
// What `kubectl anp` runs: the same program, whose help says how it was called.
import { start } from "../dist/start.js";

await start("kubectl anp");
