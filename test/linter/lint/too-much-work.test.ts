import { describe, expect, it } from "vitest";
import { adminPolicy } from "../../support/findings.js";
import { lint, type LintOptions, type LintResult } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { RULES } from "../../../src/linter/rules/index.js";
import { runAnp } from "../../support/run-anp.js";
import { Work } from "../../../src/base/limits/work.js";
import type { Loaded } from "../../../src/cluster/load/options.js";

const badOf = (rule: string): string => RULES.find(({ id }) => id === rule)?.examples.bad ?? "";

const BAD = badOf("shadowed-rule");

/** A rule that looks at each policy once, and counts nothing. */
const FREE = "namespace-not-found";

function loaded(text = BAD): Promise<Loaded> {
  const file = { name: "input.yaml", text };
  return load([{ type: "file", file, isNamed: true }], READ_OPTIONS);
}

async function found(options: LintOptions = {}): Promise<LintResult> {
  return lint(await loaded(), options);
}

const undecided = ({ diagnostics }: LintResult): readonly string[] =>
  diagnostics.filter(({ category }) => category === "input").map(({ wording }) => wording.message);

describe("a rule that would take too long", () => {
  it("is not decided, and one finding names all such rules", async () => {
    const result = lint(await loaded(`${BAD}---\n${badOf(FREE)}`), {
      work: new Work(0),
    });
    const [message = "", ...others] = undecided(result);
    expect(others).toEqual([]);
    expect(message).toContain("`shadowed-rule`");
    expect(message).toContain("were not finished: the work limit was reached");
    expect(result.limit).toBe("work");
    const rules = result.diagnostics.map(({ rule }) => rule);
    expect(rules).toContain(FREE);
    expect(rules).not.toContain("shadowed-rule");
  });

  it("says so where time was over", async () => {
    const result = await found({ work: new Work(1e9, () => true), only: new Set(["shadowed-rule"]) });
    expect(undecided(result)).toEqual([
      "the rule `shadowed-rule` was not finished: the time limit was reached",
    ]);
    expect(result.limit).toBe("time");
  });

  it("leaves those alone that take no work", async () => {
    const result = lint(await loaded(badOf(FREE)), { work: new Work(0), only: new Set([FREE]) });
    expect([undecided(result), result.limit]).toEqual([[], undefined]);
    expect(result.diagnostics.map(({ rule }) => rule)).toEqual([FREE]);
  });

  it("makes the run incomplete, unless it is switched off", async () => {
    const only = (...args: string[]): Promise<{ code: number }> =>
      runAnp(["lint", "-", "--max-work", "0", "--only", "shadowed-rule", ...args], { stdin: BAD });
    expect((await only()).code).toBe(3);
    expect((await only("--rule", "shadowed-rule=off")).code).toBe(0);
  });

  it("leaves a finding of reading as it is, without the flows", async () => {
    const pod = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [{ name: main, image: registry.example/web }] }
`;
    const peer = "namespaces: { namespaceSelector: { matchLabels: { team: lab } } }";
    const policy = adminPolicy(`ingress: [{ action: Deny, from: [{ ${peer} }] }]`);
    const input = await loaded(`${pod}---\n${policy}`);
    const mixedUp = lint(input, { work: new Work(0) }).diagnostics.find(
      ({ rule }) => rule === "older-shape-selects-everything",
    );
    expect(mixedUp?.problem.facts).toMatchObject({ flows: "too-many" });
    expect(mixedUp?.wording.notes).toEqual(["finding the flows that change would take too long"]);
  });

  it("is the exception", async () => {
    const result = await found();
    expect([undecided(result), result.limit]).toEqual([[], undefined]);
  });
});

describe("two calls on one loaded cluster", () => {
  it("have a budget each", async () => {
    const input = await loaded();
    const first = new Work();
    const whole = lint(input, { work: first });
    expect(first.spent).toBeGreaterThan(0);
    // The second call would find the first one's walks made, or its budget used up, if they shared anything.
    const second = new Work(first.spent);
    const again = lint(input, { work: second });
    expect([again.limit, second.spent]).toEqual([undefined, first.spent]);
    expect(again.diagnostics.map(({ rule }) => rule)).toEqual(whole.diagnostics.map(({ rule }) => rule));
    expect(lint(input, { work: new Work(first.spent - 1) }).limit).toBe("work");
    expect(lint(input).limit).toBeUndefined();
  });
});
