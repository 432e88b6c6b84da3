// What any program must do that reads these files with this parser: read them in order and parse them, keeping nothing.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEvents } from "js-yaml";

function read(path) {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) read(join(path, name));
  else parseEvents(readFileSync(path, "utf8"), {});
}

for (const path of process.argv.slice(2)) read(path);
