// Loaded into the program under test: at its end, writes what it used of CPU and memory to the file descriptor 3.
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));
