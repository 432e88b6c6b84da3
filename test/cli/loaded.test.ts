import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

/** The modules that a module loads before it is asked anything: no types, and nothing that is imported when it is needed. */
function loadedBy(module: string): ReadonlySet<string> {
  const loaded = new Set([module]);
  for (const each of loaded) {
    const text = readFileSync(join(SRC, each), "utf8");
    for (const [, names = "", target = ""] of text.matchAll(
      /^(?:import|export) ([^;]*?)from "(\.[^"]+)"/gm,
    )) {
      const isType = names.startsWith("type ") || /^\{(?:\s*type [^,}]+,?)*\s*\}/.test(names);
      if (isType || !target.endsWith(".js")) continue;
      loaded.add(relative(SRC, join(SRC, dirname(each), target.replace(/\.js$/, ".ts"))));
    }
  }
  return loaded;
}

it.each(["explain", "matrix"])(
  "anp %s loads no lint rules, no git and no renderer before it needs them",
  (command) => {
    const loaded = [...loadedBy(`cli/${command}.ts`)];
    expect(loaded.length).toBeGreaterThan(100);
    const needless = new Set(["linter/rules/index.ts", "input/git.ts", "input/render/render.ts"]);
    expect(loaded.filter((each) => needless.has(each))).toEqual([]);
  },
);

it("anp lint loads the rules: the modules are found", () => {
  expect([...loadedBy("cli/lint.ts")]).toContain("linter/rules/index.ts");
});
