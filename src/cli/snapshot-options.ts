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
    .option("--file <path>", "where to write; compressed where the name ends in .gz")
    .option("--anonymize", "replace names, labels, domain names and addresses; every verdict stays the same")
    .option(
      "--reproducible",
      "leave out the time; with --anonymize take the same words in every run, which lets anybody test a guess",
    )
    .option("--print-rbac", "print the ClusterRole that reading a cluster takes, and do nothing else")
    .optionsGroup(GROUPS.sources)
    .option("--snapshot <file>", "read what kubectl get -o json|yaml or anp snapshot wrote", collectValues)
    .option(
      "--context <name>",
      "read the live cluster of this kubeconfig context (default: the current one)",
      collectValues,
    )
    .option("--kubeconfig <file>", "the kubeconfig to take contexts from")
    .option("-n, --namespace <name>", "the namespace to read where the cluster does not show all of them")
    .option("--follow-symlinks", "follow symbolic links on the way to the file of --snapshot")
    .optionsGroup(GROUPS.limits)
    .option("--max-file-size <bytes>", "largest file to read", String(DEFAULT_LIMITS.fileSize))
    .option("--timeout <seconds>", "how long to read", "60")
    .optionsGroup(GROUPS.output)
    .option("--debug", "show where an internal error comes from");
}
