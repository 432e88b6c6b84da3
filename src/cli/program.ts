import { Command, CommanderError } from "commander";
import { defuse, encode } from "../report/encode.js";
import { FINE, incomplete, type Ending } from "./ending.js";
import { EXIT, UsageError, type ExitCode } from "./exit.js";
import { groupOptions } from "./option-groups.js";
import { inOurForm } from "./commander-errors.js";
import { NO_PAGER } from "./pager-option.js";
import { nearest } from "../base/text/nearest.js";
import { limitText } from "../report/incomplete-text.js";
import { workOf } from "./limits.js";
import { VERSION } from "../version.js";
import { PLUGIN_HELP, withProgramName, type ProgramName } from "./program-name.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";
import type { CommandSourceOptions } from "./source-options.js";

/** The commands in the order in which help lists them, each loaded when it is asked for. */
const COMMANDS: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ["lint", async () => (await import("./lint.js")).addLintCommand],
  ["explain", async () => (await import("./explain.js")).addExplainCommand],
  ["matrix", async () => (await import("./matrix.js")).addMatrixCommand],
  ["audit", async () => (await import("./audit.js")).addAuditCommand],
  ["diff", async () => (await import("./diff.js")).addDiffCommand],
  ["test", async () => (await import("./test.js")).addTestCommand],
  ["replay", async () => (await import("./replay.js")).addReplayCommand],
  ["report", async () => (await import("./report.js")).addReportCommand],
  ["convert", async () => (await import("./convert.js")).addConvertCommand],
  ["snapshot", async () => (await import("./snapshot.js")).addSnapshotCommand],
  ["completion", async () => (await import("./completion.js")).addCompletionCommand],
  ["init", async () => (await import("./init.js")).addInitCommand],
  ["plugins", async () => (await import("./plugins.js")).addPluginsCommand],
  ["rules", async () => (await import("./rules.js")).addRulesCommand],
]);

/** Parses the arguments and runs the command that they name. */
export async function runProgram(
  argv: readonly string[],
  io: Io,
  name: ProgramName,
  onLoaded: () => void,
): Promise<ExitCode> {
  const hidden = HIDDEN.get(argv[0] ?? "");
  if (hidden !== undefined) return hidden(argv.slice(1), io);
  failForUnknownTopic(argv);
  let ending: Ending = FINE;
  const program = new Command(name)
    .description(
      "Lint Kubernetes network policies, and see exactly which line allows or blocks a connection.",
    )
    .version(VERSION)
    .option(NO_PAGER, "don't page long output (pager: ANP_PAGER, PAGER, else less)")
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(withProgramName(text, name)),
      writeErr: (text) => void io.stderr.write(withProgramName(text, name)),
      outputError: (text, write) =>
        write(
          inOurForm(text, optionsOf(program, argv[0]), (argument) => choicesOf(program, argv[0], argument)),
        ),
    })
    .addHelpText("afterAll", name === "anp" ? "" : PLUGIN_HELP)
    .showHelpAfterError("     run anp --help for a list of commands")
    .hook("postAction", (_program, command) => {
      const options = command.opts<CommandSourceOptions>();
      const limit = options.maxWork === undefined ? undefined : workOf(options).limit;
      if (limit !== undefined) ending = incomplete(limitText(limit), ending);
    });
  const done = (result: Ending): void => {
    ending = result;
  };
  for (const load of wanted(argv[0])) (await load())(program, io, done);
  for (const command of program.commands) {
    command.copyInheritedSettings(program).exitOverride();
    groupOptions(command);
    command.showHelpAfterError(`     see anp ${command.name()} --help`);
  }
  onLoaded();
  try {
    await program.parseAsync(argv, { from: "user" });
    if ("why" in ending) io.stderr.write(`${defuse(`exit ${ending.code}: ${ending.why}`)}\n`);
    return ending.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

/** What is no command of people: shells ask for completions, and the build for the manual. */
const HIDDEN: ReadonlyMap<string, (words: readonly string[], io: Io) => Promise<ExitCode>> = new Map([
  ["__complete", complete],
  ["__manual", printManual],
]);

/** Prints what the last word may become. What goes wrong is silent: the person is typing another line. */
async function complete(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const { candidatesFor } = await import("./complete.js");
    const { describedCommands } = await import("./command-table.js");
    const table = await describedCommands(COMMANDS.values(), io);
    const found = await candidatesFor(words.slice(0, -1), words.at(-1) ?? "", table, io);
    for (const { word, text } of found)
      io.stdout.write(`${encode(word)}${text === undefined ? "" : `\t${encode(text)}`}\n`);
  } catch {
    return EXIT.usage;
  }
  return EXIT.ok;
}

async function printManual(_words: readonly string[], io: Io): Promise<ExitCode> {
  const { manual } = await import("./manual.js");
  const { describedCommands } = await import("./command-table.js");
  io.stdout.write(manual(await describedCommands(COMMANDS.values(), io), VERSION));
  return EXIT.ok;
}

/** @throws {UsageError} for help about a command that does not exist: `help lnit`, `lnit --help` */
function failForUnknownTopic([first = "", second = ""]: readonly string[]): void {
  const topic = first === "help" ? second : second === "--help" || second === "-h" ? first : "";
  if (topic === "" || topic === "help" || topic.startsWith("-") || COMMANDS.has(topic)) return;
  const [meant] = nearest(topic, COMMANDS.keys());
  throw new UsageError(
    `unknown command "${topic}"`,
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
    "run anp --help for a list of commands",
  );
}

/** The one command that is named first; help and mistakes need them all. */
function wanted(name: string | undefined): Iterable<() => Promise<Register>> {
  const named = COMMANDS.get(name ?? "");
  return named === undefined ? COMMANDS.values() : [named];
}

/** What an argument of a command may be; none where it may be anything. */
function choicesOf(program: Command, name: string | undefined, argument: string): readonly string[] {
  const command = program.commands.find((each) => each.name() === name);
  return command?.registeredArguments.find((each) => each.name() === argument)?.argChoices ?? [];
}

/** The options of a command, by their long names. */
function optionsOf(program: Command, name: string | undefined): string[] {
  const command = program.commands.find((each) => each.name() === name);
  return (command?.options ?? []).flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long]));
}
