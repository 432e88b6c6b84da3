import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lineOf, readLog } from "./read.js";
import { LOG_FORMATS } from "../../../src/source/flows/formats.js";

const LOGS = "test/source/flows/logs";

describe("a log", () => {
  it("has a fixture per format, and no other", () => {
    const written = readdirSync(LOGS).flatMap((name) => (name.endsWith(".log") ? [name.slice(0, -4)] : []));
    expect(written.toSorted()).toEqual(LOG_FORMATS.map(({ id }) => id).toSorted());
  });

  describe.each(LOG_FORMATS.map((format) => [format.id, format] as const))("%s", (id, format) => {
    const text = readFileSync(`${LOGS}/${id}.log`, "utf8").trimEnd();

    it("is detected as itself alone, by any of its lines", () => {
      const found = text
        .split("\n")
        .flatMap((line) => LOG_FORMATS.filter((each) => each.detects(lineOf(line))))
        .map((each) => each.id);
      expect(new Set(found)).toEqual(new Set([id]));
    });

    it("has nothing that can't be read", () => {
      expect(readLog(format, text).filter((each) => "bad" in each)).toEqual([]);
    });
  });
});
