import { describe, expect, it } from "vitest";
import { BAD_EXAMPLES, lintReport, reversedPorts } from "../support/lint-report.js";
import { lintSarif } from "../../src/report/lint-sarif.js";
import { sarifProblems, type Sarif } from "./sarif.js";
import type { LintReport } from "../../src/report/lint-report.js";

function sarifOf({ diagnostics }: Pick<LintReport, "diagnostics">): Sarif {
  return JSON.parse(
    [
      ...lintSarif({ suppressed: [], baselined: [], diagnostics, isIncomplete: false, limit: undefined }),
    ].join(""),
  ) as Sarif;
}

async function sarifOfFiles(files: Readonly<Record<string, string>>): Promise<Sarif> {
  return sarifOf(await lintReport(files));
}

/** The fingerprints of the reversed ports of some files, in their order. */
async function fingerprints(text: string): Promise<string[]> {
  const [run] = (await sarifOfFiles({ "a.yaml": text })).runs;
  const results = run?.results.filter(({ ruleId }) => ruleId === "invalid-port-range") ?? [];
  return results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
}

describe("SARIF", () => {
  it.each(BAD_EXAMPLES)("is well-formed for the bad example of %s", async (id, report) => {
    const log = sarifOf(await report());
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0]?.results.map(({ ruleId }) => ruleId)).toContain(id);
  });

  it("lists the rules that were used, and no others", async () => {
    const log = await sarifOfFiles({ "b.yaml": reversedPorts("b"), "a.yaml": "a: [\n" });
    const ids = log.runs[0]?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(ids).toContain("invalid-port-range");
    expect(ids).toContain("not-analysed");
    expect(new Set(ids)).toEqual(new Set(log.runs[0]?.results.map(({ ruleId }) => ruleId)));
    expect(sarifProblems(log)).toEqual([]);
  });

  it("underlines what is wrong, in one line", async () => {
    const log = await sarifOfFiles({ "a.yaml": reversedPorts("a") });
    const result = log.runs[0]?.results.find(({ ruleId }) => ruleId === "invalid-port-range");
    const line = reversedPorts("a").split("\n")[6] ?? "";
    const start = line.indexOf("80 }") + 1;
    expect(result?.level).toBe("error");
    expect(result?.locations[0]?.physicalLocation.region).toEqual({
      startLine: 7,
      startColumn: start,
      endLine: 7,
      endColumn: start + 2,
    });
  });

  it.each([
    ["shop/a b.yaml", "shop/a%20b.yaml"],
    ["./shop/ä#?%.yaml", "shop/%C3%A4%23%3F%25.yaml"],
    ["shop\\windows.yaml", "shop/windows.yaml"],
    ["(standard input)", "(standard%20input)"],
    ["a:b.yaml", "a%3Ab.yaml"],
    ["x\ud800.yaml", "x%EF%BF%BD.yaml"],
  ])("names %j as %j", async (name, uri) => {
    const log = await sarifOfFiles({ [name]: reversedPorts("a") });
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
  });

  it("keeps a finding's fingerprint when lines come before it", async () => {
    const [before] = await fingerprints(reversedPorts("a"));
    const [after] = await fingerprints(`# a comment\n\nkind: ConfigMap\n---\n${reversedPorts("a")}`);
    expect(before).toMatch(/:1$/);
    expect(after).toBe(before);
  });

  it("gives equal lines different fingerprints", async () => {
    const both = await fingerprints(`${reversedPorts("a")}---\n${reversedPorts("a")}---\nend: 1\n`);
    expect(both).toHaveLength(2);
    expect(new Set(both).size).toBe(2);
  });

  it("gives different lines different fingerprints", async () => {
    const [one] = await fingerprints(reversedPorts("a", 90, 80));
    const [other] = await fingerprints(reversedPorts("a", 90, 81));
    expect(one).not.toBe(other);
  });

  it("has at most 5,000 results, and says how many are left out", async () => {
    const report = await lintReport({ "a.yaml": reversedPorts("a") });
    const [finding] = report.diagnostics;
    if (finding === undefined) throw new Error("no finding");
    const log = sarifOf({ diagnostics: Array.from({ length: 5012 }, () => finding) });
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0]?.results).toHaveLength(5000);
    expect(log.runs[0]?.invocations[0]?.toolExecutionNotifications).toEqual([
      { level: "warning", message: { text: "12 more findings omitted" } },
    ]);
    const whole = sarifOf({ diagnostics: Array.from({ length: 5000 }, () => finding) });
    expect(whole.runs[0]?.invocations[0]?.toolExecutionNotifications).toBeUndefined();
  });

  it("is not well-formed where it is broken", async () => {
    const report = await lintReport({ "a.yaml": reversedPorts("a") });
    const broken = (breakIt: (log: any) => void): string[] => {
      const log = structuredClone(sarifOf(report));
      breakIt(log);
      return sarifProblems(log);
    };
    const place = (log: any): any => log.runs[0].results[0].locations[0].physicalLocation;
    expect(broken((log) => (log.runs[0].results[0].ruleIndex = 7))).not.toEqual([]);
    expect(broken((log) => (place(log).region.endColumn = 1))).not.toEqual([]);
    expect(broken((log) => (place(log).region.startLine = 0))).not.toEqual([]);
    expect(broken((log) => (place(log).artifactLocation.uri = "/a b"))).not.toEqual([]);
    expect(
      broken((log) => (log.runs[0].tool.driver.rules[0].properties["security-severity"] = "high")),
    ).not.toEqual([]);
  });
});
