import type { Rule } from "../rules/rule.js";
import type { View } from "./view.js";

/** The rules, one line each. */
export function* ruleList(rules: readonly Rule[], view: View): Generator<string> {
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, level, category, summary } of rules) {
    yield `${view.paint.bold(id.padEnd(width))}  ${view.paint.level(level, level.padEnd("warning".length))}  ${category.padEnd("never-works".length)}  ${summary}`;
  }
}

/** The page of one rule: what it finds, why that hurts, and both of its examples. */
export function* rulePage(rule: Rule, view: View): Generator<string> {
  const { id, level, category, summary, rationale, reference, examples } = rule;
  yield `${view.paint.bold(id)}  (${view.paint.level(level, level)}, ${category})`;
  yield "";
  yield* wrapped(`${summary[0]?.toUpperCase() ?? ""}${summary.slice(1)}.`, view.width);
  yield "";
  yield* wrapped(rationale, view.width);
  yield "";
  yield view.paint.bold("Bad");
  yield* indented(examples.bad);
  yield "";
  yield view.paint.bold("Good");
  yield* indented(examples.good);
  yield "";
  yield `It rests on ${reference} of docs/semantics.md. Switch it off with --rule ${id}=off.`;
}

function* indented(text: string): Generator<string> {
  for (const line of text.trimEnd().split("\n")) yield `  ${line}`.trimEnd();
}

/** Breaks a paragraph at blanks; a word longer than the width keeps a line of its own. */
function* wrapped(text: string, width: number): Generator<string> {
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > Math.min(width, 100)) {
      yield line;
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") yield line;
}
