import { GROUPS } from "./option-groups.js";
import { Option, type Command } from "commander";
import { PROFILES, REFERENCE } from "../semantics/match/profile.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { ViewOptions } from "./view.js";

/** The options of `anp test`. */
export interface TestOptions extends CommandSourceOptions, ViewOptions {
  readonly output?: readonly string[];
  readonly run?: string;
  readonly all?: boolean;
  readonly profile?: string;
}

/** Adds what is asked. */
export function addTestOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .option("--run <regex>", "run only the tests whose name matches")
    .option("--all", "list the tests that pass too")
    .addOption(
      new Option("--profile <name>", "how to treat cases the spec leaves open")
        .choices([...PROFILES.keys()])
        .default(REFERENCE.name),
    );
}
