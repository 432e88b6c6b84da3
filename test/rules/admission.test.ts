import { admitText } from "../support/api-object.js";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/rules/index.js";
import type { Problem, ProblemCode } from "../../src/diagnostics/problem.js";

/** The rules about what a server says of one policy. */
const CODES: readonly ProblemCode[] = [
  "baseline-not-default",
  "cel",
  "cluster-scoped-namespace",
  "domain-name-is-address",
  "domain-names-in-baseline",
  "domain-names-without-accept",
  "except-outside-cidr",
  "invalid-action-for-kind",
  "invalid-cidr",
  "invalid-domain-name",
  "invalid-port-range",
  "invalid-selector",
  "label-key-not-string",
  "label-not-string",
  "limits-exceeded",
  "named-port-empty",
  "named-port-with-ip-peer",
  "removed-api-version",
  "schema",
  "unchecked-action",
  "unchecked-cidr",
  "unchecked-port-range",
  "unchecked-protocol",
  "unchecked-selector",
  "unknown-field",
  "wrong-case-field",
];

describe.each(CODES)("%s", (code) => {
  const rule = RULES.find(({ id }) => id === code);
  const { bad, good, reading } = rule?.examples ?? { bad: "", good: "" };
  const problemsIn = (text: string): readonly Problem[] => {
    const bundles = reading?.bundle === undefined ? [] : [reading.bundle];
    return admitText(text, { bundles, isStored: reading?.isStored ?? false }).problems;
  };

  it("its bad example has it, and its good one nothing", () => {
    expect(problemsIn(bad).map((problem) => problem.code)).toEqual([code]);
    expect(problemsIn(good)).toEqual([]);
  });

  it("is of the category that the server gives it", () => {
    const [problem] = problemsIn(bad);
    if (problem === undefined || rule === undefined) throw new Error("no finding");
    const category = rule.categoryOf?.(problem.facts) ?? rule.category;
    expect(category === "rejected").toBe(problem.server !== undefined);
  });

  it("words it as people read it: lower case, no full stop", () => {
    const [problem] = problemsIn(bad);
    if (problem === undefined || rule === undefined) throw new Error("no finding");
    const { message, label, help, notes = [], related = [] } = rule.word(problem.facts, problem);
    for (const text of [message, label, help, rule.summary, ...notes, ...related]) {
      if (text === undefined) continue;
      expect(text).toMatch(/^[^A-Z]|^[A-Z]{2}/);
      expect(text).not.toMatch(/\.$|undefined/);
    }
    expect(related).toHaveLength(problem.related?.length ?? 0);
  });
});
