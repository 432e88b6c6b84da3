import { Command } from "commander";
import type { Register } from "./register.js";
import type { Io } from "./io.js";

/** An option as help, the manual and completions describe it. */
export interface DescribedOption {
  /** As they are typed: `-f`, `--filename`. */
  readonly names: readonly string[];
  /** `<path>`; undefined where it takes no value. */
  readonly value: string | undefined;
  readonly text: string;
  /** The values that it takes, where these are known. */
  readonly choices: readonly string[];
  /** What it is where it isn't given; undefined where that is nothing, or its text says it. */
  readonly fallback: string | undefined;
  readonly group: string;
}

/** A command as help, the manual and completions describe it. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
  readonly usage: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly text: string;
    readonly choices: readonly string[];
  }[];
  readonly options: readonly DescribedOption[];
  readonly examples: readonly string[];
}

/** Describes commands as they are registered: one table for everything that lists them. */
export async function describedCommands(
  loads: Iterable<() => Promise<Register>>,
  io: Io,
): Promise<readonly DescribedCommand[]> {
  const program = new Command("anp");
  for (const load of loads) (await load())(program, io, () => undefined);
  return program.commands.map((command): DescribedCommand => ({
    name: command.name(),
    summary: command.summary(),
    text: command.description(),
    usage: command.usage(),
    arguments: command.registeredArguments.map((each) => ({
      name: each.name(),
      text: each.description,
      choices: each.argChoices ?? [],
    })),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => ({
        names: [option.short, option.long].flatMap((each) => each ?? []),
        value: /[<[].*$/.exec(option.flags)?.[0],
        text: option.description,
        choices: option.argChoices ?? [],
        fallback:
          typeof option.defaultValue === "string" ? option.defaultValue : option.defaultValueDescription,
        group: option.helpGroupHeading ?? "Options:",
      })),
    examples: examplesOf(command),
  }));
}

/** The lines below `Examples:` of a command's help. */
function examplesOf(command: Command): readonly string[] {
  let after = "";
  command.configureOutput({ writeOut: (text) => (after += text) }).outputHelp();
  const [, examples = ""] = after.split("\nExamples:\n");
  return examples.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
