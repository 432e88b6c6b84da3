import { diagnosticsInOrder } from "../../cluster/problems/order.js";
import {
  counted,
  findings,
  type FoundByRules,
  type LintOptions,
  type LintResult,
  type SkippedRule,
} from "./lint.js";
import { groupBy } from "../../base/collections/group-by.js";
import { inNamespaces } from "../rules/words/selection.js";
import { kindAndName } from "../../cluster/model/object-ref.js";
import { oncePer } from "../../base/collections/once-per.js";
import { onePerCause } from "./one-cause.js";
import { spanOf } from "../../cluster/problems/span-of.js";
import { nameOrigin } from "../../cluster/problems/object-places.js";
import { rootOrigin } from "../../source/manifest/origin.js";
import { isWritten, textAt } from "../../source/manifest/locate.js";
import { RULES } from "../rules/index.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Diagnostic } from "../../cluster/problems/diagnostic.js";
import type { Document } from "../../source/manifest/document.js";
import type { LoadedRoot } from "../../cluster/roots/load-roots.js";
import type { Place, Problem } from "../../cluster/problems/problem.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/** Sets of manifests, and what keeps findings in any of them from counting. */
export interface LintRootsInput {
  readonly roots: readonly LoadedRoot[];
  readonly suppressions: readonly Suppression[];
}

/**
 * Lints each set of manifests that are applied together by itself. What several sets have is one finding, with their names; where only
 * the namespace differs that a kustomization sets, it is one too.
 */
export function lintRoots({ roots, suppressions }: LintRootsInput, options: LintOptions = {}): LintResult {
  const found = findingsOf(roots, options);
  const sets = roots.filter(holdsObjects).map(({ name }) => name);
  return counted({ ...found, diagnostics: onePerCause(found.diagnostics), sets }, suppressions, options);
}

/** What reading the sets has found that keeps findings from counting: what several sets read is there once. */
export function suppressionsIn(roots: readonly LoadedRoot[]): readonly Suppression[] {
  const known = new Map<string, Suppression>();
  for (const { loaded } of roots)
    for (const each of loaded.suppressions) {
      // An annotation that a kustomization puts on several objects is written once.
      const of = each.covers.type === "object" ? placeKey(each.covers.origin) : [];
      const key = JSON.stringify([each.by, placeKey(each.at), of]);
      if (!known.has(key)) known.set(key, each);
    }
  return [...known.values()];
}

function findingsOf(roots: readonly LoadedRoot[], options: LintOptions): FoundByRules {
  const [only, ...others] = roots;
  if (only !== undefined && others.length === 0) return findingsIn(only, options);
  const results = findingsOfEach(roots, options);
  const found = new Map<string, FoundInRoots>();
  for (const { root, result } of results) {
    const counts = new Map<string, number>();
    for (const diagnostic of result.diagnostics) {
      const key = keyOf(root, diagnostic, counts);
      const known = found.get(key);
      if (known === undefined) found.set(key, { diagnostic, roots: [root.name] });
      else known.roots.push(root.name);
    }
  }
  const told = [...found.values()].filter((each) => !isNeededElsewhere(each, roots));
  const diagnostics = told.map(({ diagnostic, roots: names }): Diagnostic => {
    const ask = options.asks?.get(names[0] ?? "");
    return { ...diagnostic, foundIn: { names, of: roots.length, ...(ask === undefined ? {} : { ask }) } };
  });
  // What is left of a tree may be no more than a config: no rule has to run there.
  const deciding = results.some(({ root }) => holdsObjects(root))
    ? results.filter(({ root }) => holdsObjects(root))
    : results;
  return {
    diagnostics: diagnosticsInOrder(diagnostics),
    skipped: skippedInAll(results),
    isDecided: (rule) => deciding.every(({ result }) => result.isDecided(rule)),
    limit: results.find(({ result }) => result.limit !== undefined)?.result.limit,
  };
}

/** False for a set of files without objects. Of what is not built here, nobody knows. */
function holdsObjects({ isPartial, loaded }: LoadedRoot): boolean {
  return isPartial || loaded.summary.objects.size > 0;
}

/** What the rules find in each set by itself. */
export function findingsOfEach(
  roots: readonly LoadedRoot[],
  options: LintOptions,
): readonly { readonly root: LoadedRoot; readonly result: FoundByRules }[] {
  const clusters = roots.map(({ loaded }) => loaded.cluster);
  return roots.map((root) => {
    const beside = clusters.filter((each) => each !== root.loaded.cluster);
    return { root, result: findingsIn(root, options, beside) };
  });
}

interface FoundInRoots {
  readonly diagnostic: Diagnostic;
  readonly roots: string[];
}

/** Rules that say that something can go. */
const ABOUT_NEEDLESS: ReadonlySet<string> = new Set(
  RULES.filter(({ isAboutNeedless }) => isAboutNeedless).map(({ id }) => id),
);

/** True for what can go from some sets, while others have it too and need it: it is written once, in a base. */
function isNeededElsewhere(
  { diagnostic, roots: names }: FoundInRoots,
  roots: readonly LoadedRoot[],
): boolean {
  if (!ABOUT_NEEDLESS.has(diagnostic.rule)) return false;
  const { document } = diagnostic.problem.at;
  return roots.some(
    ({ name, loaded }) =>
      !names.includes(name) &&
      loaded.cluster.policies.some(({ origin }) => isSameDocument(origin.document, document)),
  );
}

function isSameDocument(a: Document, b: Document): boolean {
  return a === b || (a.file.name === b.file.name && a.index === b.index);
}

/** What is not known of a kustomization that is not built is not claimed: what its files say by themselves counts. */
function findingsIn(
  { loaded, isPartial }: LoadedRoot,
  options: LintOptions,
  beside: readonly Cluster[] = [],
): FoundByRules {
  const found = findings({ ...loaded, beside }, options);
  const told = oncePerNamespaces(found.diagnostics.map(withoutRepeatedPlaces), loaded);
  const result = { ...found, diagnostics: told };
  if (!isPartial) return result;
  return {
    ...result,
    diagnostics: result.diagnostics.filter(
      ({ rule, category }) => category === "input" || OF_ONE_OBJECT.has(rule),
    ),
    skipped: [],
    isDecided: (rule) => OF_ONE_OBJECT.has(rule) && result.isDecided(rule),
  };
}

/** A finding that shows no place twice: a rule meets what a base says in each namespace to which it is applied. */
function withoutRepeatedPlaces(diagnostic: Diagnostic): Diagnostic {
  const { problem, wording } = diagnostic;
  const { related = [] } = problem;
  if (related.length === 0) return diagnostic;
  const texts = wording.related ?? [];
  const shown = new Set([JSON.stringify([placeKey(problem.at), "too"])]);
  const kept = related.flatMap((each, index) => {
    const key = JSON.stringify([placeKey(each.at), each.role]);
    if (shown.has(key)) return [];
    shown.add(key);
    return [{ each, text: texts[index] ?? "" }];
  });
  if (kept.length === related.length) return diagnostic;
  return {
    ...diagnostic,
    problem: { ...problem, related: kept.map(({ each }) => each) },
    wording: { ...wording, related: kept.map(({ text }) => text) },
  };
}

/**
 * What is written once and applied to several namespaces of one cluster, such as a base that Argo CD brings into two of them, is one
 * finding: its places are the same, and it differs by the namespace alone.
 */
function oncePerNamespaces(
  diagnostics: readonly Diagnostic[],
  loaded: LoadedRoot["loaded"],
): readonly Diagnostic[] {
  const mayRepeat = inSeveralNamespaces(diagnostics);
  const groups = groupBy(diagnostics, (each) => (mayRepeat.has(each) ? alikeKey(loaded, each) : each));
  if (groups.size === diagnostics.length) return diagnostics;
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    const namespaces = [...new Set(alike.flatMap(({ problem }) => namespaceOf(problem) ?? []))];
    // Of one namespace, they are different findings.
    if (first === undefined || namespaces.length < alike.length) return alike;
    if (alike.length === 1) return [first];
    const { wording } = first;
    const note = `the same in ${inNamespaces(namespaces.slice(1)).replace(/^in /, "")}`;
    return [{ ...first, wording: { ...wording, notes: [...(wording.notes ?? []), note] } }];
  });
}

/**
 * Findings of one rule in one document that are about several namespaces: no others can be the same in each. Most documents are in
 * one, and what two findings say and where is asked of the document's text.
 */
function inSeveralNamespaces(diagnostics: readonly Diagnostic[]): ReadonlySet<Diagnostic> {
  const placed = diagnostics.filter(({ problem }) => namespaceOf(problem) !== undefined);
  const together = groupBy(placed, ({ rule, problem: { at } }) =>
    JSON.stringify([rule, at.document.file.name, at.document.index]),
  );
  const isOfSeveral = (group: readonly Diagnostic[]): boolean =>
    new Set(group.map(({ problem }) => namespaceOf(problem))).size > 1;
  return new Set([...together.values()].filter(isOfSeveral).flat());
}

function namespaceOf(problem: Problem): string | undefined {
  const namespace =
    problem.code === "workload-unprotected"
      ? problem.facts.namespace
      : (problem.object?.namespace ?? onlyNamespace(problem));
  return namespace === "" ? undefined : namespace;
}

/** Rules that look at one object as it is written; what a kustomization sets says nothing against them. */
const OF_ONE_OBJECT: ReadonlySet<string> = new Set(
  RULES.filter(
    ({ check, complete, isAboutOthers }) =>
      check === undefined && complete === undefined && isAboutOthers === undefined,
  ).map(({ id }) => id),
);

/** The same for what is one finding; findings of one set that are alike are told apart by their number. */
function keyOf({ loaded }: LoadedRoot, diagnostic: Diagnostic, counts: Map<string, number>): string {
  const key = alikeKey(loaded, diagnostic);
  const number = counts.get(key) ?? 0;
  counts.set(key, number + 1);
  return `${key} ${number}`;
}

/** The same for what says the same of the same places, in whichever namespace it is. */
function alikeKey(loaded: LoadedRoot["loaded"], { rule, problem, wording }: Diagnostic): string {
  const message = anyNames(loaded, problem, wording.message);
  const places = [problem.at, ...(problem.related ?? []).map(({ at }) => at)].map(placeKey);
  return JSON.stringify([rule, places, message]);
}

/** What a problem says, the same in whichever namespace it is, and whatever a kustomization puts around its names. */
function anyNames({ cluster }: LoadedRoot["loaded"], problem: Problem, message: string): string {
  const { object } = problem;
  const written = object === undefined ? undefined : writtenNames(cluster).get(kindAndName(object));
  const anywhere = anyNamespace(problem, message);
  return object === undefined || written === undefined
    ? anywhere
    : withoutAffixes(anywhere, object.name, written);
}

/** A message without what is put before and behind the names of a set, as the name of one of its objects has it. */
function withoutAffixes(message: string, name: string, written: string): string {
  const start = name === written || written === "" ? -1 : name.indexOf(written);
  if (start < 0) return message;
  const before = name.slice(0, start);
  const behind = name.slice(start + written.length);
  const bare = (each: string): string =>
    each.length > before.length + behind.length && each.startsWith(before) && each.endsWith(behind)
      ? each.slice(before.length, each.length - behind.length)
      : each;
  return message.replaceAll(NAME, (path) => path.split("/").map(bare).join("/"));
}

/** The names that their own documents give to policies, routes and Services. */
const writtenNames = oncePer(({ policies, fronts, services }: Cluster): ReadonlyMap<string, string> => {
  const named = [...policies, ...fronts.routes, ...services].flatMap(({ ref, origin }) => {
    // Without the part that a kustomization has put into it.
    const at = nameOrigin({ origin: rootOrigin(origin.document) });
    return isWritten(at) ? [[kindAndName(ref), textAt(at).replace(/^(["'])(.*)\1$/, "$2")] as const] : [];
  });
  return new Map(named);
});

/** What a problem says, the same in whichever namespace it is. */
function anyNamespace(problem: Problem, message: string): string {
  // Workloads are named without theirs, which one of them may be called like.
  if (problem.code === "workload-unprotected") {
    const { directions, workloads } = problem.facts;
    return JSON.stringify([directions, workloads]);
  }
  const namespace = problem.object?.namespace ?? onlyNamespace(problem);
  return namespace === undefined || namespace === "" ? message : withoutName(message, namespace);
}

/** The namespace of a finding that is about one as a whole. */
function onlyNamespace(problem: Problem): string | undefined {
  if (problem.code !== "no-default-deny") return undefined;
  const [only, ...more] = problem.facts.namespaces.first;
  return more.length === 0 ? only : undefined;
}

/** What names are made of, with the namespace that they are in. */
const NAME = /[\w./-]+/g;

/** A message without a namespace: `shop/shop-api` is in the namespace `shop`, and `shop-api` is not about it. */
function withoutName(message: string, namespace: string): string {
  return message.replaceAll(NAME, (name) =>
    name === namespace || name.startsWith(`${namespace}/`) ? `\0${name.slice(namespace.length)}` : name,
  );
}

function placeKey(place: Place): readonly (string | number)[] {
  const { document } = place;
  return [document.file.name, document.index, spanOf(place).start];
}

/** Rules that could say nothing in any set that has objects, with what all of these lack. */
function skippedInAll(
  results: readonly { readonly root: LoadedRoot; readonly result: FoundByRules }[],
): readonly SkippedRule[] {
  const whole = results.filter(({ root }) => !root.isPartial && root.loaded.summary.objects.size > 0);
  const [first, ...others] = whole.length > 0 ? whole : results;
  return (first?.result.skipped ?? []).filter(({ rule }) =>
    others.every(({ result }) => result.skipped.some((each) => each.rule === rule)),
  );
}
