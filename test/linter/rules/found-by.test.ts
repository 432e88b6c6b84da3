import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/linter/rules/index.js";
import { RULE_CATEGORIES } from "../../../src/linter/rules/categories.js";

const SRC = fileURLToPath(new URL("../../../src", import.meta.url));

/** Modules that may raise problems while they read, by their paths below src, with their texts; what rules ask in their checks is none. */
const RAISING = new Map(
  filesBelow(SRC)
    .map((path) => relative(SRC, path))
    .filter(
      (path) =>
        !/(^|\/)(rules|mistakes|matrix|report|diagnostics|match|evaluate|cli|suggest|convert|lint\/(?!lint))\//.test(
          path,
        ),
    )
    .map((path) => [path, readFileSync(join(SRC, path), "utf8")]),
);

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith(".ts") ? [path] : [];
  });
}

/** True for the module itself, or one in the folder; rooms may hold the folders of rooms. */
function isNamedBy(path: string, named: string): boolean {
  return `/${path}`.endsWith(`/${named}`) || `/${path}`.includes(`/${named}/`);
}

describe("who finds what a rule words", () => {
  it.each(RULES.filter(({ foundBy }) => foundBy !== undefined))("$id", ({ id, foundBy = [] }) => {
    for (const named of foundBy) {
      const modules = [...RAISING].filter(([path]) => isNamedBy(path, named));
      expect(modules, `${named} is there`).not.toEqual([]);
      expect(
        modules.filter(([, text]) => text.includes(`"${id}"`)),
        `${named} raises it`,
      ).not.toEqual([]);
    }
  });

  it.each(RULES)("$id, and nobody else", ({ id, foundBy = [] }) => {
    const raising = [...RAISING].flatMap(([path, text]) => (text.includes(`code: "${id}"`) ? [path] : []));
    expect(raising.filter((path) => !foundBy.some((named) => isNamedBy(path, named)))).toEqual([]);
  });

  it("is of the category that the table of categories has", () => {
    const categories = Object.fromEntries(RULES.map(({ id, category }) => [id, category]));
    expect(categories).toEqual(RULE_CATEGORIES);
  });

  it("is said by rules in both ways", () => {
    expect(RULES.filter(({ check }) => check !== undefined).length).toBeGreaterThan(40);
    expect(RULES.filter(({ foundBy }) => foundBy !== undefined).length).toBeGreaterThan(40);
  });
});
