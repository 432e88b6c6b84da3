import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lintExample } from "../../support/findings.js";
import { RULES } from "../../../src/linter/rules/index.js";
import type { Diagnostic } from "../../../src/cluster/problems/diagnostic.js";
import type { LintRule } from "../../../src/linter/rules/rule.js";

async function diagnosticsOf(text: string, { examples }: LintRule): Promise<readonly Diagnostic[]> {
  const { result } = await lintExample({ name: "example.yaml", text }, examples.reading);
  return result.diagnostics;
}

describe.each(RULES.map((rule) => [rule.id as string, rule] as const))("%s", (id, rule) => {
  it("finds its bad example", async () => {
    const found = await diagnosticsOf(rule.examples.bad, rule);
    expect(found.map(({ rule: each }) => each)).toContain(id);
    // What the example shows is the worst that is wrong with it.
    const others = found.filter((each) => each.rule !== id && each.level !== "info");
    expect(others.map((each) => each.rule)).toEqual([]);
  });

  it("finds nothing that matters in its good example", async () => {
    const found = await diagnosticsOf(rule.examples.good, rule);
    expect(
      found.filter((each) => each.rule === id || each.level !== "info").map((each) => each.rule),
    ).toEqual([]);
  });

  it("is rejected by the server exactly where its category says so", async () => {
    const found = await diagnosticsOf(rule.examples.bad, rule);
    for (const { category, problem } of found)
      expect(category === "rejected").toBe(problem.server !== undefined);
  });

  it("words it as people read it: lower case, no full stop, every place labelled", async () => {
    const found = await diagnosticsOf(rule.examples.bad, rule);
    for (const { wording, problem } of found.filter((each) => each.rule === id)) {
      const { message, label, help, notes = [], related = [] } = wording;
      for (const text of [message, label, help, rule.summary, ...notes, ...related]) {
        if (text === undefined) continue;
        expect(text).toMatch(/^[^A-Z]|^[A-Z]{2}/);
        expect(text).not.toMatch(/\.$|undefined|\[object/);
      }
      expect(related).toHaveLength(problem.related?.length ?? 0);
    }
  });
});

describe("the catalogue", () => {
  it("has every rule once, in the order of the ids", () => {
    const ids = RULES.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it("has no rule that is as `npm run new-rule` made it", () => {
    const folders = ["src/linter/rules", "test/linter/rules"];
    const texts = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(ts|yaml)$/.test(path))
        .map((path) => [path, readFileSync(`${folder}/${path}`, "utf8")] as const),
    );
    const unwritten = texts.filter(([, text]) => /\bTODO: /.test(text));
    expect(unwritten.map(([path]) => path)).toEqual([]);
  });
});
