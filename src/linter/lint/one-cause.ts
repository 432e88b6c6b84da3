import { firstFew } from "../../cluster/problems/selection.js";
import { someText } from "../rules/words/selection.js";
import { groupBy } from "../../base/collections/group-by.js";
import { allowAllCancelsDeny } from "../rules/allow-all-cancels-deny/rule.js";
import { notAnalysed } from "../rules/not-analysed/rule.js";
import type { Diagnostic, FoundIn } from "../../cluster/problems/diagnostic.js";
import type { ProblemOf } from "../../cluster/problems/problem.js";

/**
 * What is not read for one and the same reason is one finding, at the first place: a base that lacks a file keeps each of its overlays
 * from being built, and what is to be done about it is done once.
 */
export function onePerCause(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return withoutConsequences(merging(diagnostics));
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

function merging(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = groupBy(diagnostics, causeOf);
  if (groups.size === diagnostics.length) return diagnostics;
  return [...groups.values()].map((alike) => {
    const [first, ...others] = alike as [Diagnostic, ...Diagnostic[]];
    if (others.length === 0) return first;
    return first.problem.code === "allow-all-cancels-deny" ? cancelled(alike) : merged(first, others);
  });
}

/** The cause of what is not read; anything else is by itself. */
function causeOf(diagnostic: Diagnostic): unknown {
  const { problem, foundIn } = diagnostic;
  if (problem.code === "allow-all-cancels-deny") {
    const { direction, by } = problem.facts;
    const file = problem.related?.[0]?.at.document.file.name;
    return JSON.stringify([direction, by.policy, by.position, file, foundIn?.names]);
  }
  if (problem.code !== "not-analysed") return diagnostic;
  const { reason, detail, doubt } = problem.facts;
  switch (reason) {
    case "symbolic-link":
      return detail === undefined ? reason : diagnostic;
    case "kustomize-build":
      return doubt === undefined ? diagnostic : JSON.stringify([reason, doubt.code, doubt.text, doubt.file]);
    case "template":
    case "helm-template":
      return doubt === undefined ? diagnostic : JSON.stringify([reason, doubt.code, doubt.text]);
    default:
      return diagnostic;
  }
}

/**
 * The policies that one rule cancels, as one finding at that rule: it is what is to be changed. None of them is hidden by what keeps a
 * finding about another from counting.
 */
function cancelled(alike: readonly Diagnostic[]): Diagnostic {
  const [first] = alike as [Diagnostic];
  const problem = first.problem as ProblemOf<"allow-all-cancels-deny">;
  const at = problem.related?.[0]?.at ?? problem.at;
  const policies = alike.flatMap((each) =>
    each.problem.code === "allow-all-cancels-deny" ? [each.problem.facts.policy] : [],
  );
  const { by } = problem.facts;
  const one: ProblemOf<"allow-all-cancels-deny"> = {
    ...problem,
    facts: { ...problem.facts, also: policies.slice(1) },
    at,
    ...(problem.object === undefined
      ? {}
      : { object: { ...problem.object, name: by.policy.slice(by.policy.lastIndexOf("/") + 1) } }),
    related: alike.map((each) => ({ at: each.problem.at, role: "cancelled" })),
  };
  return { ...first, problem: one, wording: allowAllCancelsDeny.word(one.facts, one) };
}

function merged(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const related = others.map(({ problem: { at } }) => ({ at, role: "again" }));
  const problem = { ...first.problem, related } as ProblemOf<"not-analysed">;
  const foundIn = foundInAny([first, ...others]);
  return {
    ...first,
    problem,
    wording: notAnalysed.word(problem.facts, problem),
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
