import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOG_FORMATS } from "../../../src/source/flows/formats.js";
import { readLog } from "./read.js";
import { told } from "./told.js";

const LOGS = "test/source/flows/logs";

describe("each line of a log says what stands in it, and is unknown where it says nothing", () => {
  it.each(LOG_FORMATS.map((format) => [format.id, format] as const))("%s", (id, format) => {
    const log = readFileSync(`${LOGS}/${id}.log`, "utf8").trimEnd();
    const found = `${readLog(format, log).map(told).join("\n")}\n`;
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(`${LOGS}/${id}.told`, found);
    expect(found).toBe(readFileSync(`${LOGS}/${id}.told`, "utf8"));
  });
});
