import { describe, expect, it } from "vitest";
import { lintGithub } from "../../src/report/lint-github.js";
import { lintJson } from "../../src/report/lint-json.js";
import { lintMarkdown } from "../../src/report/lint-markdown.js";
import { lintReport, reversedPorts } from "../support/lint-report.js";
import { lintSarif } from "../../src/report/lint-sarif.js";
import { lintText } from "../../src/report/lint-text.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { schemaOf } from "../support/schemas.js";
import type { Diagnostic } from "../../src/cluster/problems/diagnostic.js";
import type { LintReport } from "../../src/report/lint-report.js";

/** A run with one new finding, an entry of a baseline that is stale, two that are fixed and one that is known. */
async function changed(): Promise<LintReport> {
  const files = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.yaml`, reversedPorts(name)]));
  const report = await lintReport(files);
  const ports = report.diagnostics.filter(({ rule }) => rule === "invalid-port-range");
  const [a, b, c, d] = ports as [Diagnostic, Diagnostic, Diagnostic, Diagnostic];
  const stale: Diagnostic = {
    ...a,
    rule: "stale-baseline-entry",
    category: "gate",
    wording: { message: "gone from the baseline" },
  };
  return {
    ...report,
    skipped: [],
    diagnostics: [stale, { ...b, level: "warning" }],
    gone: [c, a],
    baselined: [d],
    since: "origin/main",
    hasBaseline: true,
  };
}

const HEAD = "1 new warning since origin/main; 2 fixed; 1 entry of the baseline is stale; 1 known";

describe("a run that is compared with another state leads with what has changed", () => {
  it("as text: new findings, stale entries, then what is fixed", async () => {
    const lines = [...lintText(await changed(), { ...PLAIN_VIEW, width: 200 })];
    expect(lines[0]).toBe(HEAD);
    const heads = lines.filter((line) => /^(?:error|warning|fixed)/.test(line));
    expect(heads).toEqual([
      "warning[invalid-port-range]: `endPort` `80` is below `port` `90`",
      "error[stale-baseline-entry]: gone from the baseline",
      expect.stringMatching(/^fixed: c\.yaml:7:\d+: error\[invalid-port-range\]: `endPort`/),
      expect.stringMatching(/^fixed: a\.yaml:7:\d+: error\[invalid-port-range\]: `endPort`/),
    ]);
  });

  it("as Markdown and as a job summary", async () => {
    const lines = [...lintMarkdown(await changed())];
    expect(lines[0]).toBe(`### anp lint: ${HEAD}`);
    expect(lines.filter((line) => line.startsWith("#"))).toEqual([
      `### anp lint: ${HEAD}`,
      "#### `b.yaml`",
      "#### `a.yaml`",
      "#### Fixed",
    ]);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^- `invalid-port-range` c\.yaml:7:\d+: /),
      expect.stringMatching(/^- `invalid-port-range` a\.yaml:7:\d+: /),
    ]);
    expect(lines.join("\n")).not.toContain("known finding");
  });

  it("as workflow commands and as JSON", async () => {
    const report = await changed();
    expect([...lintGithub(report)].at(-1)).toBe(`::notice title=anp::${HEAD}`);
    const json = JSON.parse([...lintJson(report)].join("")) as { since: string; fixed: { file: string }[] };
    expect(schemaOf("lint")(json)).toEqual([]);
    expect(json.since).toBe("origin/main");
    expect(json.fixed.map(({ file }) => file)).toEqual(["c.yaml", "a.yaml"]);
  });

  it("and says so where nothing is new, and nothing where it is compared with nothing", async () => {
    const report = await changed();
    const [none] = [...lintText({ ...report, diagnostics: [], gone: [] }, PLAIN_VIEW)];
    expect(none).toBe("no new findings since origin/main; 1 known");
    const { since: _since, ...beside } = report;
    const [baseline] = [...lintText({ ...beside, gone: [] }, PLAIN_VIEW)];
    expect(baseline).toBe("1 new warning; 1 entry of the baseline is stale; 1 known");
    const [alone] = [...lintText({ ...beside, gone: [], hasBaseline: false }, PLAIN_VIEW)];
    expect(alone).toMatch(/^warning\[|^error\[/);
  });
});

describe("SARIF", () => {
  it("says of nothing that is suppressed that it is new", async () => {
    const report = await changed();
    const [, fresh] = report.diagnostics;
    const [known] = report.baselined;
    const [silenced] = report.gone ?? [];
    if (fresh === undefined || known === undefined || silenced === undefined) throw new Error("no findings");
    const suppression = {
      by: "comment",
      rules: [],
      reason: "an old proxy",
      at: silenced.problem.at,
      covers: { type: "object", origin: silenced.problem.at },
      subject: "x",
    } as unknown as LintReport["suppressed"][number]["suppression"];
    const text = [
      ...lintSarif({
        ...report,
        diagnostics: [fresh],
        suppressed: [{ diagnostic: silenced, suppression }],
      }),
    ].join("");
    const { runs } = JSON.parse(text) as {
      runs: [{ results: { baselineState?: string; suppressions?: unknown[] }[] }];
    };
    expect(
      runs[0].results.map(({ baselineState, suppressions }) => [baselineState, suppressions?.length]),
    ).toEqual([
      ["new", undefined],
      ["unchanged", undefined],
      [undefined, 1],
    ]);
  });
});
