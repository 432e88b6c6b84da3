// What any program must do that reads these JSON files: read them and parse them, keeping nothing.
import { readFileSync } from "node:fs";

for (const path of process.argv.slice(2)) JSON.parse(readFileSync(path, "utf8"));
