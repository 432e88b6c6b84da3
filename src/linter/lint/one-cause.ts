import { firstFew } from "../../cluster/problems/selection.js";
import { someText } from "../rules/words/selection.js";
import { groupBy } from "../../base/collections/group-by.js";
import { RULES } from "../rules/index.js";
import type { Diagnostic, FoundIn } from "../../cluster/problems/diagnostic.js";
import type { LintRule } from "../rules/rule.js";
import type { Problem } from "../../cluster/problems/problem.js";

/** What has one cause is one finding: what is to be done about it is done once. */
export function onePerCause(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return withoutConsequences(merging(diagnostics, EARLY));
}

/**
 * What is to be read once: findings that are suppressed and known one by one, after that. Whoever suppresses the place that is shown
 * is shown the next one.
 */
export function onePerReading(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return merging(diagnostics, LATE);
}

/**
 * A kustomization that is not built because a file can't be read is told with that file: once it is mended, or accepted unread, the
 * kustomization has its finding again if it still can't be built.
 */
function withoutConsequences(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = new Map<string, Diagnostic>();
  for (const each of diagnostics) {
    const { problem } = each;
    const { name } = problem.at.document.file;
    if (problem.code !== "not-analysed" || problem.facts.reason === "kustomize-build" || broken.has(name))
      continue;
    broken.set(name, each);
  }
  const kept = new Map<Diagnostic, string[]>();
  const told = new Set<Diagnostic>();
  for (const each of diagnostics) {
    if (each.problem.code !== "not-analysed") continue;
    const { reason, doubt } = each.problem.facts;
    const cause =
      reason === "kustomize-build" && doubt?.code === "build-unreadable" ? broken.get(doubt.text) : undefined;
    if (cause === undefined) continue;
    told.add(each);
    const places = [each.problem.at, ...(each.problem.related ?? []).map(({ at }) => at)];
    const names = places.map(({ document }) => document.file.name);
    kept.set(cause, [...(kept.get(cause) ?? []), ...names]);
  }
  if (told.size === 0) return diagnostics;
  return diagnostics
    .filter((each) => !told.has(each))
    .map((each) => {
      const names = kept.get(each);
      if (names === undefined) return each;
      const { wording } = each;
      const note = `it keeps ${someText(firstFew(names), "and")} from being rendered`;
      return { ...each, wording: { ...wording, notes: [...(wording.notes ?? []), note] } };
    });
}

type JoiningRules = ReadonlyMap<string, LintRule>;

function merging(diagnostics: readonly Diagnostic[], rules: JoiningRules): readonly Diagnostic[] {
  const groups = groupBy(diagnostics, (each) => causeOf(each, rules));
  if (groups.size === diagnostics.length) return diagnostics;
  return [...groups.values()].map((alike) => merged(alike as [Diagnostic, ...Diagnostic[]], rules));
}

const [EARLY, LATE] = [false, true].map(
  (isLate): JoiningRules =>
    new Map(
      RULES.flatMap((rule) =>
        rule.together !== undefined && (rule.together.isForReading === true) === isLate
          ? [[rule.id, rule]]
          : [],
      ),
    ),
) as [JoiningRules, JoiningRules];

/** What is behind a finding, as its rule tells; the finding itself where that is nothing that another may have. */
function causeOf(diagnostic: Diagnostic, rules: JoiningRules): unknown {
  const { problem, foundIn, level } = diagnostic;
  const together = rules.get(problem.code)?.together;
  const cause = together?.causeOf(problem);
  if (cause === undefined) return diagnostic;
  return JSON.stringify([problem.code, level, cause, together?.isOfAnySet === true ? "" : foundIn?.names]);
}

function merged(alike: readonly [Diagnostic, ...Diagnostic[]], rules: JoiningRules): Diagnostic {
  const [first, ...others] = alike;
  const rule = rules.get(first.problem.code);
  if (others.length === 0 || rule?.together === undefined) return first;
  const problem = rule.together.merged([first.problem, ...others.map((each) => each.problem)]) as Problem;
  const foundIn = foundInAny(alike);
  return {
    ...first,
    problem,
    wording: rule.word(problem.facts, problem),
    ...(foundIn === undefined ? {} : { foundIn }),
  };
}

/** The sets that have any of some findings. */
function foundInAny(diagnostics: readonly Diagnostic[]): FoundIn | undefined {
  const all = diagnostics.flatMap(({ foundIn }) => foundIn ?? []);
  const [first] = all;
  return first === undefined
    ? undefined
    : { ...first, names: [...new Set(all.flatMap(({ names }) => names))] };
}
