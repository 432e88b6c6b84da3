import { mistakesError } from "./mistakes-error.js";
import { baselineJson } from "../linter/baseline/print-baseline.js";
import { baselineOf, mayBeKnown } from "../linter/baseline/baseline.js";
import { defuse, encode } from "../report/encode.js";
import { DISK } from "../input/disk.js";
import { resolve } from "node:path";
import { count } from "../base/text/count.js";
import { namedFile } from "./named-file.js";
import { readBaseline } from "../linter/baseline/read-baseline.js";
import { UsageError } from "./exit.js";
import { writeWholeFile } from "./write-file.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Io } from "./io.js";
import type { KnownFindings, LintResult } from "../linter/lint/lint.js";
import type { SourceFile } from "../source/manifest/source.js";

/** What is done with known findings. */
export interface BaselineOptions extends CommandSourceOptions {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}

/** @throws {UsageError} for options that would do nothing */
export function checkBaselineOptions({ baseline, updateBaseline }: BaselineOptions): void {
  if (updateBaseline === true && baseline === undefined)
    throw new UsageError("--update-baseline needs a file to write", "name it: --baseline known.json");
}

/** The findings that the options say are known. @throws {UsageError} for a file that is not there, or no baseline */
export function knownFindings(options: BaselineOptions, io: Io): readonly KnownFindings[] {
  const { baseline, updateBaseline, followSymlinks = false } = options;
  if (baseline === undefined || updateBaseline === true) return [];
  const where = { cwd: io.cwd(), followsLinks: followSymlinks };
  return [knownIn(namedFile(baseline, "--baseline", where, "--update-baseline writes it"))];
}

/** @throws {UsageError} for what is no baseline */
export function knownIn(file: SourceFile): KnownFindings {
  const reading = readBaseline(file);
  if (!reading.ok) throw mistakesError(reading.problem);
  return { baseline: reading.value, isPruned: true };
}

/**
 * Writes what a run has found as the baseline.
 * @param sets the names of the sets of manifests that were linted
 * @returns the run with all of it known
 * @throws {UsageError} for a file that is there and no baseline
 */
export function updateBaseline(
  found: LintResult,
  sets: readonly string[],
  options: BaselineOptions,
  io: Io,
): LintResult {
  const { baseline: file = "", followSymlinks = false } = options;
  if (DISK.typeOf(resolve(io.cwd(), file)).value !== undefined)
    knownIn(namedFile(file, "--baseline", { cwd: io.cwd(), followsLinks: followSymlinks }));
  const baseline = baselineOf(found.diagnostics, sets);
  writeWholeFile(file, io.cwd(), [baselineJson(baseline)]);
  const total = baseline.entries.reduce((sum, each) => sum + each.count, 0);
  io.stderr.write(`wrote ${count(total, "known finding")} to ${defuse(encode(file))}\n`);
  const { diagnostics } = found;
  return {
    ...found,
    diagnostics: diagnostics.filter((each) => !mayBeKnown(each)),
    baselined: diagnostics.filter(mayBeKnown),
  };
}
