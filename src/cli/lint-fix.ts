import { count as countOf } from "../base/text/count.js";
import { writeFileText } from "./file-text.js";
import { loadInputsToReload } from "./load-sources.js";
import { loadOptions } from "./load-options.js";
import { loadLintRoots, readLintTree } from "./lint-tree.js";
import { shellWord } from "../base/text/shell-word.js";
import { fileAccessOf } from "./replace-file.js";
import { writeManifests, type ManifestWriting } from "./write-manifests.js";
import { STANDARD_INPUT, type Sources } from "./sources.js";
import { filesText } from "./files-text.js";
import { UsageError } from "./exit.js";
import { workOf } from "./limits.js";
import type { Loaded } from "../cluster/load/options.js";
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
  readonly unsafeFixes?: boolean;
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
  if (options.unsafeFixes === true) await failForSeveralRoots(tree, sources, options, io);
  const { input } = await loadInputsToReload(tree.inputs, loadOptions(options, "lint", io));
  const standardInput = options.stdinFilename ?? STANDARD_INPUT;
  const result = await fixed(
    input,
    rules,
    ({ name }) => name !== standardInput,
    options.unsafeFixes === true,
  );
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
  if (options.unsafeFixes === true && result.count > 0)
    io.stderr.write(`${await changesText(input.loaded, result.loaded, options)}\n`);
  const inputs = tree.inputs.map((each) => {
    const file = each.type === "file" ? result.files.get(each.file) : undefined;
    return file === undefined ? each : ({ ...each, file } as Input);
  });
  return { ...tree, inputs };
}

/** What the fixes open and close is asked of one cluster. @throws {UsageError} for a tree that holds several */
async function failForSeveralRoots(
  tree: InputTree,
  sources: Sources,
  options: CommandSourceOptions,
  io: Io,
): Promise<void> {
  const { roots } = await loadLintRoots(tree, sources, options, io);
  const [first] = roots;
  if (roots.length < 2 || first === undefined) return;
  throw new UsageError(
    `--unsafe-fixes needs one set of manifests, and this tree holds ${roots.length}`,
    `name the folder of one: anp lint ${shellWord(first.name)} --fix-dry-run --unsafe-fixes`,
  );
}

/** What unsafe fixes open and close: `these fixes open 3 flows and close 1`. */
async function changesText(before: Loaded, after: Loaded, options: CommandSourceOptions): Promise<string> {
  const [{ diff }, { flowCount }] = await Promise.all([
    import("../questions/diff/diff.js"),
    import("../questions/diff/group.js"),
  ]);
  const work = workOf(options);
  const { changes } = diff({ ...before.cluster, work }, { ...after.cluster, work });
  const flows = (kind: string): number =>
    changes.filter(({ change }) => change === kind).reduce((sum, each) => sum + flowCount(each), 0);
  const [opened, closed] = [flows("opened"), flows("closed")];
  const unsettled = flows("undefined") + flows("unknown");
  const rest = unsettled === 0 ? "" : `; ${countOf(unsettled, "flow")} can no longer be told for certain`;
  const partly = work.limit === undefined ? "" : " (of those that were compared)";
  return `these fixes open ${countOf(opened, "flow")} and close ${closed}${rest}${partly}`;
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

/** `fixed 3 problems in 2 files: a.yaml and b.yaml`. */
function fixedText({ count, files }: Fixed, isDryRun: boolean): string {
  const problems = countOf(count, "problem");
  const places = `${countOf(files.size, "file")}: ${filesText([...files.keys()].map(({ name }) => name))}`;
  if (count === 0) return "nothing to fix";
  return isDryRun ? `would fix ${problems} in ${places}` : `fixed ${problems} in ${places}`;
}
