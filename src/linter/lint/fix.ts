import { applyEdits } from "../../source/edit/splice/apply.js";
import { groupBy } from "../../base/collections/group-by.js";
import { isActive, levelOf, lint, suppressionsFor, type LintOptions } from "./lint.js";
import { isFixable } from "../../cluster/problems/fixable.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import { isPatchable, unifiedDiff } from "../../source/edit/unified-diff.js";
import { suppressedBy } from "../suppress/suppress.js";
import { RULES } from "../rules/index.js";
import type { DocumentEdit } from "../../source/edit/edit.js";
import type { LintRule } from "../rules/rule.js";
import type { Loaded } from "../../cluster/load/options.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { Reloadable } from "../../cluster/load/load.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** An input after its fixes. */
export interface Fixed {
  readonly loaded: Loaded;
  /** The files that have changed, by those that they were. */
  readonly files: ReadonlyMap<SourceFile, SourceFile>;
  /** How many problems were fixed. */
  readonly count: number;
}

/** Fixing one thing may show the next one; what is left after this many times is reported. */
export const MOST_PASSES = 10;

/**
 * Makes the fixes of all problems of an input, and reads it again, until none is left.
 * @param isEditable false for files that cannot be written: what came through standard input
 * @param isUnsafe true for fixes that change what is allowed, too
 */
export async function fixed(
  { loaded: first, reload }: Reloadable,
  options: LintOptions,
  isEditable: (file: SourceFile) => boolean,
  isUnsafe = false,
): Promise<Fixed> {
  const canEdit = (file: SourceFile): boolean => isEditable(file) && isPatchable(file.name);
  const files = new Map<SourceFile, SourceFile>();
  const originals = new Map<SourceFile, SourceFile>();
  let loaded = first;
  let count = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    // What rules find beyond reading changes verdicts where it is fixed.
    const found = isUnsafe ? lint(loaded, options).diagnostics.map(({ problem }) => problem) : [];
    const problems = fixableProblems(loaded, found, options, isUnsafe).filter((problem) =>
      canEdit(problem.at.document.file),
    );
    const edited = [...groupBy(problems, ({ at }) => at.document.file)].map(([file, ofFile]) =>
      fixedFile(file, ofFile),
    );
    for (const { file, text, count: inFile } of edited) {
      if (inFile === 0) continue;
      count += inFile;
      const original = originals.get(file) ?? file;
      const next = { ...file, text };
      files.set(original, next);
      originals.set(next, original);
    }
    if (edited.every((each) => each.count === 0)) break;
    loaded = await reload(files);
  }
  return { loaded, files, count };
}

/**
 * The problems of an input that a fix is known of, each with its edits, in their order: what is suppressed or off is left alone.
 * @param found what rules have found beyond reading
 */
export function fixableProblems(
  { problems: read, suppressions }: Pick<Loaded, "problems" | "suppressions">,
  found: readonly Problem[],
  options: LintOptions,
  isUnsafe: boolean,
): readonly Problem[] {
  const active = new Map<string, LintRule>(
    RULES.filter((rule) => isActive(rule, options)).map((rule) => [rule.id, rule]),
  );
  const isSuppressed = suppressedBy(suppressionsFor(options, suppressions), options.today ?? "");
  const isRead = new Set(read);
  return [...read, ...found.filter((problem) => !isRead.has(problem))].flatMap((problem) => {
    const rule = active.get(problem.code);
    if (rule === undefined || levelOf(problem, rule, options) === "off" || isSuppressed(problem)) return [];
    const edits = editsFor(problem, rule, isUnsafe);
    const withFix = edits === undefined || edits.length === 0 ? problem : { ...problem, fix: edits };
    return isFixable(withFix) ? [withFix] : [];
  });
}

/** The edits that fix a problem: its own, or its rule's. */
function editsFor(problem: Problem, rule: LintRule, isUnsafe: boolean): readonly DocumentEdit[] | undefined {
  if (problem.fix !== undefined || rule.fix === undefined) return problem.fix;
  if (rule.fix.kind === "unsafe" && !isUnsafe) return undefined;
  return problem.unsafeFix ?? rule.fix.edits?.(problem as never);
}

/** The patches that make the files what they are with their fixes. */
export function patchesOf({ files }: Pick<Fixed, "files">): string[] {
  return [...files].map(([{ name, text }, after]) => unifiedDiff(name, text, after.text).text);
}

interface FixedFile {
  readonly file: SourceFile;
  readonly text: string;
  /** How many problems have been fixed in it. */
  readonly count: number;
}

/** Makes the fixes that do not touch one another; those that cannot be made are left out. */
export function fixedFile(file: SourceFile, problems: readonly Problem[]): FixedFile {
  let fixes = apart(problems.map(({ fix = [] }) => fix));
  while (fixes.length > 0) {
    const edited = applyEdits(file, fixes.flat());
    if (edited.refused === undefined) return { file, text: edited.text, count: fixes.length };
    fixes = fixes.filter((fix) => !fix.some((edit) => edit === edited.edit));
  }
  return { file, text: file.text, count: 0 };
}

/** Fixes of which none edits a place in, or around, that of another one before it. */
function apart(fixes: readonly (readonly DocumentEdit[])[]): (readonly DocumentEdit[])[] {
  const taken = new Set<string>();
  const around = new Set<string>();
  return fixes.filter((fix) => {
    const places = fix.map(({ at }) => outwards(at));
    const isApart = places.every(
      ([own = "", ...outer]) => !around.has(own) && !taken.has(own) && !outer.some((each) => taken.has(each)),
    );
    if (!isApart) return false;
    for (const [own = "", ...outer] of places) {
      taken.add(own);
      for (const each of outer) around.add(each);
    }
    return true;
  });
}

/** A place and all that are around it, as texts, the place first. */
function outwards(at: Origin): readonly string[] {
  const texts = [`${at.document.index} `];
  for (const key of pathOf(at)) texts.push(`${texts.at(-1) ?? ""}${pointer([key])}`);
  return texts.toReversed();
}
