import { count as countOf } from "../base/text/count.js";
import { writeFileText } from "./file-text.js";
import { loadInputsToReload } from "./load-sources.js";
import { loadOptions } from "./load-options.js";
import { readLintTree } from "./lint-tree.js";
import { fileAccessOf } from "./replace-file.js";
import { writeManifests, type ManifestWriting } from "./write-manifests.js";
import { STANDARD_INPUT, type Sources } from "./sources.js";
import { filesText } from "./files-text.js";
import { UsageError } from "./exit.js";
import type { Fixed } from "../linter/lint/fix.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { LintOptions } from "../linter/lint/lint.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { InputTree } from "./tree.js";

/** What is done with fixes. */
export interface FixOptions {
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
}

/**
 * Reads what the options name, fixes what has a fix, and writes the files, or prints the patch that would.
 * What is fixed is wrong in a file by itself: kustomizations are not built for it.
 * @returns what was read, with its fixes
 * @throws {UsageError} where a file cannot be written
 */
export async function loadFixed(
  options: CommandSourceOptions & FixOptions,
  sources: Sources,
  rules: LintOptions,
  io: Io,
): Promise<InputTree> {
  const { fixed, patchesOf } = await import("../linter/lint/fix.js");
  const tree = await readLintTree(options, sources, io);
  const { input } = await loadInputsToReload(tree.inputs, loadOptions(options, "lint", io));
  const standardInput = options.stdinFilename ?? STANDARD_INPUT;
  const result = await fixed(input, rules, ({ name }) => name !== standardInput);
  if (options.fixDryRun === true) for (const patch of patchesOf(result)) writeFileText(patch, "patch", io);
  else {
    const writings = [...result.files].map(([file, { text }]): ManifestWriting => ({
      type: "replaced",
      file,
      text,
    }));
    writeManifests(writings, fileAccessOf(sources.paths, options, io), io);
  }
  io.stderr.write(`${fixedText(result, options.fixDryRun === true)}\n`);
  const inputs = tree.inputs.map((each) => {
    const file = each.type === "file" ? result.files.get(each.file) : undefined;
    return file === undefined ? each : ({ ...each, file } as Input);
  });
  return { ...tree, inputs };
}

/** @throws {UsageError} for options that exclude each other */
export function checkFixOptions(
  { fix, fixDryRun }: FixOptions,
  outputs: readonly { readonly file: string | undefined }[],
): void {
  if (fix === true && fixDryRun === true) throw new UsageError("--fix and --fix-dry-run can't be combined");
  if (fixDryRun === true && outputs.some(({ file }) => file === undefined))
    throw new UsageError(
      "--fix-dry-run prints the patch to standard output",
      "write the report to a file: -o json=report.json",
    );
}

/** `fixed 3 problems in 2 files: a.yaml and b.yaml`. */
function fixedText({ count, files }: Fixed, isDryRun: boolean): string {
  const problems = countOf(count, "problem");
  const places = `${countOf(files.size, "file")}: ${filesText([...files.keys()].map(({ name }) => name))}`;
  if (count === 0) return "nothing to fix";
  return isDryRun ? `would fix ${problems} in ${places}` : `fixed ${problems} in ${places}`;
}
