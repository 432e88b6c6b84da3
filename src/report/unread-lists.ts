import { code } from "../linter/rules/words/code.js";
import { groupBy } from "../base/collections/group-by.js";
import { remedyOfBuild } from "../linter/rules/words/unbuilt.js";
import { unreadWords } from "../linter/rules/words/unread.js";
import { placeText } from "./place.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";

/** Findings that one thing is to be done about: parts of the input that are not rendered, each with why or with its placeholder. */
export interface UnreadList {
  /** In their order; two at least. */
  readonly findings: readonly Diagnostic[];
  readonly message: string;
  readonly help: string | undefined;
  /** A line for each: `apps/web/kustomization.yaml:3:5 needs `secret.yaml`, which doesn't exist`. */
  readonly lines: readonly string[];
}

/** So many findings of one sort are a list: a block for each would fill the screen. */
const FEWEST = 3;

/**
 * The lists of some findings, where there are many charts, templates or kustomizations that are not rendered.
 * @returns by finding: a list for its first one, nothing for those that are part of it; others are not in it
 */
export function unreadLists(
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<Diagnostic, UnreadList | undefined> {
  const lists = new Map<Diagnostic, UnreadList | undefined>();
  for (const alike of groupBy(diagnostics, remedyOf).values()) {
    const [first] = alike;
    if (alike.length < FEWEST) continue;
    for (const each of alike) lists.set(each, undefined);
    lists.set(first, listOf(first, alike));
  }
  return lists;
}

/** What is to be done about what is not rendered; anything else is by itself. */
function remedyOf(diagnostic: Diagnostic): unknown {
  const { problem } = diagnostic;
  if (problem.code !== "not-analysed") return diagnostic;
  const { reason, doubt } = problem.facts;
  if (reason === "placeholder") return reason;
  if (doubt === undefined) return diagnostic;
  if (reason === "template" || reason === "helm-template") return reason;
  return reason === "kustomize-build" ? `${reason} ${remedyOfBuild(doubt.code)}` : diagnostic;
}

function listOf(first: Diagnostic, findings: readonly Diagnostic[]): UnreadList {
  const { problem } = first;
  const { message, help } =
    problem.code !== "not-analysed" || problem.facts.reason === "forbidden"
      ? first.wording
      : unreadWords(problem.facts.reason, {
          detail: problem.facts.detail ?? "",
          files: findings.reduce((sum, each) => sum + 1 + (each.problem.related?.length ?? 0), 0),
          doubt: problem.facts.doubt,
        });
  return { findings, message, help, lines: findings.map(lineOf) };
}

function lineOf({ problem, wording: { notes = [] } }: Diagnostic): string {
  const { at, related = [] } = problem;
  const place = placeText(at);
  if (problem.code === "not-analysed" && problem.facts.reason === "placeholder")
    return `${place} has ${code(problem.facts.detail ?? "")}`;
  const [why = ""] = notes;
  // Whose place is named already need not be named again.
  const { name } = at.document.file;
  const short = why.startsWith(`${name} `) ? why.slice(name.length + 1) : why;
  const others = related.length === 0 ? "" : ` and ${related.length} more`;
  return short === why ? `${place}${others}: ${why}` : `${place}${others} ${short}`;
}
