import { DIRECTIONS } from "../model/policy.js";
import { NO_TRAFFIC, trafficKey } from "../net/traffic.js";
import { ordered, suggestionOf, type Suggestion } from "./suggestion.js";
import { Search, type Aim } from "./search.js";
import { isPatchable } from "../edit/unified-diff.js";
import { trialOf, type FlowQuestion } from "./trial.js";
import type { Document } from "../manifest/document.js";
import type { Explanation, Result } from "../explain/result.js";
import type { Reloadable } from "../load/load.js";
import type { Loaded } from "../load/options.js";
import type { SourceFile } from "../manifest/source.js";

/** The edits that would flip a verdict, the best first, and what kept others from being suggested. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly notes: readonly SuggestionNote[];
}

/** Why there are no suggestions, or not all that there might be. */
export type SuggestionNote =
  /** The verdict is unknown: the input lacks facts. */
  | { readonly code: "verdict-unknown" }
  /** The verdict is undefined, and not because of two policies of one priority. */
  | { readonly code: "no-edit-decides" }
  /** Some of the traffic is allowed and some is not: it is not clear which is to be flipped. */
  | { readonly code: "mixed-verdicts" }
  /** No policy is asked about the flow. */
  | { readonly code: "not-subject" }
  | { readonly code: "no-edit-found" }
  /** Standard input has no file that could be patched. */
  | { readonly code: "standard-input" }
  /** The files are made from these: they are to be edited. */
  | { readonly code: "rendered"; readonly templates: readonly string[] }
  /** Part of these files could not be read, or their names cannot stand in a patch. */
  | { readonly code: "not-editable"; readonly files: readonly string[] }
  | { readonly code: "not-all-tried" };

/** Where a flow is asked about. */
export interface SuggestOptions {
  readonly input: Reloadable;
  readonly question: FlowQuestion;
  /** True for what came through standard input without a name of its own. */
  readonly isNameless: (file: SourceFile) => boolean;
  readonly isLate: () => boolean;
}

/**
 * Finds the smallest edits that flip a flow's verdict. Each has been made, loaded and asked again, and has been refused by
 * nobody; each says what else it opens and closes.
 */
export async function suggest(options: SuggestOptions): Promise<Suggestions> {
  const { input, question, isNameless, isLate } = options;
  const { loaded, reload } = input;
  const before = trialOf(loaded, question);
  if (before === undefined) return { suggestions: [], notes: [{ code: "no-edit-found" }] };
  const aim = aimOf(before.scene.explanation);
  if (typeof aim === "object") return { suggestions: [], notes: [aim] };
  const unread = unreadFiles(loaded);
  const search = new Search(aim, {
    question,
    reload,
    isEditable: ({ file, sourceComment }) =>
      sourceComment === undefined && !isNameless(file) && !unread.has(file) && isPatchable(file.name),
    isLate,
  });
  await search.follow(before);
  let isCut = search.isCut;
  const whole = search.found.flatMap((after) => {
    const suggestion = suggestionOf(before, after, question.profile);
    // Beyond a limit it is not known what else an edit does.
    if (!isLate()) return [suggestion];
    isCut = true;
    return [];
  });
  const suggestions = ordered(whole);
  const notes = [
    ...(suggestions.length === 0 && search.blocked.size === 0 && !isCut
      ? [{ code: "no-edit-found" as const }]
      : []),
    ...blockedNotes(search.blocked, isNameless),
    ...(isCut ? [{ code: "not-all-tried" as const }] : []),
  ];
  return { suggestions, notes };
}

/** The verdict to look for, or why there is none. */
function aimOf({ results }: Explanation): Aim | SuggestionNote {
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  if (verdicts.has("unknown")) return { code: "verdict-unknown" };
  if (results.every(isExempt)) return { code: "not-subject" };
  const [only, ...others] = verdicts;
  if (only === "undefined" && others.length === 0)
    return results.every(({ freePriorities }) => freePriorities.length > 0)
      ? "definite"
      : { code: "no-edit-decides" };
  if (verdicts.has("undefined")) return { code: "mixed-verdicts" };
  if (others.length === 0) return only === "allowed" ? "denied" : "allowed";
  // Of the same traffic between several ends, what is denied is to be let through too.
  const [first] = results;
  const isSameTraffic = results.every(
    ({ traffic }) => trafficKey(traffic) === trafficKey(first?.traffic ?? NO_TRAFFIC),
  );
  return isSameTraffic ? "allowed" : { code: "mixed-verdicts" };
}

function isExempt(result: Result): boolean {
  return DIRECTIONS.every((direction) =>
    result[direction].steps.some(({ type, decides }) => type === "exempt" && decides),
  );
}

/** Files of which something could not be read: what an edit does to them cannot be told. */
function unreadFiles({ problems }: Loaded): ReadonlySet<SourceFile> {
  return new Set(problems.filter(({ code }) => code === "not-analysed").map(({ at }) => at.document.file));
}

function blockedNotes(
  blocked: ReadonlySet<Document>,
  isNameless: SuggestOptions["isNameless"],
): SuggestionNote[] {
  const documents = [...blocked];
  const templates = documents.flatMap(({ sourceComment }) => sourceComment ?? []);
  const others = documents.filter(({ sourceComment }) => sourceComment === undefined).map(({ file }) => file);
  const files = others.filter((file) => !isNameless(file)).map(({ name }) => name);
  return [
    ...(templates.length > 0 ? [{ code: "rendered" as const, templates: distinct(templates) }] : []),
    ...(others.some(isNameless) ? [{ code: "standard-input" as const }] : []),
    ...(files.length > 0 ? [{ code: "not-editable" as const, files: distinct(files) }] : []),
  ];
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
