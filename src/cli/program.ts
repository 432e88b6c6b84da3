import { Command, CommanderError } from "commander";
import { addExplainCommand } from "./explain.js";
import { EXIT, type ExitCode } from "./exit.js";
import { VERSION } from "../version.js";
import type { Io } from "./io.js";

/** Parses the arguments and runs the command that they name. */
export async function runProgram(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = new Command("anp")
    .description("Kubernetes network policy: is it right, and what does it do?")
    .version(VERSION)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, "anp:")),
    });
  const done = (result: ExitCode): void => {
    code = result;
  };
  addExplainCommand(program, io, done);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}
