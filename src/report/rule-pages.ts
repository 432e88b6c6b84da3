import { exampleLines } from "./rule-example.js";
import { groupBy } from "../base/collections/group-by.js";
import { wrapped } from "./columns.js";
import type { Category } from "../cluster/problems/diagnostic.js";
import type { LintRule } from "../linter/rules/rule.js";
import type { View } from "./view.js";

/** What a category means to who reads its findings, worst first. */
export const CATEGORIES: Readonly<Record<Category, string>> = {
  rejected: "the API server refuses it",
  input: "what could not be read or checked",
  "never-works": "the server stores it, but it can't work",
  misleading: "it does something other than it seems to say",
  risky: "it works as written, but opens too much or breaks something",
  portability: "network plugins or releases differ on it",
  style: "it works, but is hard to read",
  gate: "it is about what keeps findings from counting",
};

/** A paragraph is read more easily where its lines are short. */
const TEXT_WIDTH = 100;

/** The rules by category, two columns each. */
export function* ruleList(rules: readonly LintRule[], view: View): Generator<string> {
  const byCategory = groupBy(rules, ({ category }) => category);
  const width = Math.max(...rules.map(({ id }) => id.length));
  let isFirst = true;
  for (const [category, meaning] of Object.entries(CATEGORIES) as [Category, string][]) {
    const own = byCategory.get(category);
    if (own === undefined) continue;
    if (!isFirst) yield "";
    isFirst = false;
    yield `${view.paint.bold(category)}: ${meaning}`;
    for (const { id, level, summary } of own) {
      const text = `  ${id.padEnd(width)}  ${level.padEnd("warning".length)}  ${summary}`;
      const margin = width + "    warning  ".length;
      const [first = "", ...rest] = wrapped(text, view.width, margin);
      const at = 2 + width + 2;
      yield first.slice(0, at) + view.paint.level(level, level) + first.slice(at + level.length);
      yield* rest;
    }
  }
  yield "";
  yield `${rules.length} rules; anp rules ID explains one, with an example`;
}

/** The page of one rule: what it finds, why that hurts, and what to write instead. */
export function* rulePage(rule: LintRule, view: View): Generator<string> {
  const { id, level, category, summary, rationale, reference, examples } = rule;
  const width = Math.min(view.width, TEXT_WIDTH);
  const head = `${id}  (${level}, ${category}: ${CATEGORIES[category]})`;
  const [first = "", ...rest] = wrapped(head, view.width, 2);
  yield first
    .replace(id, () => view.paint.bold(id))
    .replace(`(${level},`, () => `(${view.paint.level(level, level)},`);
  yield* rest;
  yield "";
  yield* wrapped(`${summary[0]?.toUpperCase() ?? ""}${summary.slice(1)}.`, width, 0);
  yield "";
  yield* wrapped(rationale, width, 0);
  yield "";
  yield* exampleLines(examples.bad, examples.good, view);
  yield "";
  yield* wrapped(
    `${fixText(rule)}${pluginOfExample(rule)} Based on ${reference} (docs/semantics.md). Turn off with --rule ${id}=off. The whole example: \`anp rules ${id} --example bad\`.`,
    width,
    0,
  );
}

/** With which network plugin the example of a rule is linted, behind a blank; empty where with none. */
export function pluginOfExample({ examples }: LintRule): string {
  const plugin = examples.reading?.plugin;
  return plugin === undefined ? "" : ` The example is linted with \`--plugin ${plugin}\`.`;
}

/** How what a rule finds is fixed, or why not. */
export function fixText({ fix, noFix }: LintRule): string {
  switch (fix?.kind) {
    case "safe":
      return "Fix: `--fix`, where there is one way; it changes no verdict, or writes what was meant.";
    case "unsafe":
      return "Fix: `--fix --unsafe-fixes`, where there is one way; it says what it opens and closes.";
    case undefined:
      return `No automatic fix. ${noFix ?? "What to write is a decision."}`;
  }
}
