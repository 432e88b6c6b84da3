import { describe, expect, it } from "vitest";
import { BAD_EXAMPLES, lintReport, reversedPorts } from "../support/lint-report.js";
import { elementsOf, readXml, type Element } from "../support/xml.js";
import { failedJunit, junitOfSize, lintJunit, MOST_JUNIT_BYTES } from "../../src/report/lint-junit.js";
import { junitProblems } from "./junit.js";
import type { LintReport } from "../../src/report/lint-report.js";

function xmlOf(report: LintReport): string {
  return `${[...lintJunit(report)].join("\n")}\n`;
}

/** The tests of a report: `failure k8s/a.yaml: NetworkPolicy shop/a /spec`. */
function tests(report: LintReport): string[] {
  return elementsOf(readXml(xmlOf(report)), "testcase").map(
    ({ attributes, children }) => `${children[0]?.name} ${attributes["classname"]} ${attributes["name"]}`,
  );
}

const WHOLE = "system-out anp the run is complete";

async function twoFiles(): Promise<LintReport> {
  const report = await lintReport({ "k8s/a.yaml": reversedPorts("a"), "./b.yaml": reversedPorts("b") });
  const diagnostics = report.diagnostics.filter(({ rule }) => rule === "invalid-port-range");
  return { ...report, diagnostics };
}

describe("JUnit XML", () => {
  it.each(BAD_EXAMPLES)("is well-formed for the bad example of %s", async (id, make) => {
    const report = await make();
    expect(junitProblems(xmlOf(report))).toEqual([]);
    expect(tests(report).join("\n")).toContain(` anp.${id} `);
  });

  it("has a suite for each file, and a test for each finding with its place and its text", async () => {
    const root = readXml(xmlOf(await twoFiles()));
    expect(root.children.map(({ attributes }) => attributes["name"])).toEqual([
      "anp lint",
      "b.yaml",
      "k8s/a.yaml",
    ]);
    const [, , test] = elementsOf(root, "testcase");
    expect(test?.attributes).toEqual({
      classname: "anp.invalid-port-range",
      name: "k8s/a.yaml: NetworkPolicy shop/a /spec/ingress/0/ports/0/endPort",
      file: "k8s/a.yaml",
      line: "7",
      time: "0",
    });
    const [failure] = test?.children ?? [];
    expect(failure?.attributes).toEqual({
      type: "error",
      message: "error: `endPort` `80` is below `port` `90`",
    });
    expect(failure?.text).toContain("k8s/a.yaml:7:");
    expect(failure?.text).toContain("= rule: anp rules invalid-port-range");
  });

  it("fails the tests whose level fails the run, and shows the others as skipped", async () => {
    const report = await twoFiles();
    const levels = (["error", "warning", "info"] as const).flatMap((level) =>
      report.diagnostics.slice(0, 1).map((each) => ({ ...each, level })),
    );
    const outcomes = (failing?: LintReport["failing"]): (string | undefined)[] =>
      tests({ ...report, diagnostics: levels, ...(failing === undefined ? {} : { failing }) }).map(
        (text) => text.split(" ")[0],
      );
    expect(outcomes()).toEqual(["system-out", "failure", "skipped", "skipped"]);
    expect(outcomes(new Set(["error", "warning"]))).toEqual(["system-out", "failure", "failure", "skipped"]);
  });

  it("has one test more that passes where all was read, so that no report is empty", async () => {
    const report = { ...(await twoFiles()), diagnostics: [] };
    expect(tests(report)).toEqual([WHOLE]);
    expect(junitProblems(xmlOf(report))).toEqual([]);
  });

  it("is an error where something was not read or not decided, and where the run failed", async () => {
    const unread = await lintReport({ "a.yaml": "a: [\n" });
    expect(unread.isIncomplete).toBe(true);
    expect(tests(unread)).toEqual([
      "error anp the run is complete",
      "error anp.not-analysed a.yaml: document 1",
    ]);
    const limited: LintReport = { ...unread, diagnostics: [], limit: "time" };
    expect(tests(limited)).toEqual(["error anp the run is complete"]);
    expect(xmlOf(limited)).toContain("time limit reached");
    const failed = failedJunit("no <answer> & ]]>");
    expect(junitProblems(failed)).toEqual([]);
    expect(elementsOf(readXml(failed), "error")[0]?.text).toBe("no <answer> & ]]>");
  });

  it("names no two tests alike", async () => {
    const report = await twoFiles();
    const [first] = report.diagnostics;
    if (first === undefined) throw new Error("no finding");
    const many: LintReport = { ...report, diagnostics: Array.from({ length: 300 }, () => first) };
    expect(junitProblems(xmlOf(many))).toEqual([]);
    expect(tests(many)).toHaveLength(301);
  });

  it("keeps a test's name when lines come before it", async () => {
    const names = async (text: string): Promise<string[]> => tests(await lintReport({ "a.yaml": text }));
    const before = await names(reversedPorts("a"));
    expect(await names(`# a comment\n\n${reversedPorts("a")}`)).toEqual(before);
  });

  it("stays below a size, worst findings first, and says what is left out", async () => {
    // GitLab's limit is 30 MB.
    expect(MOST_JUNIT_BYTES).toBeLessThan(29_000_000);
    const report = await twoFiles();
    const [first] = report.diagnostics;
    if (first === undefined) throw new Error("no finding");
    const wording = { ...first.wording, message: "<".repeat(1900) };
    const warning = { ...first, wording, level: "warning" as const };
    const diagnostics = [...Array.from({ length: 60 }, () => warning), first];
    const text = `${[...junitOfSize({ ...report, diagnostics }, 500_000)].join("\n")}\n`;
    expect(text.length).toBeGreaterThan(450_000);
    expect(Buffer.byteLength(text)).toBeLessThan(510_000);
    expect(junitProblems(text)).toEqual([]);
    const all = elementsOf(readXml(text), "testcase");
    const omitted = all.find(({ attributes }) => attributes["name"] === "every finding fits the report");
    expect(omitted?.children[0]?.name).toBe("skipped");
    expect(omitted?.children[0]?.text).toBe(
      `${61 - (all.length - 2)} more findings omitted: -o json has them all`,
    );
    expect(all.filter(isFailure)).toHaveLength(1);
  });

  it("is found wrong where it is", async () => {
    const text = xmlOf(await twoFiles());
    for (const broken of [
      text.replace('tests="3"', 'tests="4"'),
      text.replace("<system-out>", "<system-out>\u0001"),
      text.replace(/<failure [^]*?<\/failure>/, ""),
      text.replace("b.yaml: NetworkPolicy shop/b", "k8s/a.yaml: NetworkPolicy shop/a"),
      text.replace('type="error"', 'kind="error"'),
    ]) {
      expect(broken).not.toBe(text);
      expect(() => {
        const problems = junitProblems(broken);
        if (problems.length > 0) throw new Error(problems.join());
      }).toThrow();
    }
  });
});

function isFailure({ children }: Element): boolean {
  return children[0]?.name === "failure";
}
