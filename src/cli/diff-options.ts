import { addLogOptions } from "./replay-options.js";
import { givenOnce, collectValues } from "./collect.js";
import { GROUPS } from "./option-groups.js";
import { InvalidArgumentError, Option, type Command } from "commander";
import { basesIn, currentContext, type Base, type Sources } from "./sources.js";
import { UsageError } from "./exit.js";
import type { Change } from "../questions/diff/group.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { ViewOptions } from "./view.js";

/** What says which states are compared, and what fails a run; `git` is a revision, `failOn` is never empty. */
export interface StatesOptions extends CommandSourceOptions, ViewOptions {
  readonly git?: string;
  readonly failOn: readonly FailOn[];
}

/** What commander parses for `anp diff`. */
export interface DiffOptions extends StatesOptions {
  readonly flows?: readonly string[];
  readonly format?: string;
  readonly maxBad: string;
  readonly maxUnpacked: string;
  readonly output?: readonly string[];
}

/** Adds the options that only `anp diff` has. */
export function addDiffOptions(command: Command): Command {
  return addLogOptions(command)
    .optionsGroup(GROUPS.question)
    .option(
      "--flows <file>",
      "rank changes by how often these logs have their flows, as anp replay reads them (repeatable)",
      collectValues,
    )
    .addOption(
      givenOnce(
        new Option("--git <revision>", "compare the files of -f at this git revision with the files now"),
        ONE_REVISION,
      ),
    )
    .addOption(
      new Option(
        "--fail-on <change>",
        "what exits 1: flows that open (or go from denied to undefined or unknown), close, change in any way, or alerts about policies (repeatable)",
      )
        .choices(FAIL_ON)
        .argParser(collectChanges)
        .default(DEFAULT_FAIL_ON, "opened"),
    );
}

/** Two revisions are two states, and only one of them can be that of the files now. */
export const ONE_REVISION =
  "check one of the revisions out (git worktree add), and compare the other with it";

const FAIL_ON = ["opened", "closed", "any", "alert", "never"] as const;

type FailOn = (typeof FAIL_ON)[number];

const DEFAULT_FAIL_ON: readonly FailOn[] = ["opened"];

function collectChanges(text: string, before: readonly FailOn[]): readonly FailOn[] {
  const named = FAIL_ON.find((each) => each === text);
  if (named === undefined) throw new InvalidArgumentError(`Allowed choices are ${FAIL_ON.join(", ")}.`);
  return before === DEFAULT_FAIL_ON ? [named] : [...before, named];
}

/** True for a change that `--fail-on` names. What was denied and is not settled any more counts as opened. */
export function isFailing(change: Change, failOn: readonly FailOn[]): boolean {
  const both = change.other === undefined ? [change] : [change, change.other];
  return failOn.some((each) => both.some((part) => isNamed(part, each)));
}

function isNamed({ change, before }: Pick<Change, "change" | "before">, failOn: FailOn): boolean {
  switch (failOn) {
    case "opened":
      return change === "opened" || before.verdict === "denied";
    case "closed":
      return change === "closed";
    case "any":
      return true;
    case "alert":
    case "never":
      return false;
  }
}

/** The two states that are compared. */
export type States =
  | { readonly form: "two"; readonly before: Sources; readonly after: Sources }
  | { readonly form: "git"; readonly revision: string; readonly paths: readonly string[] }
  /** A state, and the same with other objects in it and some taken away. */
  | { readonly form: "overlay"; readonly base: Sources; readonly overlay: readonly string[] };

const FORMS = [
  "two sources: anp diff BEFORE AFTER, or --context A --context B, or --snapshot A --snapshot B",
  "a git revision: anp diff --git main -f PATH",
  "changed objects: anp diff BASE -f OVERLAY, or anp diff --context A -f OVERLAY",
];

/** What the arguments compare. @throws {UsageError} where they are none of the forms */
export function statesIn(args: readonly string[], options: StatesOptions): States {
  const { git, filename = [], delete: deleted = [] } = options;
  const bases = basesIn(options, args);
  failForStandardInput([...args, ...filename]);
  if (git !== undefined) return gitStates(git, args, bases, options);
  const named: readonly Sources[] = [
    ...bases.map((base): Sources => ({ base, paths: [] })),
    ...args.map((path): Sources => ({ base: undefined, paths: [path] })),
  ];
  const [before, after, ...more] = named;
  const isChange = filename.length + deleted.length > 0;
  if (isChange && after === undefined)
    return {
      form: "overlay",
      base: before ?? { base: currentContext(options, args), paths: [] },
      overlay: filename,
    };
  if (before === undefined || after === undefined || more.length > 0 || isChange)
    throw new UsageError("diff needs exactly two states", ...FORMS);
  return { form: "two", before, after };
}

function failForStandardInput(paths: readonly string[]): void {
  if (paths.filter((path) => path === "-").length > 1)
    throw new UsageError("standard input can be read only once", "use a file for one of the two");
}

function gitStates(
  revision: string,
  [path]: readonly string[],
  bases: readonly Base[],
  { filename = [], delete: deleted = [] }: StatesOptions,
): States {
  if (path !== undefined)
    throw new UsageError("--git compares the paths of -f", `name it with -f: anp diff --git REV -f ${path}`);
  if (bases.length + deleted.length > 0)
    throw new UsageError("--git compares files; it can't be combined with a cluster or --delete", ...FORMS);
  if (filename.length === 0)
    throw new UsageError("--git needs paths to compare", "name files or folders with -f");
  return { form: "git", revision, paths: filename };
}
