import { Argument } from "commander";
import { FINE } from "./ending.js";
import { SCRIPTS, SHELLS, type Shell } from "./completion-scripts.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Where the shell looks for it
  bash        ~/.local/share/bash-completion/completions/anp
  zsh         a folder of fpath, as _anp
  fish        ~/.config/fish/completions/anp.fish
  powershell  at the end of $PROFILE

Examples:
  anp completion bash
  anp completion zsh`;

/** Registers `anp completion`. */
export const addCompletionCommand: Register = (program, io, done) => {
  program
    .command("completion")
    .summary("print a script that completes commands in a shell")
    .description(
      "Prints a completion script for a shell. It completes commands, options, rules, contexts, and the namespaces and workloads in the files named on the line.",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .addHelpText("after", EXAMPLES)
    .action((shell: Shell) => {
      io.stdout.write(SCRIPTS[shell]);
      done(FINE);
    });
};
