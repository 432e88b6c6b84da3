import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const PAGE = readFileSync("docs/adding.md", "utf8");

/** What stands for a part of a path, with all that it may be. */
const PLACEHOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["ID", rules()],
  ["KIND", ["admin-policies", "network-policy"]],
  ["COMMAND", ["explain", "lint", "matrix", "diff", "convert"]],
]);

/** Rules whose tests are a file of their own. */
const WITH_OWN_TEST = rules().filter((id) => existsSync(`test/linter/rules/${id}.test.ts`));

function rules(): readonly string[] {
  return readdirSync("src/linter/rules").filter((name) => existsSync(`src/linter/rules/${name}/rule.ts`));
}

/** The files and folders that a page names: all in backticks that is a path of the tree. */
function pathsIn(page: string): readonly string[] {
  const all = [...page.matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => path);
  return [
    ...new Set(
      all.filter((path) => /^(src|test|docs|fixtures|scripts|schemas)(\/|$)|^[A-Z]+\.md$/.test(path)),
    ),
  ];
}

/** A path for everything that its placeholder stands for. */
function filled(path: string): readonly string[] {
  for (const [word, values] of PLACEHOLDERS)
    if (new RegExp(`\\b${word}\\b`).test(path)) {
      const those = path.startsWith("test/linter") ? WITH_OWN_TEST : values;
      return those.map((value) => path.replace(word, value));
    }
  return [path];
}

describe("docs/adding.md", () => {
  const paths = pathsIn(PAGE);

  it("names files for three walks", () => {
    expect([...PAGE.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      "A rule of the linter",
      "A kind of policy",
      "An output format",
    ]);
    expect(paths.length).toBeGreaterThan(25);
  });

  it.each(paths)("%s is there", (path) => {
    expect(filled(path).filter((each) => !existsSync(each))).toEqual([]);
  });
});
