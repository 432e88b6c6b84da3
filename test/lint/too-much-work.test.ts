import { afterEach, describe, expect, it, vi } from "vitest";
import { adminPolicy, lintText } from "../support/findings.js";
import { lint, type LintOptions } from "../../src/lint/lint.js";
import { load } from "../../src/load/load.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { RULES } from "../../src/rules/index.js";
import { runAnp } from "../support/run-anp.js";
import { TooMuchWork, Work } from "../../src/reach/work.js";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.js";

const BAD = RULES.find(({ id }) => id === "shadowed-rule")?.examples.bad ?? "";

async function found(options: LintOptions = {}): Promise<readonly Diagnostic[]> {
  const file = { name: "input.yaml", text: BAD };
  const loaded = await load([{ type: "file", file, isNamed: true }], READ_OPTIONS);
  return lint(loaded, options).diagnostics;
}

/** Nothing may be done at all. */
function allowNoWork(): void {
  vi.spyOn(Work.prototype, "take").mockImplementation(() => {
    throw new TooMuchWork("enough");
  });
}

afterEach(() => vi.restoreAllMocks());

describe("work", () => {
  it("ends where the steps are used up", () => {
    const work = new Work(3);
    expect(() => work.take(3)).not.toThrow();
    expect(() => work.take(1)).toThrow(TooMuchWork);
  });
});

describe("a rule that would take too long", () => {
  it("is not decided, and says so", async () => {
    allowNoWork();
    const diagnostics = await found();
    const undecided = diagnostics.filter(({ category }) => category === "input");
    expect(undecided.map(({ wording }) => wording.message)).toContain(
      "the rule `shadowed-rule` was not decided: the policies and pods are too many",
    );
    expect(undecided.map(({ rule }) => rule)).toEqual(undecided.map(() => "not-analysed"));
    expect(diagnostics.map(({ rule }) => rule)).toContain("no-default-deny");
    expect(diagnostics.map(({ rule }) => rule)).not.toContain("shadowed-rule");
  });

  it("makes the run incomplete, unless it is switched off", async () => {
    allowNoWork();
    const only = (...args: string[]): Promise<{ code: number }> =>
      runAnp(["lint", "-", "--only", "shadowed-rule", ...args], { stdin: BAD });
    expect((await only()).code).toBe(3);
    expect((await only("--rule", "shadowed-rule=off")).code).toBe(0);
  });

  it("leaves a finding of reading as it is, without the flows", async () => {
    allowNoWork();
    const pod = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [{ name: main, image: registry.example/web }] }
`;
    const peer = "namespaces: { namespaceSelector: { matchLabels: { team: lab } } }";
    const policy = adminPolicy(`ingress: [{ action: Deny, from: [{ ${peer} }] }]`);
    const all = await lintText(`${pod}---\n${policy}`);
    const mixedUp = all.find(({ rule }) => rule === "older-shape-selects-everything");
    expect(mixedUp?.problem.facts).toMatchObject({ flows: "too-many" });
    expect(mixedUp?.wording.notes).toEqual(["which flows that changes would take too long to tell"]);
  });

  it("is the exception", async () => {
    expect((await found()).filter(({ category }) => category === "input")).toEqual([]);
  });
});
