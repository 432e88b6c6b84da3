import { describe, expect, it } from "vitest";
import { lintReport, reversedPorts } from "../support/lint-report.js";
import { failedMarkdown, lintMarkdown, lintSummary } from "../../src/report/lint-markdown.js";
import type { LintReport } from "../../src/report/lint-report.js";

async function reportOf(files: Readonly<Record<string, string>>): Promise<LintReport> {
  const report = await lintReport(files);
  return {
    ...report,
    skipped: [],
    diagnostics: report.diagnostics.filter(
      ({ rule, category }) => rule === "invalid-port-range" || category === "input",
    ),
  };
}

describe("findings as Markdown", () => {
  it("lead with their number, then a table for each file, the worst first", async () => {
    const report = await reportOf({ "a|b.yaml": reversedPorts("a"), "c.yaml": reversedPorts("c") });
    const [a, c] = report.diagnostics;
    if (a === undefined || c === undefined) throw new Error("no findings");
    const lines = [...lintMarkdown({ ...report, diagnostics: [{ ...a, level: "warning" }, c], hidden: 3 })];
    const text = "`endPort` `80` is below `port` `90`<br>help: swap the two";
    expect(lines).toEqual([
      "### anp lint: 1 error and 1 warning",
      "",
      "- 3 findings hidden by --quiet",
      "- 2 files, 2 objects: 2 NetworkPolicy",
      "",
      "#### `c.yaml`",
      "",
      "| Level | Place | Rule | Finding |",
      "| --- | --- | --- | --- |",
      expect.stringMatching(/^\| \*\*error\*\* \| 7:\d+ \| `invalid-port-range` \| /),
      "",
      "#### `a|b.yaml`",
      "",
      "| Level | Place | Rule | Finding |",
      "| --- | --- | --- | --- |",
      expect.stringMatching(/^\| warning \| 7:\d+ \| `invalid-port-range` \| /),
    ]);
    expect(lines[9]).toContain(` | ${text} |`);
  });

  it("begin with what makes the run incomplete", async () => {
    const report = await reportOf({ "a.yaml": "a: [\n" });
    const [head, , reason] = [...lintMarkdown(report)];
    expect(head).toBe("### anp lint: incomplete, 1 error");
    expect(reason).toBe("- **INCOMPLETE** 1 part of the input was not read");
    const [limited] = [...lintMarkdown({ ...report, diagnostics: [], limit: "time" })];
    expect(limited).toBe("### anp lint: incomplete, no findings");
    expect([...lintMarkdown({ ...report, diagnostics: [], isIncomplete: false })][0]).toBe(
      "### anp lint: no findings",
    );
    expect(failedMarkdown("<no> answer")).toBe("### anp lint failed\n\n- &lt;no> answer\n");
  });

  it("show copies of an object once, with their places", async () => {
    const [dev, stage, prod] = ["dev", "stage", "prod"].map((folder) => `${folder}/a.yaml`);
    const text = reversedPorts("a");
    const report = await reportOf({ [`${dev}`]: text, [`${stage}`]: text, [`${prod}`]: text });
    const lines = [...lintMarkdown(report)];
    expect(lines.filter((line) => line.startsWith("####"))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/<br>also: prod\/a\.yaml:7:\d+ and stage\/a\.yaml:7:\d+ \|$/);
  });

  it("mean only themselves, whatever a message or a file's name holds", async () => {
    const report = await reportOf({ "a|b`c.yaml": reversedPorts("a") });
    const [finding] = report.diagnostics;
    if (finding === undefined) throw new Error("no finding");
    const wording = { message: "<img src=x> [x](y) @team | `z`" };
    const text = lintSummary({ ...report, diagnostics: [{ ...finding, wording }] });
    expect(text).not.toMatch(/<img|@team|[^\\]\[x\]/);
    expect(text).toContain("#### `` a|b`c.yaml ``");
    const row = text.trimEnd().split("\n").at(-1);
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
  });

  it("stay within a comment, and a summary within GitHub's limit; the rest is counted", async () => {
    const report = await reportOf({ "a.yaml": reversedPorts("a") });
    const [finding] = report.diagnostics;
    if (finding === undefined) throw new Error("no finding");
    const wording = { ...finding.wording, message: "é".repeat(1000) };
    const many: LintReport = {
      ...report,
      diagnostics: Array.from({ length: 1000 }, () => ({ ...finding, wording })),
    };
    for (const [text, limit] of [
      [`${[...lintMarkdown(many)].join("\n")}\n`, 60_000],
      [lintSummary(many), 900_000],
    ] as const) {
      expect(Buffer.byteLength(text)).toBeLessThan(limit);
      expect(Buffer.byteLength(text)).toBeGreaterThan(limit - 5000);
      const rows = text.split("\n").filter((line) => line.startsWith("| **error"));
      expect(text).toContain(
        `\n\n${1000 - rows.length} more findings are omitted; \`-o json\` has them all.\n`,
      );
      expect(text).toMatch(/^### anp lint: 1000 errors\n/);
    }
  });
});
