import { GROUPS } from "./option-groups.js";
import { Option, type Command } from "commander";
import { TARGETS, type ConversionTarget } from "../questions/convert/conversion.js";
import { UsageError } from "./exit.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { ViewOptions } from "./view.js";

/** What commander parses for `anp convert`, by the names of the options; nothing is checked against each other yet. */
export interface ConvertOptions extends CommandSourceOptions, ViewOptions {
  readonly to?: ConversionTarget;
  readonly file?: string;
  readonly outDir?: string;
  readonly inPlace?: boolean;
  readonly check?: boolean;
  readonly acceptDifferences?: boolean;
  readonly output?: readonly string[];
}

/** Adds the options that only `anp convert` has. */
export function addConvertOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .addOption(
      new Option("--to <generation>", "convert only to this (default: the newest API of each kind)").choices(
        TARGETS,
      ),
    )
    .option("--file <file>", "write all manifests to one file")
    .option("--out-dir <folder>", "write each file below this folder, keeping its path")
    .option("--in-place", "edit the files themselves")
    .option("--check", "write nothing; exit 1 if anything needs converting")
    .option("--accept-differences", "write even if verdicts change");
}

/** Where the new manifests go. */
export type Destination =
  | { readonly type: "stdout" | "in-place" | "nowhere" }
  | { readonly type: "file" | "folder"; readonly path: string };

/** @throws {UsageError} for two destinations */
export function destinationIn({ file, outDir, inPlace, check }: ConvertOptions): Destination {
  const given: readonly (readonly [string, Destination])[] = [
    ...(file === undefined ? [] : [["--file", { type: "file", path: file }] as const]),
    ...(outDir === undefined ? [] : [["--out-dir", { type: "folder", path: outDir }] as const]),
    ...(inPlace === true ? [["--in-place", { type: "in-place" }] as const] : []),
    ...(check === true ? [["--check", { type: "nowhere" }] as const] : []),
  ];
  const [first, second] = given;
  if (first !== undefined && second !== undefined)
    throw new UsageError(`${first[0]} and ${second[0]} can't be combined`, "give one of them");
  return first?.[1] ?? { type: "stdout" };
}
