import { describe, expect, it } from "vitest";
import { BAD_EXAMPLES, lintReport, reversedPorts } from "../support/lint-report.js";
import { LEVELS, type Category } from "../../src/cluster/problems/diagnostic.js";
import { lintJson } from "../../src/report/lint-json.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf, schemaText } from "../support/schemas.js";
import type { Need } from "../../src/linter/rules/rule.js";
import type { OtherFile } from "../../src/cluster/load/summary.js";

const problemsOf = schemaOf("lint");

describe("lint.json", () => {
  it.each(BAD_EXAMPLES)("holds for the bad example of %s", async (id, report) => {
    const json = JSON.parse([...lintJson(await report())].join("")) as {
      findings: readonly { rule: string }[];
    };
    expect(problemsOf(json)).toEqual([]);
    expect(json.findings.map(({ rule }) => rule)).toContain(id);
  });

  it("holds for input that tries to be something else", async () => {
    const text = `${reversedPorts("__proto__")}---\n? [a]\n---\napiVersion: v1\nkind: "constructor\\u0007"\n---\n\ud800`;
    const json = JSON.parse([...lintJson(await lintReport({ "a\u0000b/\u202e.yaml": text }))].join(""));
    expect(problemsOf(json)).toEqual([]);
    expect(json.incomplete).toBe(true);
  });

  it("holds for a run over files of every sort", async () => {
    const { stdout } = await runAnp(
      ["lint", "fixtures/gallery", "--exclude", "mkdocs.yml", "-o", "json", "--fail-on", "never"],
      {},
    );
    const json = JSON.parse(stdout);
    expect(problemsOf(json)).toEqual([]);
    expect(json.summary.other).toEqual([
      { file: "fixtures/gallery/findings/k8s/mkdocs.yml", reason: "excluded" },
    ]);
    const { error, warning, info } = json.summary.findings;
    expect(error + warning + info).toBe(json.findings.length);
  });

  it.each<[string, (report: any) => void]>([
    ["an unknown level", ({ findings }) => (findings[0].level = "fatal")],
    ["an unknown category", ({ findings }) => (findings[0].category = "taste")],
    ["a column 0", ({ findings }) => (findings[0].range.start.column = 0)],
    ["no message", ({ findings }) => (findings[0].message = "")],
    ["a path that is no JSON pointer", ({ findings }) => (findings[0].path = "spec.ingress")],
    ["a field that nobody knows", ({ summary }) => (summary.time = 12)],
    ["no list of rules that were skipped", (report) => delete report.skipped],
  ])("refuses %s", async (_what, breakIt) => {
    const json = JSON.parse([...lintJson(await lintReport({ "a.yaml": reversedPorts("a") }))].join(""));
    expect(problemsOf(json)).toEqual([]);
    breakIt(json);
    expect(problemsOf(json)).not.toEqual([]);
  });

  it("has the levels, categories and reasons of the source", () => {
    const categories: Readonly<Record<Category, true>> = {
      rejected: true,
      input: true,
      "never-works": true,
      misleading: true,
      risky: true,
      portability: true,
      style: true,
      gate: true,
    };
    const reasons: Readonly<Record<OtherFile["reason"], true>> = {
      "no-kubernetes-object": true,
      "not-yaml": true,
      kustomization: true,
      patch: true,
      chart: true,
      template: true,
      "git-lfs": true,
      submodule: true,
      excluded: true,
      node_modules: true,
    };
    const schema = schemaText("lint") as any;
    const finding = schema.$defs.finding.properties;
    expect(finding.level.enum).toEqual(LEVELS);
    expect(finding.category.enum.toSorted()).toEqual(Object.keys(categories).toSorted());
    const other = schema.properties.summary.properties.other.items.properties;
    expect(other.reason.enum.toSorted()).toEqual(Object.keys(reasons).toSorted());
    const needs: Readonly<Record<Need, true>> = {
      pods: true,
      namespaces: true,
      dns: true,
      "api-server": true,
      prometheus: true,
    };
    const missing = schema.properties.skipped.items.properties.missing.items;
    expect(missing.enum.toSorted()).toEqual(Object.keys(needs).toSorted());
  });
});
