import { givenOnce } from "./collect.js";
import { GROUPS } from "./option-groups.js";
import { Option, type Command } from "commander";
import { profileOption } from "./plugin-option.js";
import { UsageError } from "./exit.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { ViewOptions } from "./view.js";

/** The options of `anp test`. */
export interface TestOptions extends CommandSourceOptions, ViewOptions {
  readonly output?: readonly string[];
  readonly run?: string;
  readonly all?: boolean;
  readonly init?: boolean;
  readonly watch?: boolean;
  readonly profile?: string;
  readonly coverage?: boolean;
  /** Percent. */
  readonly minCoverage?: number;
  readonly mutate?: boolean;
  /** Percent. */
  readonly minScore?: number;
}

/** Adds what is asked. */
export function addTestOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .addOption(
      givenOnce(
        new Option("--run <regex>", "run only the tests whose name matches"),
        "write one of both: --run 'a|b'",
      ),
    )
    .option("--all", "list the tests that pass too, and every change that no test notices")
    .option("--watch", "run again whenever a test file or its sources change, until Ctrl-C")
    .option("--init", "write tests of what holds today into a new file, to review")
    .option("--coverage", "show which rule entries (a peer on a port) decide no test")
    .option(
      "--min-coverage <percent>",
      "fail if tests cover less (implies --coverage)",
      percent("--min-coverage"),
    )
    .option("--mutate", "change each policy a little, in each place, and show which changes no test notices")
    .option(
      "--min-score <percent>",
      "fail if tests notice fewer changes (implies --mutate)",
      percent("--min-score"),
    )
    .addOption(profileOption());
}

/** A share from 0 to 100. */
function percent(option: string): (text: string) => number {
  return (text) => {
    const value = /^\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
    if (!(value >= 0 && value <= 100))
      throw new UsageError(`${option} needs a number from 0 to 100, not "${text}"`);
    return value;
  };
}
