// What any program must do that reads lines of JSON: `readline` and `JSON.parse`, keeping nothing.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

createInterface({ input: createReadStream(process.argv[2]), crlfDelay: Infinity }).on("line", (line) =>
  JSON.parse(line),
);
