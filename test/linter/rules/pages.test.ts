import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { saidOf } from "../../support/said.js";
import { RULES } from "../../../src/linter/rules/index.js";

const PAGE = readFileSync("docs/rules.md", "utf8");

it.each(RULES.map((rule) => [rule.id, rule] as const))(
  "the page of %s has what it says of its bad example",
  async (_, rule) => {
    expect(PAGE).toContain(`\`\`\`text\n${(await saidOf(rule)).join("\n")}\n\`\`\`\n`);
  },
);
