import { count as countOf } from "../base/text/count.js";
import { writeFileText } from "./file-text.js";
import { defuse, encode } from "../report/encode.js";
import { fixedTree, withFiles, type FixedTree } from "./fix-tree.js";
import { readLintTree } from "./lint-tree.js";
import { fileAccessOf } from "./replace-file.js";
import { writeManifests, type ManifestWriting } from "./write-manifests.js";
import type { Sources } from "./sources.js";
import { filesText } from "./files-text.js";
import { UsageError } from "./exit.js";
import { workOf } from "./limits.js";
import type { Io } from "./io.js";
import type { LintOptions } from "../linter/lint/lint.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { InputTree } from "./tree.js";

/** What is done with fixes. */
export interface FixOptions {
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly unsafeFixes?: boolean;
}

/**
 * Reads what the options name, fixes what has a fix, and writes the files, or prints the patch that would.
 * @returns what was read, with its fixes
 * @throws {UsageError} where a file cannot be written
 */
export async function loadFixed(
  options: CommandSourceOptions & FixOptions,
  sources: Sources,
  rules: LintOptions,
  io: Io,
): Promise<InputTree> {
  const tree = await readLintTree(options, sources, io);
  const result = await fixedTree(tree, options, sources, rules, io);
  if (options.fixDryRun === true) {
    const { patchesOf } = await import("../linter/lint/fix.js");
    for (const patch of patchesOf(result)) writeFileText(patch, "patch", io);
  } else {
    const writings = [...result.files].map(([file, { text }]): ManifestWriting => ({
      type: "replaced",
      file,
      text,
    }));
    writeManifests(writings, fileAccessOf(sources.paths, options, io), io);
  }
  const say = (text: string): void => void io.stderr.write(`${defuse(encode(text))}\n`);
  say(fixedText(result, options.fixDryRun === true));
  for (const line of notMadeLines(result)) say(line);
  if (options.unsafeFixes === true && result.count > 0) say(await changesText(result, options));
  return withFiles(tree, result.files);
}

/** @throws {UsageError} for options that exclude each other */
export function checkFixOptions(
  { fix, fixDryRun, unsafeFixes }: FixOptions,
  outputs: readonly { readonly file: string | undefined }[],
): void {
  if (unsafeFixes === true && fix !== true && fixDryRun !== true)
    throw new UsageError(
      "--unsafe-fixes needs --fix or --fix-dry-run",
      "see them first: --fix-dry-run --unsafe-fixes",
    );
  if (fix === true && fixDryRun === true) throw new UsageError("--fix and --fix-dry-run can't be combined");
  if (fixDryRun === true && outputs.some(({ file }) => file === undefined))
    throw new UsageError(
      "--fix-dry-run prints the patch to standard output",
      "write the report to a file: -o json=report.json",
    );
}

/** What unsafe fixes open and close, over all sets: `these fixes open 3 flows and close 1`. */
async function changesText({ before, after }: FixedTree, options: CommandSourceOptions): Promise<string> {
  const [{ diff }, { flowCount }] = await Promise.all([
    import("../questions/diff/diff.js"),
    import("../questions/diff/group.js"),
  ]);
  const work = workOf(options);
  const numbers = { opened: 0, closed: 0, undefined: 0, unknown: 0 };
  for (const [name, { cluster }] of before) {
    const fixed = after.get(name);
    if (fixed === undefined) continue;
    const { changes } = diff({ ...cluster, work }, { ...fixed.cluster, work });
    for (const each of changes) numbers[each.change] += flowCount(each);
  }
  const unsettled = numbers.undefined + numbers.unknown;
  const rest = unsettled === 0 ? "" : `; ${countOf(unsettled, "flow")} can no longer be told for certain`;
  const sets = before.size > 1 ? ` in ${before.size} sets of manifests` : "";
  const partly = work.limit === undefined ? "" : " (of those that were compared)";
  return `these fixes open ${countOf(numbers.opened, "flow")} and close ${numbers.closed}${sets}${rest}${partly}`;
}

/** So many reasons are told. */
const MOST_REASONS = 5;

/** Why fixes were not made. */
function notMadeLines({ notMade, notBuilt }: FixedTree): string[] {
  const lines = [
    ...notMade.map(
      ({ file, rule, others }) =>
        `not fixed: ${rule} in ${file}, which is not the same mistake in ${filesText(others)}`,
    ),
    ...notBuilt.map(
      ({ file, root }) => `not fixed: ${file}, because ${root} couldn't be built with its fixes`,
    ),
  ];
  const more = lines.length - MOST_REASONS;
  return [...lines.slice(0, MOST_REASONS), ...(more > 0 ? [`and ${more} more not fixed`] : [])];
}

/** `fixed 3 problems in 2 files: a.yaml and b.yaml`. */
function fixedText({ count, files }: FixedTree, isDryRun: boolean): string {
  const problems = countOf(count, "problem");
  const places = `${countOf(files.size, "file")}: ${filesText([...files.keys()].map(({ name }) => name))}`;
  if (count === 0) return "nothing to fix";
  return isDryRun ? `would fix ${problems} in ${places}` : `fixed ${problems} in ${places}`;
}
