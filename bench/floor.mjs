// What any program must do that reads these files with this parser: read them in order and parse them, keeping nothing.
// With `--writes FILE`, also what it costs to write so many bytes: those of the file go to standard output.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEvents } from "js-yaml";

function read(path) {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) read(join(path, name));
  else parseEvents(readFileSync(path, "utf8"), {});
}

const [, , ...args] = process.argv;
const writes = args.indexOf("--writes");
for (const path of writes === -1 ? args : args.slice(0, writes)) read(path);
if (writes !== -1) process.stdout.write(readFileSync(args[writes + 1]));
