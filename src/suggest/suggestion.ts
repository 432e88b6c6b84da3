import { compareTexts } from "../collections/compare-texts.js";
import { effectsOf, type Effects } from "./effects.js";
import { KINDS, removes, type Amendment, type AmendmentFacts } from "./amendment.js";
import { unifiedDiff } from "../edit/unified-diff.js";
import type { Outcome } from "../evaluate/entry.js";
import type { Profile } from "../match/profile.js";
import type { Trial } from "./trial.js";

/** Edits with which the flow has been found to be as it is wanted. */
export interface Suggestion extends Effects {
  /** What the flow comes to with the edits. */
  readonly verdict: Outcome;
  readonly amendments: readonly PlacedAmendment[];
  /** Unified diffs of all edited files, one behind the other; exact text. */
  readonly patch: string;
  /** Lines that go, and lines that come. */
  readonly linesChanged: number;
}

/** What is done to one object, and where. */
export type PlacedAmendment = AmendmentFacts & {
  readonly file: string;
  /** True where that is no file, but an object that a server has stored, by its name. */
  readonly isStored: boolean;
};

/** What a trial comes to, for people and programs. */
export function suggestionOf(before: Trial, after: Trial, profile: Profile): Suggestion {
  const diffs = [...after.files].map(([original, edited]) =>
    unifiedDiff(original.name, original.text === "" ? undefined : original.text, edited.text),
  );
  const verdict = after.scene.explanation.results[0]?.verdict === "allowed" ? "allowed" : "denied";
  return {
    verdict,
    amendments: after.amendments.map((amendment) => ({
      ...factsOf(amendment),
      file: amendment.document.file.name,
      isStored: amendment.document.file.isStored === true,
    })),
    patch: diffs.map(({ text }) => text).join(""),
    linesChanged: diffs.reduce((sum, { changedLines }) => sum + changedLines, 0),
    ...effectsOf(before.scene.cluster, after.scene.cluster, before.scene, profile),
  };
}

function factsOf({ document: _document, edits: _edits, ...facts }: Amendment): AmendmentFacts {
  return facts;
}

/**
 * Suggestions in their order: by the other flows that they turn the same way as the asked one, then by those that they
 * turn the other way, then by changed lines, then by the kind of edit. What is taken out whole is left out where it did
 * more than this.
 */
export function ordered(suggestions: readonly Suggestion[]): Suggestion[] {
  const gentle = suggestions.filter(({ amendments, opens, closes }) => {
    const isAlone = opens.length + closes.length === 0;
    return isAlone || !amendments.some(removes);
  });
  return withoutRepeats(gentle.length > 0 ? gentle : suggestions).toSorted(
    (a, b) =>
      sameWay(a) - sameWay(b) ||
      otherWay(a) - otherWay(b) ||
      a.linesChanged - b.linesChanged ||
      rank(a) - rank(b) ||
      compareTexts(a.patch, b.patch),
  );
}

/** One patch may be found twice, in another order of its edits. */
function withoutRepeats(suggestions: readonly Suggestion[]): Suggestion[] {
  const byPatch = new Map<string, Suggestion>();
  for (const each of suggestions) if (!byPatch.has(each.patch)) byPatch.set(each.patch, each);
  return [...byPatch.values()];
}

function sameWay({ verdict, opens, closes }: Suggestion): number {
  return (verdict === "allowed" ? opens : closes).length;
}

function otherWay({ verdict, opens, closes }: Suggestion): number {
  return (verdict === "allowed" ? closes : opens).length;
}

function rank({ amendments }: Suggestion): number {
  return Math.max(...amendments.map(({ kind }) => KINDS.indexOf(kind)));
}
