import { Option } from "commander";
import { addColourOptions, viewFor, type ViewOptions } from "./view.js";
import { FINE } from "./ending.js";
import { UsageError } from "./exit.js";
import { ruleNamed } from "./known-rule.js";
import { ruleList, rulePage } from "../report/rule-pages.js";
import { RULES } from "../linter/rules/index.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp rules
  anp rules wrong-case-field
  anp rules wrong-case-field --example bad | anp lint -`;

interface RulesOptions extends ViewOptions {
  readonly example?: "bad" | "good";
}

/** Registers `anp rules`. */
export const addRulesCommand: Register = (program, io, done) => {
  const command = program
    .command("rules")
    .summary("list the linter's rules, or explain one")
    .description("Lists the linter's rules, or explains one with an example.")
    .argument("[id]", "a rule's id")
    .optionsGroup("Output:")
    .addOption(
      new Option("--example <which>", "print only the manifests of a rule's example").choices([
        "bad",
        "good",
      ]),
    );
  addColourOptions(command);
  command.addHelpText("after", EXAMPLES).action((id: string | undefined, options: RulesOptions) => {
    const { example } = options;
    if (example !== undefined) {
      if (id === undefined) throw new UsageError("--example needs a rule", "run anp rules for a list");
      io.stdout.write(ruleNamed(id).examples[example]);
      return done(FINE);
    }
    const view = viewFor(options, io.stdout, io.env);
    for (const line of id === undefined ? ruleList(RULES, view) : rulePage(ruleNamed(id), view))
      io.stdout.write(`${line}\n`);
    done(FINE);
  });
};
