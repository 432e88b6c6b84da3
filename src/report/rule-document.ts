import { CATEGORIES, fixText, pluginOfExample } from "./rule-pages.js";
import { exampleLines } from "./rule-example.js";
import { PLAIN_VIEW } from "./view.js";
import type { LintRule } from "../linter/rules/rule.js";

const HEAD = `# Rules

What \`anp lint\` reports, by id. This page is made from the rules themselves (\`test/docs/rules.test.ts\` holds them equal); \`anp rules ID\`
prints one of them. The anchors are the ids, and stay.
`;

/**
 * The page of all rules, in Markdown: a heading for each id, which is its anchor.
 * @param said the lines of what each rule says of its bad example, by id
 */
export function ruleDocument(
  rules: readonly LintRule[],
  said: ReadonlyMap<string, readonly string[]>,
): string {
  const rows = rules.map(
    ({ id, level, category, summary, fix }) =>
      `| [${id}](#${id}) | ${level} | ${category} | ${fix?.kind ?? "–"} | ${summary} |`,
  );
  const table = [
    "| rule | level | category | fix | finds |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
  return `${HEAD}\n${table}\n\n${rules.map((rule) => sectionOf(rule, said.get(rule.id) ?? [])).join("\n")}`;
}

function sectionOf(rule: LintRule, said: readonly string[]): string {
  const { id, level, category, summary, rationale, reference, examples } = rule;
  const [, ...example] = exampleLines(examples.bad, examples.good, PLAIN_VIEW);
  const change = example.map((line) => line.slice(2));
  return `## ${id}

${summary[0]?.toUpperCase() ?? ""}${summary.slice(1)}. _${level}, ${category}: ${CATEGORIES[category]}._

${rationale}

\`\`\`diff
${change.join("\n")}
\`\`\`

\`\`\`text
${said.join("\n")}
\`\`\`

${fixText(rule)}${pluginOfExample(rule)}

Based on ${reference} of [semantics.md](semantics.md).
`;
}
