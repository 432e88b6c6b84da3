// Reads a log into records, keeping nothing: what `anp replay` does before it compares.
import { createReadStream } from "node:fs";
import { LOG_FORMATS } from "../src/source/flows/formats.js";
import { LogParser } from "../src/source/flows/log-parser.js";

const ignore = () => {};
let records = 0;
const parser = new LogParser(LOG_FORMATS, {
  record: () => records++,
  skip: ignore,
  bad: ignore,
  lost: ignore,
});
for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 1 << 18 })) parser.push(chunk);
parser.end();
if (records === 0) throw new Error("no records");
