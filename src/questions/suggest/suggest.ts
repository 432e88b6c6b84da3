import { amendmentKey } from "./amendment.js";
import { compareRanked } from "./rank.js";
import { deniedNames, type Legs } from "./scene.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import { finish } from "./finish.js";
import { isPatchable } from "../../source/edit/unified-diff.js";
import { NO_TRAFFIC, trafficKey, type Traffic } from "../../base/net/traffic.js";
import { Search, type Aim, type WorkingEdits } from "./search.js";
import { trialOf, type Trial } from "./trial.js";
import type { EndsQuestion } from "../ask/flow.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Document } from "../../source/manifest/document.js";
import type { Loaded } from "../../cluster/load/options.js";
import type { Reloadable } from "../../cluster/load/load.js";
import type { Result } from "../explain/result.js";
import type { SourceFile } from "../../source/manifest/source.js";
import type { Suggestion } from "./suggestion.js";

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
  | { readonly code: "not-all-tried" }
  /** No port was asked for: these are, which the destination declares. */
  | { readonly code: "declared-ports"; readonly ports: Traffic }
  /** Those are allowed already: what else is denied, nothing is known to listen on. */
  | { readonly code: "declared-allowed"; readonly ports: Traffic };

/** Where a flow is asked about. */
export interface SuggestOptions {
  readonly input: Reloadable;
  readonly question: EndsQuestion;
  /** True for what came through standard input without a name of its own. */
  readonly isNameless: (file: SourceFile) => boolean;
  readonly isLate: () => boolean;
  /** True for the suggestions that are to be shown with their patches, counted from 1: by default the first one. */
  readonly isWanted?: (number: number) => boolean;
  /** Told how many edits have been tried. */
  readonly onTrial?: (count: number) => void;
}

/**
 * Finds the smallest edits that flip a flow's verdict. Each has been made and asked again, and has been refused by nobody.
 * What is shown of them has been loaded again from the edited files, and says what else it opens and closes.
 */
export async function suggest(options: SuggestOptions): Promise<Suggestions> {
  const { input, isNameless, isLate, isWanted = isFirst, onTrial = () => undefined } = options;
  const { loaded } = input;
  const asked = askedFor(loaded.cluster, options.question);
  if (asked === undefined) return { suggestions: [], notes: [{ code: "no-edit-found" }] };
  const { first, question, aim, notes: before } = asked;
  if (typeof aim === "object") return { suggestions: [], notes: [aim] };
  const unread = unreadFiles(loaded);
  const search = new Search(first, aim, {
    question,
    reviser: input.reviser(),
    isEditable: ({ file, sourceComment }) =>
      sourceComment === undefined && !isNameless(file) && !unread.has(file) && isPatchable(file.name),
    isLate,
    onTrial,
  });
  const found = withoutRepeats((await search.run()).toSorted(compareRanked));
  const finished = await finish(found, { input, question, aim, first, isWanted });
  const isCut = search.isCut || isLate();
  const notes = [
    ...before,
    ...(finished.length === 0 && search.blocked.size === 0 && !isCut
      ? [{ code: "no-edit-found" as const }]
      : []),
    ...blockedNotes(search.blocked, isNameless),
    ...(isCut ? [{ code: "not-all-tried" as const }] : []),
  ];
  return { suggestions: finished, notes };
}

function isFirst(number: number): boolean {
  return number === 1;
}

/** One edit may be found twice, in another order of its parts. */
function withoutRepeats(found: readonly WorkingEdits[]): WorkingEdits[] {
  const keyOf = ({ amendments }: WorkingEdits): string => amendments.map(amendmentKey).toSorted().join("\n");
  return [...new Map(found.toReversed().map((each) => [keyOf(each), each])).values()].toReversed();
}

interface AskedSuggestions {
  readonly first: Trial;
  readonly question: EndsQuestion;
  readonly aim: Aim | SuggestionNote;
  readonly notes: readonly SuggestionNote[];
}

/** The question as edits answer it: about the ports that the destination declares, where it names none. */
function askedFor(cluster: Cluster, question: EndsQuestion): AskedSuggestions | undefined {
  const first = trialOf(cluster, question);
  if (first === undefined) return undefined;
  const aim = aimOf(first.legs, false);
  const ports = aim === "denied" ? undefined : first.legs.connection.explanation.declared;
  if (ports === undefined) return { first, question, aim, notes: [] };
  const narrower = { ...question, traffic: { ranges: ports, names: [] } };
  const narrowed = trialOf(cluster, narrower);
  if (narrowed === undefined) return undefined;
  const narrowedAim = aimOf(narrowed.legs, true);
  return {
    first: narrowed,
    question: narrower,
    aim: narrowedAim === "denied" ? { code: "declared-allowed", ports } : narrowedAim,
    notes: [{ code: "declared-ports", ports }],
  };
}

/**
 * The verdict to look for, or why there is none.
 * @param isOneWish true where all of the traffic is meant, also where some of it is allowed
 */
function aimOf(legs: Legs, isOneWish: boolean): Aim | SuggestionNote {
  const { results } = legs.connection.explanation;
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  if (verdicts.has("unknown")) return { code: "verdict-unknown" };
  const isNameDenied = deniedNames(legs).length > 0;
  if (results.every(isExempt)) return isNameDenied ? "allowed" : { code: "not-subject" };
  const [only, ...others] = verdicts;
  if (only === "undefined" && others.length === 0)
    return results.every(({ freePriorities }) => freePriorities.length > 0)
      ? "definite"
      : { code: "no-edit-decides" };
  if (verdicts.has("undefined")) return { code: "mixed-verdicts" };
  // Who may not resolve the name does not reach what is allowed.
  if (others.length === 0) return only === "allowed" && !isNameDenied ? "denied" : "allowed";
  // Of the same traffic between several ends, what is denied is to be let through too.
  const [first] = results;
  const isSameTraffic = results.every(
    ({ traffic }) => trafficKey(traffic) === trafficKey(first?.traffic ?? NO_TRAFFIC),
  );
  return isSameTraffic || isOneWish ? "allowed" : { code: "mixed-verdicts" };
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
