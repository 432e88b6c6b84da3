import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SPECIFICATION = readFileSync(join(ROOT, "docs/semantics.md"), "utf8");
const CITING = ["src", "test", "fixtures", "bench", "docs"];
const TEXT_FILE = /\.(?:ts|mjs|js|md|txt|json|ya?ml)$/;

const SERIES = String.raw`(?:S-[A-Z0-9]+-L?|V-[A-Z]+-|U-|T)`;
const ID = String.raw`(?:${SERIES}\d+[a-z]?|S-NULL)`;

/** An id, and the last one where it begins a range: `V-NP-16…20`, `T1–T63`, `S-EV-10 … S-EV-18`. */
const CITATION = new RegExp(String.raw`(?<![\w-])(${ID})(?:\s?[…–]\s?(?:${SERIES})?(\d+))?(?![\w-])`, "g");

/** An id in bold at the start of an entry, or in the first column of a table. */
const DEFINITION = new RegExp(String.raw`^(?:(?:- )?\*\*(${ID})\*\*|\| (${ID}) \|)`, "gm");

function idsCitedIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, id = "", last]) => {
    if (last === undefined) return [id];
    const [, series = "", first = ""] = /^(.*?)(\d+)[a-z]?$/.exec(id) ?? [];
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, i) => `${series}${Number(first) + i}`,
    );
  });
}

function idsDefinedIn(text: string): string[] {
  return [...text.matchAll(DEFINITION)].map(([, inBold, inTable]) => inBold ?? inTable ?? "");
}

function textFilesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return textFilesBelow(path);
    return TEXT_FILE.test(name) ? [path] : [];
  });
}

it.each([
  ["(S-EV-11, V-CR-9a)", ["S-EV-11", "V-CR-9a"]],
  ["V-NP-16…18", ["V-NP-16", "V-NP-17", "V-NP-18"]],
  ["T9–T11", ["T9", "T10", "T11"]],
  ["S-LEG-1 … S-LEG-3", ["S-LEG-1", "S-LEG-2", "S-LEG-3"]],
  ["S-NODE-L1 and S-NULL", ["S-NODE-L1", "S-NULL"]],
  ["V-LS-*, HT1, T1x2, U+0085", []],
])("reads the citations in %j", (text, ids) => {
  expect(idsCitedIn(text)).toEqual(ids);
});

it("defines each id once", () => {
  const defined = idsDefinedIn(SPECIFICATION);
  const seen = new Set<string>();
  expect(defined.filter((id) => seen.size === seen.add(id).size)).toEqual([]);
  expect(defined.length).toBeGreaterThan(300);
});

it("defines every id that is cited", () => {
  const defined = new Set(idsDefinedIn(SPECIFICATION));
  const undefinedIds = CITING.flatMap((folder) => textFilesBelow(join(ROOT, folder))).flatMap((path) =>
    idsCitedIn(readFileSync(path, "utf8"))
      .filter((id) => !defined.has(id))
      .map((id) => `${relative(ROOT, path)}: ${id}`),
  );
  expect(undefinedIds).toEqual([]);
});
