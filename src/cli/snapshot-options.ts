import { GROUPS } from "./option-groups.js";
import { collectValues } from "./collect.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import type { Command } from "commander";
import type { CommandSourceOptions } from "./source-options.js";

/** What commander parses for `anp snapshot`; `file` is missing where `printRbac` is given. */
export interface SnapshotOptions extends Pick<
  CommandSourceOptions,
  "snapshot" | "context" | "kubeconfig" | "namespace" | "maxFileSize" | "timeout" | "followSymlinks"
> {
  readonly file?: string;
  readonly anonymize?: boolean;
  readonly reproducible?: boolean;
  readonly printRbac?: boolean;
}

/** Adds the options of `anp snapshot`. */
export function addSnapshotOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .option("--file <path>", "the file to write; compressed if its name ends in .gz")
    .option("--anonymize", "replace names, labels, domain names and addresses; verdicts stay the same")
    .option(
      "--reproducible",
      "omit the time; with --anonymize, use the same replacements in every run (which lets others test guesses)",
    )
    .option("--print-rbac", "print the ClusterRole needed to read a cluster, and exit")
    .optionsGroup(GROUPS.sources)
    .option(
      "--snapshot <file>",
      "read a file written by kubectl get -o json|yaml or anp snapshot",
      collectValues,
    )
    .option(
      "--context <name>",
      "read the live cluster of this kubeconfig context (default: the current one)",
      collectValues,
    )
    .option("--kubeconfig <file>", "the kubeconfig that has the contexts")
    .option("-n, --namespace <name>", "the namespace to read if you may not list all of them")
    .option("--follow-symlinks", "follow symbolic links in the path of --snapshot")
    .optionsGroup(GROUPS.limits)
    .option("--max-file-size <bytes>", "largest file to read", String(DEFAULT_LIMITS.fileSize))
    .option("--timeout <seconds>", "time limit for reading", "60")
    .optionsGroup(GROUPS.output)
    .option("--debug", "show the stack trace of an internal error");
}
