import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contradictions } from "../support/witness.js";
import { lint } from "../../src/lint/lint.js";
import { loadSources, type Loaded, type Source } from "../../src/index.js";
import { RULES } from "../../src/rules/index.js";

/** Reads a folder as the command line does, charts and what is no manifest left out. */
function sourcesIn(folder: string): Source[] {
  return readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(path).isDirectory()) return sourcesIn(path);
    return name.endsWith(".yaml") ? [{ name: path, text: readFileSync(path, "utf8") }] : [];
  });
}

/** What explaining the flows of all findings says otherwise than the findings. */
function wrongOf(loaded: Loaded): string[] {
  const { diagnostics } = lint(loaded);
  return diagnostics
    .filter(({ problem }) => problem.witness !== undefined)
    .flatMap(({ problem }) => contradictions(loaded, problem));
}

describe("a finding about flows names one on which explaining says the same", () => {
  it.each(RULES.map((rule) => [rule.id as string, rule.examples.bad] as const))("%s", async (_, text) => {
    expect(wrongOf(await loadSources([{ name: "example.yaml", text }], { purpose: "lint" }))).toEqual([]);
  });

  const folders = readdirSync("fixtures/gallery").map((name) => `fixtures/gallery/${name}`);
  it.each(["fixtures/demo", "fixtures/mistakes", ...folders])("%s", async (folder) => {
    expect(wrongOf(await loadSources(sourcesIn(folder), { purpose: "lint" }))).toEqual([]);
  });

  it.each([
    "allow-all-cancels-deny",
    "baseline-never-reached",
    "except-reopened",
    "isolation-bypassed-by-admin-tier",
    "one-sided-flow",
    "overridden-by-admin-tier",
    "partially-shadowed-rule",
    "pass-to-nothing",
    "redundant-policy",
    "redundant-rule",
    "shadowed-rule",
    "vacuous-policy",
  ])("%s names one in its bad example", async (id) => {
    const text = RULES.find((rule) => rule.id === id)?.examples.bad ?? "";
    const loaded = await loadSources([{ name: "example.yaml", text }], { purpose: "lint" });
    const found = lint(loaded).diagnostics.filter(({ rule }) => rule === id);
    expect(found.map(({ problem }) => problem.witness === undefined)).toEqual([false]);
  });
});
