import { compareRanked, gentle } from "./rank.js";
import { costOfPatch, patchOf, type Patch } from "./patch.js";
import { effectsOf, type Effects } from "./effects.js";
import { isReached, type Aim, type WorkingEdits } from "./search.js";
import { legsOf, type Trial } from "./trial.js";
import type { EndsQuestion } from "../ask/flow.js";
import { placed, type Suggestion } from "./suggestion.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { Work } from "../../base/limits/work.js";
import type { Reloadable } from "../../cluster/load/load.js";

/** What finishing takes. */
export interface Finishing {
  readonly input: Reloadable;
  readonly question: EndsQuestion;
  readonly aim: Aim;
  /** The flow without edits. */
  readonly first: Trial;
  /** True for the suggestions that are shown with their patches, counted from 1. */
  readonly isWanted: (number: number) => boolean;
}

/** How much text is read to write the patches that nobody has asked for, in characters. */
const PATCHED_TEXT = 1_000_000;

/** The steps that counting what they open and close may take, all of them together. */
const WORK = 130_000;

/** The steps that it may take for one that is shown. */
const WORK_OF_SHOWN = 3_000_000;

/** A suggestion on its way to be shown. */
interface Draft extends WorkingEdits {
  readonly patch?: Patch | undefined;
}

/**
 * Writes patches, counts what else the edits do, and puts them in their order. Of many edits of a big cluster that is done
 * for the first ones, and for those that are wanted; which ones hangs on the input alone, so that numbers stay the same.
 * What is shown is loaded again from the edited files.
 * @param found the best first
 */
export async function finish(found: readonly WorkingEdits[], finishing: Finishing): Promise<Suggestion[]> {
  const counted = withEffects(withPatches(found), finishing);
  const ranked = gentle(counted).toSorted(compareRanked);
  const { isWanted } = finishing;
  const suggestions: Suggestion[] = [];
  for (const draft of ranked) {
    const number = suggestions.length + 1;
    const isShown = isWanted(number);
    if (number > 1 && !isShown) {
      suggestions.push(asSuggestion(draft, false));
      continue;
    }
    const patch = draft.patch ?? patchOf(draft.amendments);
    if (patch === undefined || !(await isProven(draft, patch, finishing))) continue;
    const effects = draft.effects ?? countEffects(draft, finishing, workOf(WORK_OF_SHOWN, finishing));
    suggestions.push(asSuggestion({ ...draft, patch, effects }, isShown));
  }
  return suggestions;
}

function asSuggestion(draft: Draft, isShown: boolean): Suggestion {
  const { verdict, amendments, leavesNameDenied, patch, effects } = draft;
  return { verdict, amendments: amendments.map(placed), leavesNameDenied, isShown, patch, effects };
}

/** Leaves out what cannot be written as a patch, as far as that is tried. */
function withPatches(found: readonly WorkingEdits[]): Draft[] {
  let left = PATCHED_TEXT;
  return found.flatMap((each): Draft[] => {
    left -= costOfPatch(each.amendments);
    if (left < 0) return [each];
    const patch = patchOf(each.amendments);
    return patch === undefined ? [] : [{ ...each, patch }];
  });
}

function withEffects(drafts: readonly Draft[], finishing: Finishing): Draft[] {
  const work = workOf(WORK, finishing);
  let isSpent = false;
  return drafts.map((draft, i) => {
    // The first one is shown, unless what it does is worse than it seemed.
    const allowed = i === 0 ? workOf(WORK_OF_SHOWN, finishing) : work;
    const effects = isSpent ? undefined : countEffects(draft, finishing, allowed);
    isSpent ||= effects === undefined;
    return effects === undefined ? draft : { ...draft, effects };
  });
}

/** A part of the run's work: what is beyond it is left out, without ending the run. */
function workOf(steps: number, { first }: Finishing): Work {
  return new Work(steps, () => first.cluster.work?.isOver ?? false);
}

function countEffects(
  { trial, amendments }: WorkingEdits,
  { first, question }: Finishing,
  work: Work,
): Effects | undefined {
  const clusters = { before: first.cluster, after: trial.cluster };
  return orAtLimit(
    () => effectsOf({ ...clusters, legs: first.legs, profile: question.profile, amendments }, work),
    () => undefined,
  );
}

/** True where the edited files, loaded again, say what the edits were found to do. */
async function isProven(
  { leavesNameDenied }: WorkingEdits,
  { files }: Patch,
  { input, question, aim }: Finishing,
): Promise<boolean> {
  const cluster = await input.reviser().reloaded(files);
  const legs = cluster && legsOf(cluster, question);
  if (legs === undefined || !isReached(legs, "connection", aim)) return false;
  return aim !== "allowed" || leavesNameDenied || isReached(legs, "name", aim);
}
