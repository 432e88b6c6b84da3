import { describe, expect, it } from "vitest";
import { evaluateForeignCheck } from "../../../../src/cluster/admission/structural/evaluate-foreign-check.js";

/** Rules and patterns are parsed once for a text: each run has texts of its own. */
let runs = 0;

type Rule = Extract<Parameters<typeof evaluateForeignCheck>[0], { readonly type: "rule" }>;

function ruled(rule: string, self: unknown, more: Partial<Rule> = {}): unknown {
  const { messageExpression, ...rest } = more;
  const blanks = " ".repeat(++runs);
  return evaluateForeignCheck({
    type: "rule",
    rule: rule + blanks,
    self,
    ...(messageExpression === undefined ? {} : { messageExpression: messageExpression + blanks }),
    ...rest,
  });
}

describe("a rule of somebody else's", () => {
  it.each<readonly [what: string, rule: string, result: object]>([
    ["holds", "self.size == 3", { holds: true }],
    ["does not hold", "self.size > 3", { holds: false }],
    ["takes patterns as Go does", "self.name.matches('^w[[:alpha:]]b$')", { holds: true }],
    ["in what it calls", "[self.name].exists(x, x.matches('^[[:lower:]]+$'))", { holds: true }],
    ["fails where a field is missing", "self.other == 1", { error: "no such key: other" }],
    ["is not evaluated where it says neither", "self.size", { unevaluated: "unsupported" }],
    ["nor where it is no rule", "self.size ==", { unevaluated: "unsupported" }],
    ["nor where it calls what is not known", "self.unheard()", { unevaluated: "unsupported" }],
    ["nor with a pattern that is none", "self.name.matches('(')", { unevaluated: "unsupported" }],
    ["holds on creation, where it compares", "self.size >= oldSelf.size", { holds: true }],
  ])("%s", (_, rule, result) => {
    expect(ruled(rule, { size: 3n, name: "web" })).toMatchObject(result);
  });

  it("is not evaluated on an update, where it compares", () => {
    expect(ruled("self >= oldSelf", 3n, { isUpdate: true })).toEqual({ unevaluated: "unsupported" });
    expect(ruled("self >= 3", 3n, { isUpdate: true })).toEqual({ holds: true });
  });

  it.each<readonly [what: string, messageExpression: string, message: string | undefined]>([
    ["with the message that it makes", "'not ' + self.name", "not web"],
    ["without blanks around it", "'  a b '", "a b"],
    ["but with none of blanks", "'  '", undefined],
    ["none of two lines", "'a\\nb'", undefined],
    ["none that is no text", "self.size", undefined],
    ["none that fails", "self.other", undefined],
    ["none that is no expression", "'a", undefined],
  ])("does not hold, %s", (_, messageExpression, message) => {
    const self = { size: 3n, name: "web" };
    const result = message === undefined ? { holds: false } : { holds: false, message };
    expect(ruled("self.size > 3", self, { messageExpression })).toEqual(result);
    expect(ruled("self.size == 3", self, { messageExpression })).toEqual({ holds: true });
  });

  it.each<readonly [what: string, pattern: string, text: string, result: object]>([
    ["is met", "^a+", "aab", { holds: true }],
    ["is not met", "^a+$", "aab", { holds: false }],
    ["is Go's", "^[[:digit:]]\\z", "7", { holds: true }],
    ["is none", "[", "a", { unevaluated: "unsupported" }],
  ])("or a pattern %s", (_, pattern, text, result) => {
    const unlike = "|nothing".repeat(++runs);
    expect(evaluateForeignCheck({ type: "pattern", pattern: pattern + unlike, text })).toEqual(result);
    expect(evaluateForeignCheck({ type: "pattern", pattern: pattern + unlike, text })).toEqual(result);
  });
});
