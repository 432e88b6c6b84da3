import { givenOnce } from "./collect.js";
import { GROUPS } from "./option-groups.js";
import { ONE_REVISION } from "./diff-options.js";
import { Option, type Command } from "commander";
import { UsageError } from "./exit.js";
import type { CommandSourceOptions } from "./source-options.js";

/** What commander parses for `anp report`. */
export interface ReportOptions extends CommandSourceOptions {
  readonly file?: string;
  readonly serve?: boolean;
  readonly watch?: boolean;
  readonly port?: string;
  readonly diff?: boolean;
  readonly git?: string;
}

/** Adds the options that only `anp report` has. */
export function addReportOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .option("--diff", "compare two states, named as for anp diff, and show what opens and closes")
    .addOption(
      givenOnce(
        new Option(
          "--git <revision>",
          "with --diff: compare the files of -f at this git revision with the files now",
        ),
        ONE_REVISION,
      ),
    )
    .optionsGroup(GROUPS.output)
    .option("--file <file>", "the page to write; it appears when it is complete")
    .option("--serve", "show the page on 127.0.0.1, until Ctrl-C; write nothing")
    .option("--watch", "with --serve: load the page again whenever what is read changes")
    .option("--port <port>", "with --serve: the port to listen on (default: any free one)");
}

/** @throws {UsageError} for options that are missing, or would do nothing */
export function checkReportOptions(states: readonly string[], options: ReportOptions): void {
  const { file, diff, git, serve } = options;
  if (serve === true) {
    const other = (["file", "diff", "git", "context", "kubeconfig"] as const).find(
      (each) => options[each] !== undefined,
    );
    if (other !== undefined) throw new UsageError(`--serve and --${other} can't be combined`);
  } else {
    const other = (["watch", "port"] as const).find((each) => options[each] !== undefined);
    if (other !== undefined) throw new UsageError(`--${other} needs --serve`);
  }
  if (file === undefined && serve !== true)
    throw new UsageError("missing --file", "name the page: anp report -f k8s --file report.html");
  if (diff === true) return;
  if (git !== undefined) throw new UsageError("--git needs --diff");
  if (states.length > 0)
    throw new UsageError(
      "states are compared with --diff",
      "without it, name what is read with -f, --snapshot or --context",
    );
}
