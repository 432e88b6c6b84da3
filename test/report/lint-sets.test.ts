import { describe, expect, it } from "vitest";
import { LINT_REPORTERS, type LintFormat } from "../../src/report/lint-reporters.js";
import { lintReport, reversedPorts } from "../support/lint-report.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import type { LintReport } from "../../src/report/lint-report.js";

/** A finding of a base that two of three overlays share. */
async function shared(): Promise<LintReport> {
  const report = await lintReport({ "base/a.yaml": reversedPorts("a") });
  const foundIn = { names: ["overlays/dev", "overlays/<prod>"], of: 3 };
  const diagnostics = report.diagnostics
    .filter(({ rule }) => rule === "invalid-port-range")
    .map((each) => ({ ...each, foundIn }));
  return { ...report, diagnostics };
}

const written = (format: LintFormat, report: LintReport): string =>
  [...LINT_REPORTERS[format](report, PLAIN_VIEW)].join("");

describe("a finding of several sets of manifests is one finding with their names", () => {
  it.each<[LintFormat, string]>([
    ["text", "   = note: in overlays/dev and overlays/<prod>\n"],
    ["json", '"roots": [\n        "overlays/dev",\n        "overlays/<prod>"\n      ]'],
    ["github", "`port` `90`%0Ain overlays/dev and overlays/<prod>%0Ahelp: swap the two"],
    ["sarif", "is below `port` `90` (swap the two; in overlays/dev and overlays/<prod>)"],
    ["gitlab", "is below `port` `90` (swap the two; in overlays/dev and overlays/<prod>)"],
    ["junit", "in overlays/dev and overlays/&#60;prod&#62;"],
    ["md", "`port` `90`<br>in overlays/dev and overlays/&lt;prod><br>help: swap the two"],
  ])("as %s", async (format, expected) => {
    const text = written(format, await shared());
    expect(text).toContain(expected);
  });

  it("in SARIF also as a property", async () => {
    const { runs } = JSON.parse(written("sarif", await shared())) as {
      runs: [{ results: { properties: unknown }[] }];
    };
    expect(runs[0].results.map(({ properties }) => properties)).toEqual([
      { roots: ["overlays/dev", "overlays/<prod>"] },
    ]);
  });

  it("where one set has it, in whose folder it is, no format says so", async () => {
    const report = await shared();
    const alone = {
      ...report,
      diagnostics: report.diagnostics.map((each) => ({ ...each, foundIn: { names: ["base"], of: 3 } })),
    };
    for (const format of ["text", "github", "gitlab", "junit", "md"] as const)
      expect(written(format, alone)).not.toMatch(/\bin base\b/);
  });
});
