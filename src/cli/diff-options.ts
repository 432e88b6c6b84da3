import { Option, type Command } from "commander";
import { UsageError } from "./exit.js";
import type { Change } from "../diff/group.js";
import type { SourceOptions } from "./source-options.js";
import type { ViewOptions } from "./view.js";

export interface DiffOptions extends SourceOptions, ViewOptions {
  readonly git?: string;
  readonly failOn: FailOn;
  readonly output?: readonly string[];
}

export const DIFF_FORMATS = ["text", "json", "md", "github"] as const;

export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** Adds the options that only `anp diff` has. */
export function addDiffOptions(command: Command): Command {
  return command
    .option(
      "--git <revision>",
      "compare the paths of -f as they stand at this git revision with what they are now",
    )
    .addOption(
      new Option("--fail-on <change>", "exit 1 for flows that change so").choices(FAIL_ON).default("opened"),
    );
}

const FAIL_ON = ["opened", "closed", "any", "never"] as const;

type FailOn = (typeof FAIL_ON)[number];

/** True for a change that `--fail-on` names. What was denied and is not settled any more counts as opened. */
export function isFailing(change: Change, failOn: FailOn): boolean {
  return isNamed(change, failOn) || (change.other !== undefined && isNamed(change.other, failOn));
}

function isNamed({ change, before }: Pick<Change, "change" | "before">, failOn: FailOn): boolean {
  switch (failOn) {
    case "opened":
      return change === "opened" || before.verdict === "denied";
    case "closed":
      return change === "closed";
    case "any":
      return true;
    case "never":
      return false;
  }
}

/** The two states that are compared. */
export type States =
  | { readonly form: "two"; readonly before: string; readonly after: string }
  | { readonly form: "git"; readonly revision: string; readonly paths: readonly string[] }
  | { readonly form: "overlay"; readonly base: string; readonly overlay: readonly string[] };

const FORMS = [
  "two states: anp diff BEFORE AFTER",
  "a git revision: anp diff --git main -f PATH",
  "objects that replace others: anp diff BASE -f OVERLAY",
];

/** What the arguments compare. @throws {UsageError} where they are none of the forms */
export function statesIn(args: readonly string[], { git, filename = [] }: DiffOptions): States {
  const [before, after, ...more] = args;
  const inputs = [...args, ...filename];
  if (inputs.filter((path) => path === "-").length > 1)
    throw new UsageError("standard input can be read once", "give one of the two as a file");
  if (git !== undefined) {
    if (before !== undefined)
      throw new UsageError(
        "--git compares the paths of -f",
        `name it with -f: anp diff --git REV -f ${before}`,
      );
    if (filename.length === 0)
      throw new UsageError("--git needs paths to compare", "name files or folders with -f");
    return { form: "git", revision: git, paths: filename };
  }
  if (before !== undefined && after === undefined && filename.length > 0)
    return { form: "overlay", base: before, overlay: filename };
  if (before === undefined || after === undefined || more.length > 0 || filename.length > 0)
    throw new UsageError("nothing to compare, or too much", ...FORMS);
  return { form: "two", before, after };
}
