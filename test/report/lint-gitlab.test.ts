import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { BAD_EXAMPLES, lintReport, reversedPorts } from "../support/lint-report.js";
import { failedGitlab, lintGitlab } from "../../src/report/lint-gitlab.js";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import type { LintReport } from "../../src/report/lint-report.js";

/** What GitLab takes as a report of Code Quality, as its documentation lists it. */
const SCHEMA = {
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    additionalProperties: false,
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", pattern: "^[a-z0-9-]+$" },
      fingerprint: { type: "string", pattern: "^[0-9a-z-]+$" },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        additionalProperties: false,
        properties: {
          path: { type: "string", minLength: 1, not: { pattern: "^\\./|^//|\\\\" } },
          lines: {
            type: "object",
            required: ["begin"],
            additionalProperties: false,
            properties: { begin: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
};

const isReport = new Ajv2020({ strict: true }).compile(SCHEMA);

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** The entries of a report; fails for what GitLab would not take, and for what it would merge. */
function issuesIn(text: string): readonly Issue[] {
  const issues = JSON.parse(text) as Issue[];
  expect(isReport(issues), JSON.stringify(isReport.errors)).toBe(true);
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
  return issues;
}

function issuesOf(report: LintReport): readonly Issue[] {
  return issuesIn([...lintGitlab(report)].join(""));
}

async function ofFiles(files: Readonly<Record<string, string>>): Promise<readonly Issue[]> {
  return issuesOf(await lintReport(files));
}

/** The fingerprints of the reversed ports of one file. */
async function prints(text: string, name = "a.yaml"): Promise<string[]> {
  const issues = await ofFiles({ [name]: text });
  return issues.filter((each) => each.check_name === "invalid-port-range").map((each) => each.fingerprint);
}

describe("GitLab Code Quality", () => {
  it.each(BAD_EXAMPLES)("takes the bad example of %s", async (id, make) => {
    expect((await issuesOf(await make())).map(({ check_name }) => check_name)).toContain(id);
  });

  it("is told the finding, its help, its place and how grave it is", async () => {
    const report = await lintReport({ "./k8s/a.yaml": reversedPorts("a") });
    const diagnostics = report.diagnostics.filter(({ rule }) => rule === "invalid-port-range");
    expect(issuesOf({ ...report, diagnostics })).toEqual([
      {
        description: "`endPort` `80` is below `port` `90` (swap the two)",
        check_name: "invalid-port-range",
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}-1$/),
        severity: "critical",
        location: { path: "k8s/a.yaml", lines: { begin: 7 } },
      },
    ]);
    const severity = (level: "warning" | "info"): string | undefined =>
      issuesOf({ ...report, diagnostics: diagnostics.map((each) => ({ ...each, level })) })[0]?.severity;
    expect([severity("warning"), severity("info")]).toEqual(["major", "info"]);
  });

  it("is told first that a run is incomplete, and why", async () => {
    const report = await lintReport({ "a.yaml": "a: [\n" });
    const [run, finding] = issuesOf(report);
    expect(run).toMatchObject({
      check_name: "incomplete",
      severity: "blocker",
      description: "anp lint is incomplete: 1 part of the input was not read",
    });
    expect(finding).toMatchObject({ check_name: "not-analysed", severity: "blocker" });
    const [limited] = issuesOf({ ...report, diagnostics: [], limit: "work" });
    expect(limited?.description).toContain("work limit reached");
    expect(issuesOf({ ...report, diagnostics: [], isIncomplete: false })).toEqual([]);
  });

  it("is told why a run failed, in place of an empty report", () => {
    expect(issuesIn(failedGitlab("no \u001banswer %{strong_start}"))).toEqual([
      {
        description: "anp lint failed: no \\x1banswer % {strong_start}",
        check_name: "failed",
        fingerprint: "anp-failed",
        severity: "blocker",
        location: { path: ".", lines: { begin: 1 } },
      },
    ]);
  });
});

describe("a fingerprint", () => {
  it("stays when lines and documents come before it, and when words change", async () => {
    const [before] = await prints(reversedPorts("a"));
    expect(before).toBeDefined();
    expect(await prints(`# a comment\n\n${reversedPorts("a")}`)).toEqual([before]);
    expect(
      await prints(`apiVersion: v1\nkind: Namespace\nmetadata: { name: b }\n---\n${reversedPorts("a")}`),
    ).toEqual([before]);
    expect(await prints(reversedPorts("a", 95, 81))).toEqual([before]);
    expect(await prints(reversedPorts("a"), "./a.yaml")).toEqual([before]);
  });

  it("is another in another file, object or place of an object", async () => {
    const [one] = await prints(reversedPorts("a"));
    const [file] = await prints(reversedPorts("a"), "b.yaml");
    const [object] = await prints(reversedPorts("b"));
    const [place] = await prints(reversedPorts("a").replace("ports: [{", "ports: [{ port: 1 }, {"));
    expect(new Set([one, file, object, place]).size).toBe(4);
  });

  it("is counted where two findings have the same", async () => {
    const both = await prints(`${reversedPorts("a")}---\n${reversedPorts("a")}`);
    expect(both.map((each) => each.slice(-2))).toEqual(["-1", "-2"]);
    expect(both[1]?.slice(0, -2)).toBe(both[0]?.slice(0, -2));
  });

  it("rests on the line where there is no object", async () => {
    const of = async (text: string): Promise<string[]> =>
      (await ofFiles({ "a.yaml": text })).slice(1).map(({ fingerprint }) => fingerprint);
    const before = await of("kind: [x]]\n");
    expect(before).toHaveLength(1);
    expect(await of("# a comment\n\nkind:   [x]]\n")).toEqual(before);
    expect(await of("kind: [y]]\n")).not.toEqual(before);
  });

  it("does not need the order of the files that were named", async () => {
    const cwd = folderWith({ "a.yaml": reversedPorts("a"), "b.yaml": reversedPorts("b") });
    const run = async (...files: string[]): Promise<string[]> =>
      issuesIn((await runAnp(["lint", ...files, "-o", "gitlab"], { cwd })).stdout)
        .map(({ fingerprint }) => fingerprint)
        .toSorted();
    expect(await run("b.yaml", "a.yaml")).toEqual(await run("a.yaml", "b.yaml"));
  });
});
