import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { readFileSync } from "node:fs";

/** A built file with all that is loaded with it. */
function loadedWith(path: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(path)) return found;
  const text = readFileSync(path, "utf8");
  found.set(path, text);
  for (const [, imported = ""] of text.matchAll(/\b(?:from|import)"(\.[^"]+)"/g))
    loadedWith(join(dirname(path), imported), found);
  return found;
}

const bytesOf = (files: ReadonlyMap<string, string>): number =>
  [...files.values()].reduce((sum, text) => sum + text.length, 0);

it("tells the version without loading what commands need", () => {
  const start = loadedWith("dist/start.js");
  expect(start.size).toBeGreaterThan(1);
  expect(bytesOf(start)).toBeLessThan(20_000);
});

it("gives the library what it shares with the command line, and nothing else of that", () => {
  const files = [...loadedWith("dist/index.js").keys()];
  expect(files.filter((path) => path.includes("/library"))).not.toEqual([]);
  expect(files.filter((path) => path.includes("/program"))).toEqual([]);
});
