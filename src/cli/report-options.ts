import { GROUPS } from "./option-groups.js";
import { UsageError } from "./exit.js";
import type { Command } from "commander";
import type { CommandSourceOptions } from "./source-options.js";

/** What commander parses for `anp report`. */
export interface ReportOptions extends CommandSourceOptions {
  readonly file?: string;
  readonly diff?: boolean;
  readonly git?: string;
}

/** Adds the options that only `anp report` has. */
export function addReportOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .option("--diff", "compare two states, named as for anp diff, and show what opens and closes")
    .option(
      "--git <revision>",
      "with --diff: compare the files of -f at this git revision with the files now",
    )
    .optionsGroup(GROUPS.output)
    .option("--file <file>", "the page to write; it appears when it is complete");
}

/** @throws {UsageError} for options that are missing, or would do nothing */
export function checkReportOptions(states: readonly string[], { file, diff, git }: ReportOptions): void {
  if (file === undefined)
    throw new UsageError("missing --file", "name the page: anp report -f k8s --file report.html");
  if (diff === true) return;
  if (git !== undefined) throw new UsageError("--git needs --diff");
  if (states.length > 0)
    throw new UsageError(
      "states are compared with --diff",
      "without it, name what is read with -f, --snapshot or --context",
    );
}
