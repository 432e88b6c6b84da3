import { findingText } from "../../src/report/lint-text.js";
import { lintExample } from "./findings.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { RULES } from "../../src/linter/rules/index.js";
import type { LintRule } from "../../src/linter/rules/rule.js";

const VIEW = { ...PLAIN_VIEW, width: 100 };

/** What a rule says of its bad example, in lines as a terminal of 100 columns has them: the first finding. */
export async function saidOf({ id, examples }: LintRule): Promise<readonly string[]> {
  const { result } = await lintExample({ name: "bad.yaml", text: examples.bad }, examples.reading);
  const found = result.diagnostics.find(({ rule }) => rule === id);
  return found === undefined ? [] : [...findingText(found, VIEW)].filter((line) => line !== "");
}

/** The same of all rules, by id. */
export async function saidOfAll(): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(await Promise.all(RULES.map(async (rule) => [rule.id, await saidOf(rule)] as const)));
}
