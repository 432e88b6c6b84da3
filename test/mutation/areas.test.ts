import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checksFor, LEFT_OUT } from "./areas.mjs";

/** What the runner has of vitest's own. */
const RUNNER = readFileSync("test/mutation/vitest.ts", "utf8");
const KNOWN = new Set([
  ...(/^export \{([^}]*)\}/m.exec(RUNNER)?.[1] ?? "").split(",").map((name) => name.trim()),
  ...[...RUNNER.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
]);

const TESTS = checksFor(["src"]).tests.flatMap((folder) =>
  readdirSync(`test/${folder}`)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${folder}/${name}`),
);

it("has tests for each area", () => {
  expect(KNOWN).toContain("expect");
  expect(TESTS.length).toBeGreaterThan(100);
  expect([...LEFT_OUT].filter((path) => !existsSync(path))).toEqual([]);
});

it.each(TESTS.filter((path) => !LEFT_OUT.has(path)))(
  "%s needs nothing of vitest that the runner lacks",
  (path) => {
    const [, names = ""] = /import \{([^}]*)\} from "vitest";/.exec(readFileSync(path, "utf8")) ?? [];
    const needed = names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    expect(needed.filter((name) => !KNOWN.has(name) && !name.startsWith("type "))).toEqual([]);
  },
);
