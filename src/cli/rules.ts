import { addColourOptions, viewFor, type ViewOptions } from "./view.js";
import { FINE } from "./ending.js";
import { UsageError } from "./exit.js";
import { nearest } from "../text/nearest.js";
import { ruleList, rulePage } from "../report/rule-pages.js";
import { RULES } from "../rules/index.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp rules
  anp rules wrong-case-field`;

/** Registers `anp rules`. */
export const addRulesCommand: Register = (program, io, done) => {
  const command = program
    .command("rules")
    .summary("what the linter finds")
    .description("Lists the rules of the linter, or shows one with its bad and its good example.")
    .argument("[id]", "a rule's id");
  addColourOptions(command);
  command.addHelpText("after", EXAMPLES).action((id: string | undefined, options: ViewOptions) => {
    const view = viewFor(options, io.stdout, io.env);
    for (const line of id === undefined ? ruleList(RULES, view) : rulePage(ruleNamed(id), view))
      io.stdout.write(`${line}\n`);
    done(FINE);
  });
};

function ruleNamed(id: string): (typeof RULES)[number] {
  const rule = RULES.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const [meant] = nearest(
    id,
    RULES.map((each) => each.id as string),
  );
  throw new UsageError(
    `unknown rule "${id}"`,
    meant === undefined ? "anp rules lists them" : `did you mean ${meant}?`,
  );
}
