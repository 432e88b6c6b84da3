// What any program must do that reads lines: `readline`, and `JSON.parse` of those that are JSON, keeping nothing.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

createInterface({ input: createReadStream(process.argv[2]), crlfDelay: Infinity }).on("line", (line) => {
  if (line.startsWith("{")) JSON.parse(line);
});
